# embed_files(TARGET NAMESPACE files...): puts each file into the binary with .incbin and makes
# <namespace>_files.h, a table of {name, bytes}. OBJECT_DEPENDS because .incbin is invisible to
# the dependency scanner.
function(embed_files target namespace)
  set(asm "\t.section .rodata\n")
  set(externs "")
  set(rows "")
  set(index 0)
  foreach(file ${ARGN})
    get_filename_component(path ${file} ABSOLUTE)
    get_filename_component(name ${file} NAME)
    set(symbol gpuproof_${namespace}_${index})
    string(APPEND asm "\t.balign 16\n\t.global ${symbol}\n\t.global ${symbol}_end\n${symbol}:\n"
                      "\t.incbin \"${path}\"\n${symbol}_end:\n\t.byte 0\n")
    string(APPEND externs "extern \"C\" const char ${symbol}[], ${symbol}_end[];\n")
    string(APPEND rows "    {\"${name}\", {${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})}},\n")
    list(APPEND paths ${path})
    math(EXPR index "${index} + 1")
  endforeach()
  string(APPEND asm "\t.section .note.GNU-stack,\"\",@progbits\n")
  string(CONCAT header "#pragma once\n#include <array>\n#include <cstddef>\n#include <string_view>\n#include <utility>\n"
         "${externs}namespace gpuproof::embedded {\n"
         "inline const std::array<std::pair<std::string_view, std::string_view>, ${index}> ${namespace}_files{{\n${rows}}};\n}\n")
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/embed_${namespace})
  file(GENERATE OUTPUT ${dir}/${namespace}.S CONTENT "${asm}")
  file(GENERATE OUTPUT ${dir}/${namespace}_files.h CONTENT "${header}")
  set_source_files_properties(${dir}/${namespace}.S PROPERTIES OBJECT_DEPENDS "${paths}" GENERATED TRUE)
  target_sources(${target} PRIVATE ${dir}/${namespace}.S)
  target_include_directories(${target} PRIVATE ${dir})
endfunction()
