# Packs the build with scripts/bundle, which checks the size itself, and runs what was packed with
# nothing of this environment, on its own libraries.
#   cmake -DBUILD_DIR=... -DWORK_DIR=... -DSOURCE_DIR=... -P bundle.cmake
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})

include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
need_program(patchelf)

run(${CMAKE_COMMAND} -E env DALA_BUILD=${BUILD_DIR} ${SOURCE_DIR}/scripts/bundle ${WORK_DIR}/bundle)
run(env -i PATH=/usr/bin:/bin ${WORK_DIR}/bundle/dala run generate_gradient
    --out ${WORK_DIR}/picture.npy --out-shape 8,8,4)
run(env -i PATH=/usr/bin:/bin ldd ${WORK_DIR}/bundle/bin/dala)
if(NOT output MATCHES "libdala[.]so[.0-9]* => [^\n]*bundle/bin/[.][.]/lib/")
  message(FATAL_ERROR "it does not run on its own libraries:\n${output}")
endif()
