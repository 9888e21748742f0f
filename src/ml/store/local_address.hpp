// Addresses that only this machine and its neighbours can reach.
#pragma once

#include <sys/socket.h>

namespace dala::ml {

// Loopback, private and link-local ones. A server elsewhere has no business sending us there.
[[nodiscard]] bool is_local_address(const sockaddr& address);

}  // namespace dala::ml
