# The headers that nearly every unit reads, compiled once: a check compiles in 0.9 s instead of
# 2.2 s. They are a cache, not an interface: every file still includes what it uses, and the fuzz
# build, which has no precompiled headers, proves it for the rooms it compiles.
function(gpuproof_precompiled target)
  if(GPUPROOF_PCH)
    target_precompile_headers(${target} REUSE_FROM precompiled)
    # g++ 12 forgets that <string> in a precompiled header is a system header, and warns inside it.
    target_compile_options(${target} PRIVATE
      $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread>)
  endif()
endfunction()
if(NOT GPUPROOF_PCH)
  return()
endif()
add_library(precompiled OBJECT ${CMAKE_SOURCE_DIR}/cmake/precompiled.cpp)
target_link_libraries(precompiled PUBLIC gpuproof_warnings gpuproof_fmt nlohmann_json::nlohmann_json)
target_precompile_headers(precompiled PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled.h)
