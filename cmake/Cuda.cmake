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
