# GPUPROOF_CUDA: build what needs the headers and the compiler of a CUDA toolkit (13.0; nothing is
# linked with it). Without it the rest builds and the GPU families say that this build has no CUDA.
set(cuda_roots $ENV{CUDA_HOME} $ENV{CUDA_PATH} /usr/local/cuda)
find_path(GPUPROOF_CUDA_INCLUDE cuda.h HINTS ${cuda_roots} PATH_SUFFIXES include)
find_program(GPUPROOF_NVCC nvcc HINTS ${cuda_roots} PATH_SUFFIXES bin)
set(cuda_found OFF)
if(GPUPROOF_CUDA_INCLUDE AND GPUPROOF_NVCC)
  set(cuda_found ON)
endif()
option(GPUPROOF_CUDA "Build the GPU families; needs cuda.h and nvcc" ${cuda_found})
if(GPUPROOF_CUDA AND NOT cuda_found)
  message(FATAL_ERROR "GPUPROOF_CUDA is ON, but cuda.h or nvcc was not found; install a CUDA "
                      "toolkit in /usr/local/cuda, set CUDA_HOME, or configure with -DGPUPROOF_CUDA=OFF")
endif()

# Device code that every GPU of the last seven years takes: machine code, and PTX for newer ones
# and for drivers older than this toolkit. The CUDA language of CMake is not enabled: nothing of
# the CUDA run-time library is linked.
set(GPUPROOF_SASS 75 80 86 89 90 100 120)
set(GPUPROOF_PTX 75 80 90 120)

# Adds an OBJECT library with the code of UNITS (kernels/<unit>.cu), found by device_code(unit).
function(gpuproof_device_code target)
  set(nvcc_options -std=c++20 -O3 -lineinfo -I${CMAKE_SOURCE_DIR} -Werror all-warnings)
  set(sass_options)
  foreach(capability ${GPUPROOF_SASS})
    list(APPEND sass_options -gencode arch=compute_${capability},code=sm_${capability})
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/device)
  file(MAKE_DIRECTORY ${folder})
  set(assembly "")
  set(rows "")
  set(declarations "")
  set(binaries)
  foreach(unit ${ARGN})
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/${unit}.cu)
    set(fatbin ${folder}/${unit}.fatbin)
    add_custom_command(
      OUTPUT ${fatbin}
      COMMAND ${GPUPROOF_NVCC} ${nvcc_options} ${sass_options} --threads 2 --fatbin
              -MD -MF ${fatbin}.d -MT ${fatbin} ${source} -o ${fatbin}
      DEPENDS ${source} DEPFILE ${fatbin}.d VERBATIM COMMENT "Compiling device code ${unit}")
    list(APPEND binaries ${fatbin})
    string(APPEND assembly "BYTES device_${unit}, \"${fatbin}\"\n")
    string(APPEND declarations "extern const char device_${unit}[], device_${unit}_end[];\n")
    set(ptx_rows "")
    foreach(capability ${GPUPROOF_PTX})
      set(ptx ${folder}/${unit}_${capability}.ptx)
      add_custom_command(
        OUTPUT ${ptx}
        COMMAND ${GPUPROOF_NVCC} ${nvcc_options} --ptx -arch=compute_${capability}
                -MD -MF ${ptx}.d -MT ${ptx} ${source} -o ${ptx}
        COMMAND ${CMAKE_COMMAND} -DPTX=${ptx} -DNVCC=${GPUPROOF_NVCC} -DCAPABILITY=${capability}
                -P ${CMAKE_SOURCE_DIR}/cmake/LowerPtx.cmake
        DEPENDS ${source} ${CMAKE_SOURCE_DIR}/cmake/LowerPtx.cmake DEPFILE ${ptx}.d VERBATIM
        COMMENT "Compiling device code ${unit} to PTX ${capability}")
      list(APPEND binaries ${ptx})
      string(APPEND assembly "BYTES device_${unit}_${capability}, \"${ptx}\"\n")
      string(APPEND declarations "extern const char device_${unit}_${capability}[], "
                                 "device_${unit}_${capability}_end[];\n")
      string(APPEND ptx_rows "{${capability}, {device_${unit}_${capability}, "
                             "device_${unit}_${capability}_end}}, ")
    endforeach()
    string(APPEND rows "  {\"${unit}\", {device_${unit}, device_${unit}_end}, {${ptx_rows}}},\n")
  endforeach()
  configure_file(${CMAKE_SOURCE_DIR}/cmake/device_code.S.in ${folder}/device_code.S @ONLY)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/device_code.inc.in ${folder}/device_code.inc @ONLY)
  # .incbin is invisible to the dependency scanner.
  set_source_files_properties(${folder}/device_code.S PROPERTIES OBJECT_DEPENDS "${binaries}")
  add_library(${target} OBJECT ${folder}/device_code.S device_code.cpp)
  target_include_directories(${target} PRIVATE ${folder})
  target_link_libraries(${target} PUBLIC gpuproof_warnings)
  target_include_directories(${target} SYSTEM PUBLIC ${GPUPROOF_CUDA_INCLUDE})
  set_property(GLOBAL APPEND PROPERTY GPUPROOF_ROOMS ${target})
endfunction()
