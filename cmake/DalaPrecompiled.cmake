# dala_precompile(TARGET HEADER...): large headers of other libraries that most files of a target need
# are read once for all of them. `make lint` builds without, so that each file still includes what it
# uses.

# Those of the standard library and of fmt, which take more than half of the time of a short file.
set(DALA_COMMON_HEADERS <algorithm> <array> <atomic> <chrono> <cmath> <condition_variable> <cstdint>
  <cstring> <deque> <expected> <filesystem> <functional> <map> <memory> <mutex> <optional> <ranges>
  <set> <span> <string> <string_view> <thread> <unordered_map> <utility> <variant> <vector>
  <fmt/format.h>)

function(dala_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  # ccache tells precompiled headers apart by this line instead of by their bytes, which differ between
  # clones. It changes when what is read does.
  string(CONCAT identity "${ARGN} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} "
    "${fmt_VERSION} ${GTest_VERSION} ${nlohmann_json_VERSION} ${CLI11_VERSION}")
  foreach(kind gch pch)
    file(CONFIGURE OUTPUT CMakeFiles/${target}.dir/cmake_pch.hxx.${kind}.sum CONTENT "${identity}\n")
  endforeach()
endfunction()
