# dala_interface(PART FOLDER...): a number that is another one whenever a header below one of the folders
# changes, as interface/PART.hpp. The library and a part of it that is loaded when needed both have it
# compiled in, so that a part of another build is turned away instead of crashing: objects of C++
# pass between them, whose layout is in those headers.
function(dala_interface part)
  set(output ${PROJECT_BINARY_DIR}/generated/interface/${part}.hpp)
  set(patterns ${ARGN})
  list(TRANSFORM patterns PREPEND ${PROJECT_SOURCE_DIR}/)
  set(inc_patterns ${patterns})
  list(TRANSFORM patterns APPEND /*.hpp)
  list(TRANSFORM inc_patterns APPEND /*.inc)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${patterns} ${inc_patterns})
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -Dpart=${part} -Doutput=${output} -Droot=${PROJECT_SOURCE_DIR} "-Dfolders=${ARGN}"
            -P ${PROJECT_SOURCE_DIR}/cmake/interface_id.cmake
    DEPENDS ${headers} ${PROJECT_SOURCE_DIR}/cmake/interface_id.cmake
    VERBATIM)
  add_custom_target(dala_interface_${part} DEPENDS ${output})
endfunction()

# Both sides of it call this, for the target that includes interface/PART.hpp.
function(dala_uses_interface target part)
  add_dependencies(${target} dala_interface_${part})
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()

dala_interface(jit include src/core src/kernel)
dala_interface(text include src/core src/text)
dala_interface(video include src/core src/media/still src/media/video)
add_custom_target(dala_interfaces)
add_dependencies(dala_interfaces dala_interface_jit dala_interface_text dala_interface_video)
