# Everything comes from distribution packages (scripts/setup installs them). Static where the
# NEEDED allow-list asks for it: libc libm libstdc++ libgcc_s libbenchmark.
find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(benchmark 1.7 REQUIRED)

function(gpuproof_static_library target header archive)
  find_path(${target}_INCLUDE ${header} REQUIRED)
  find_library(${target}_ARCHIVE ${archive} REQUIRED)
  add_library(${target} STATIC IMPORTED)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${${target}_ARCHIVE}
                                             INTERFACE_INCLUDE_DIRECTORIES ${${target}_INCLUDE})
endfunction()
gpuproof_static_library(nettle_static nettle/sha2.h libnettle.a)
gpuproof_static_library(uring_static liburing.h liburing.a)

# fmt without libfmt.so: every unit includes fmt/core.h, base/format.cpp holds the one body.
add_library(gpuproof_fmt INTERFACE)
get_target_property(fmt_include fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
target_include_directories(gpuproof_fmt SYSTEM INTERFACE ${fmt_include})
