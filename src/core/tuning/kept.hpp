// What was found out about this machine by this build, in the user's cache: one small file.
//
// Nothing in it is run: a damaged or forged line can only make a program slower, never do something
// else. It lies in a folder that nobody else can write to all the same.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace dala::tuning {

struct KeptWay {
  std::string way;
  int percent_ahead = 0;  // by which it was faster than the next
  friend bool operator==(const KeptWay&, const KeptWay&) = default;
};
using KeptWays = std::map<std::string, KeptWay, std::less<>>;  // by the choice's name

// Empty where there is none for the machine. `machine` is a text of one line.
[[nodiscard]] KeptWays read_kept(std::string_view machine);
// Beside what other programs kept meanwhile.
void keep(std::string_view machine, std::string_view choice, const KeptWay& way);

// What tells machines and builds apart.
[[nodiscard]] std::string this_machine();

}  // namespace dala::tuning
