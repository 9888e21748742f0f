#include "ml/store/local_address.hpp"

#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace dala::ml {

namespace {

// The first bytes of an address, as far as they count.
struct Block {
  std::uint32_t first;
  unsigned bits;
};
// This host, private, loopback, link-local, private, private, and shared by providers.
constexpr std::array<Block, 7> blocks = {
    Block{0x00000000, 8},  Block{0x0A000000, 8},  Block{0x7F000000, 8}, Block{0xA9FE0000, 16},
    Block{0xAC100000, 12}, Block{0xC0A80000, 16}, Block{0x64400000, 10}};

bool is_local(std::uint32_t address) {
  return std::ranges::any_of(blocks, [&](const Block& block) {
    return (address ^ block.first) >> (32 - block.bits) == 0;
  });
}

bool is_local(const in6_addr& address) {
  if (IN6_IS_ADDR_V4MAPPED(&address) || IN6_IS_ADDR_V4COMPAT(&address)) {
    std::uint32_t inner = 0;
    std::memcpy(&inner, address.s6_addr + 12, sizeof inner);
    return IN6_IS_ADDR_LOOPBACK(&address) || is_local(ntohl(inner));
  }
  return IN6_IS_ADDR_LOOPBACK(&address) || IN6_IS_ADDR_UNSPECIFIED(&address) ||
         IN6_IS_ADDR_LINKLOCAL(&address) || (address.s6_addr[0] & 0xFE) == 0xFC;
}

}  // namespace

bool is_local_address(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in of{};
    std::memcpy(&of, &address, sizeof of);
    return is_local(ntohl(of.sin_addr.s_addr));
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 of{};
    std::memcpy(&of, &address, sizeof of);
    return is_local(of.sin6_addr);
  }
  return true;  // a socket of this machine
}

}  // namespace dala::ml
