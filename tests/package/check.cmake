# Installs the build tree into a fresh folder, then builds and runs the outside project against it
# in both ways a user would: find_package and pkg-config.
#   cmake -DBUILD_DIR=... -DWORK_DIR=... -DCXX=... -DVERSION=... -DPARTS=... -P check.cmake
set(outside ${CMAKE_CURRENT_LIST_DIR}/outside)
set(prefix ${WORK_DIR}/prefix)
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})

include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

function(expect_sum program)
  run(${program})
  if(NOT output STREQUAL "5 7 9 ${VERSION}\n")
    message(FATAL_ERROR "${program} printed: ${output}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})

run(${CMAKE_COMMAND} -S ${outside} -B ${WORK_DIR}/found -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_CXX_COMPILER=${CXX} -DDALA_WANTED=${VERSION})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/found)
expect_sum(${WORK_DIR}/found/outside)
run(${WORK_DIR}/found/host ${WORK_DIR}/found/plugin.so ${PARTS})

file(GLOB_RECURSE pc_file ${prefix}/*/dala.pc)
cmake_path(GET pc_file PARENT_PATH pc_dir)
set(ENV{PKG_CONFIG_PATH} ${pc_dir})
run(pkg-config --cflags --libs dala)
separate_arguments(flags UNIX_COMMAND "${output}")
run(pkg-config --variable=libdir dala)
string(STRIP "${output}" libdir)
run(${CXX} -std=c++23 ${outside}/main.cpp -o ${WORK_DIR}/by_pkg_config ${flags}
    -Wl,-rpath,${libdir})
expect_sum(${WORK_DIR}/by_pkg_config)

if(EXISTS ${prefix}/bin/dala)
  run(${prefix}/bin/dala --version)
  if(NOT output MATCHES "^dala ${VERSION} ")
    message(FATAL_ERROR "dala --version printed: ${output}")
  endif()
endif()
