# dala_unity(TARGET): compiles the files of each folder of a target as one, which takes less than half
# of the time for the whole: what their headers declare is read and instantiated once for all of them.
#
# Names in unnamed namespaces must therefore differ between the files of a folder, or a file stays by
# itself, as those that Highway compiles once for each instruction set do. Whoever edits one
# file over and over turns it off (-DDALA_UNITY=OFF); `make lint` looks at each file by itself, so that
# it still includes what it uses.
option(DALA_UNITY "Compile the files of a folder as one" ON)

# By themselves: those with short names for things that other files of the folder call the same, and one
# whose headers of the kernel declare again what those of the C library do.
set(dala_alone
  src/core/threads/thread_priority.cpp
  src/kernel/analysis/value_range_loops.cpp
  src/kernel/jit/domain_parts.cpp
  "src/kernel/lower/(build|kernel|uniformity).cpp"
  src/media/still/riff.cpp
  src/ml/cpu/expanded.cpp
  "tests/backend/kernels_(cast|elementwise|matmul|softmax)_test.cpp"
  tests/compute/stress_test.cpp
  "tests/core/(must|output_file|source)_test.cpp"
  "tests/kernel/(emit|fuse|golden)_test.cpp"
  "tests/media/(allocation|golden|still|variants|video_colour)_test.cpp"
  tests/ml/.*
  tests/scene/damage_test.cpp
  "tests/surface/(bands|golden|kernels|protocol)_test.cpp"
  tests/.*_helper.cpp)
list(JOIN dala_alone "|" dala_alone)

function(dala_unity target)
  if(NOT DALA_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    if(NOT EXISTS ${source} OR NOT source MATCHES "\\.cpp$")
      continue()
    endif()
    dala_uses_highway(${source} each_instruction_set)
    if(each_instruction_set OR source MATCHES "^${PROJECT_SOURCE_DIR}/(${dala_alone})$")
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(MAKE_C_IDENTIFIER ${folder} group)
    # Two groups of a large folder are compiled side by side.
    math(EXPR turn "${count_${group}} + 0")
    math(EXPR count_${group} "${turn} + 1")
    math(EXPR part "${turn} / 16")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${part})
  endforeach()
endfunction()
