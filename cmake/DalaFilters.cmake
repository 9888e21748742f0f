# The list of filters: one C++ file that names each file under src/media/filters, made again when
# one comes or goes. A file NAME.cpp, or NAME/NAME.cpp of a filter that has more files, defines
# `FilterDef NAME()` in dala::media::filter.
file(GLOB filter_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/media/filters/*.cpp
     ${CMAKE_SOURCE_DIR}/src/media/filters/*/*.cpp)
set(DALA_FILTER_DECLARATIONS "")
set(DALA_FILTER_NAMES "")
foreach(filter_file IN LISTS filter_files)
  cmake_path(GET filter_file STEM filter)
  cmake_path(GET filter_file PARENT_PATH filter_folder)
  cmake_path(GET filter_folder FILENAME filter_folder)
  if(NOT filter_folder STREQUAL filter AND NOT filter_folder STREQUAL "filters")
    continue()
  endif()
  string(APPEND DALA_FILTER_DECLARATIONS "FilterDef ${filter}();\n")
  string(APPEND DALA_FILTER_NAMES "      filter::${filter}(),\n")
endforeach()
set(DALA_FILTER_LIST_FILE ${CMAKE_BINARY_DIR}/generated/filter_list.cpp)
configure_file(${CMAKE_SOURCE_DIR}/cmake/filter_list.cpp.in ${DALA_FILTER_LIST_FILE} @ONLY)
