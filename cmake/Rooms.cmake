# A room is one folder (bench: several) = one target. It may include only the rooms named in NEEDS; tests/layers
# checks the same table over #include lines. Rooms are OBJECT libraries: plug-ins register
# themselves from static objects, and in an archive the linker would drop them silently.
function(gpuproof_room name)
  cmake_parse_arguments(ROOM "TIMED" "" "FOLDER;NEEDS" ${ARGN})
  if(NOT ROOM_FOLDER)
    set(ROOM_FOLDER ${CMAKE_CURRENT_SOURCE_DIR}/${name})
  endif()
  list(TRANSFORM ROOM_FOLDER APPEND /*.cpp OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  add_library(${name} OBJECT ${sources})
  # Linking one OBJECT library to another carries include paths and packages, never objects.
  target_link_libraries(${name} PUBLIC gpuproof_warnings ${ROOM_NEEDS})
  if(ROOM_TIMED AND NOT GPUPROOF_SANITIZE)
    # What is timed is optimised in every build, or a debug build would measure the compiler.
    target_compile_options(${name} PRIVATE -O2)
  endif()
  if(NOT ROOM_TIMED)  # other options, other precompiled header: timed rooms are small
    gpuproof_precompiled(${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY GPUPROOF_ROOMS ${name})
endfunction()

# Links an executable or test with every room.
function(gpuproof_link_rooms target)
  get_property(rooms GLOBAL PROPERTY GPUPROOF_ROOMS)
  target_link_libraries(${target} PRIVATE ${rooms})
endfunction()
