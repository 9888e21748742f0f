# The kernels under kernels/ and beside the code that uses them under src/, as text inside the library:
# one C++ file with all of them, made again when one changes. Each is called what its path there is.
file(GLOB kernel_files CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/kernels/*.dk ${CMAKE_SOURCE_DIR}/kernels/portable/*.dk
     ${CMAKE_SOURCE_DIR}/kernels/runtime/*.dk
     ${CMAKE_SOURCE_DIR}/kernels/cuda/*.cu)
file(GLOB_RECURSE own_kernel_files CONFIGURE_DEPENDS
     ${CMAKE_SOURCE_DIR}/src/media/*.dk ${CMAKE_SOURCE_DIR}/src/media/*.cu)
list(APPEND kernel_files ${own_kernel_files})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${kernel_files})
set(DALA_KERNEL_TEXTS "")
set(kernels_folder ${CMAKE_SOURCE_DIR}/kernels)
set(src_folder ${CMAKE_SOURCE_DIR}/src)
foreach(kernel_file IN LISTS kernel_files)
  foreach(root kernels src)
    cmake_path(IS_PREFIX ${root}_folder ${kernel_file} is_there)
    if(is_there)
      cmake_path(RELATIVE_PATH kernel_file BASE_DIRECTORY ${${root}_folder} OUTPUT_VARIABLE kernel)
    endif()
  endforeach()
  cmake_path(REMOVE_EXTENSION kernel)
  file(READ ${kernel_file} text)
  string(APPEND DALA_KERNEL_TEXTS "    {\"${kernel}\", R\"dk(${text})dk\"},\n")
endforeach()
# What of the language is written in it.
file(GLOB prelude_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/kernel/prelude/*.dk)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${prelude_files})
set(DALA_PRELUDE_TEXT "")
foreach(prelude_file IN LISTS prelude_files)
  file(READ ${prelude_file} text)
  string(APPEND DALA_PRELUDE_TEXT "${text}")
endforeach()
set(DALA_KERNEL_TEXTS_FILE ${CMAKE_BINARY_DIR}/generated/kernel_texts.cpp)
configure_file(${CMAKE_SOURCE_DIR}/cmake/kernel_texts.cpp.in ${DALA_KERNEL_TEXTS_FILE} @ONLY)
