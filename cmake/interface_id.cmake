# Writes the header that cmake/DalaInterface.cmake describes: a hash of the names and contents of all
# headers below `folders`, which are in `root`.
set(all "")
foreach(folder IN LISTS folders)
  file(GLOB_RECURSE headers RELATIVE ${root} ${root}/${folder}/*.hpp ${root}/${folder}/*.inc)
  list(SORT headers)
  foreach(header IN LISTS headers)
    file(SHA256 ${root}/${header} hash)
    string(APPEND all "${header} ${hash}\n")
  endforeach()
endforeach()
string(SHA256 hash "${all}")
string(SUBSTRING ${hash} 0 16 id)
file(WRITE ${output} "// Made by cmake/interface_id.cmake.
#pragma once

#include <cstdint>

namespace dala {

inline constexpr std::uint64_t ${part}_interface_id = 0x${id};

}  // namespace dala
")
