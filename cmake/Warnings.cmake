# One INTERFACE target carries warnings, sanitizers and the include root to every room.
add_library(gpuproof_warnings INTERFACE)
target_compile_options(gpuproof_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers)
# False alarms of gcc 12 inside std::string: on "text" + std::to_string(n) (its bug 105651), and at
# -O2 where precompiled headers take the system mark from libstdc++.
target_compile_options(gpuproof_warnings INTERFACE
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
if(GPUPROOF_WERROR)
  target_compile_options(gpuproof_warnings INTERFACE -Werror)
endif()
if(GPUPROOF_SANITIZE)
  # -g1 keeps line numbers at a third of the compile time of -g.
  target_compile_options(gpuproof_warnings INTERFACE -fsanitize=${GPUPROOF_SANITIZE} -g1
                                                     -fno-sanitize-recover=all)
  target_link_options(gpuproof_warnings INTERFACE -fsanitize=${GPUPROOF_SANITIZE})
endif()
target_include_directories(gpuproof_warnings INTERFACE ${CMAKE_SOURCE_DIR})
