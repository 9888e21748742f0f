# dala_layer(NAME [WITHOUT REGEX...] [GENERATED FILE...] [OVER LAYER...]): the sources under src/NAME as
# the target dala_NAME_layer. A new kernel, filter or opcode is found by its place and needs no line.
#
#   WITHOUT    paths below src/NAME that this build leaves out
#   GENERATED  sources that are made while configuring or building
#   OVER       the layers directly below, whose packages and definitions it sees too
#
# Which folders may include which is checked by scripts/include-matrix.
define_property(GLOBAL PROPERTY DALA_LAYERS BRIEF_DOCS "The targets of all layers, lowest first")

function(dala_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "WITHOUT;GENERATED;OVER")
  set(layer dala_${name}_layer)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  foreach(path IN LISTS arg_WITHOUT ITEMS "_test\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "/src/${name}/.*${path}|/src/${name}/${path}")
  endforeach()
  add_library(${layer} OBJECT ${sources} ${arg_GENERATED})
  target_include_directories(${layer} PUBLIC ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${layer} PRIVATE dala_warnings PUBLIC ${arg_OVER})
  set_property(GLOBAL APPEND PROPERTY DALA_LAYERS ${layer})
  set(layer ${layer} PARENT_SCOPE)
endfunction()

# dala_link_up_to(TARGET LAYER): the objects of that layer and of all below it, so that a test of a low
# layer is built without those above.
function(dala_link_up_to target name)
  get_property(layers GLOBAL PROPERTY DALA_LAYERS)
  list(FIND layers dala_${name}_layer last)
  math(EXPR count "${last} + 1")
  list(SUBLIST layers 0 ${count} layers)
  target_link_libraries(${target} PRIVATE ${layers})
endfunction()

# To be called when a layer is complete: how its sources are compiled.
function(dala_compile_layer layer)
  if(layer STREQUAL dala_core_layer)
    dala_precompile(${layer} ${DALA_COMMON_HEADERS})
  else()
    target_precompile_headers(${layer} REUSE_FROM dala_core_layer)
  endif()
  dala_unity(${layer})
  dala_hot(${layer})
endfunction()
