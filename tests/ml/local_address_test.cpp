// Which addresses a server elsewhere may not send a download to.
#include <arpa/inet.h>
#include <gtest/gtest.h>

#include "ml/store/local_address.hpp"

namespace dala::ml {
namespace {

bool is_local(const char* text) {
  sockaddr_storage address{};
  auto& v4 = reinterpret_cast<sockaddr_in&>(address);
  auto& v6 = reinterpret_cast<sockaddr_in6&>(address);
  address.ss_family = AF_INET;
  if (inet_pton(AF_INET, text, &v4.sin_addr) != 1) {
    address = {};
    address.ss_family = AF_INET6;
    EXPECT_EQ(inet_pton(AF_INET6, text, &v6.sin6_addr), 1) << text;
  }
  return is_local_address(reinterpret_cast<const sockaddr&>(address));
}

TEST(LocalAddresses, AreToldApart) {
  for (const char* text :
       {"127.0.0.1", "127.255.1.2", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255",
        "192.168.1.1", "169.254.169.254", "100.64.0.1", "::1", "::", "fe80::1", "fd00::1",
        "fc12::1", "::ffff:127.0.0.1", "::ffff:192.168.0.1"})
    EXPECT_TRUE(is_local(text)) << text;
  for (const char* text : {"8.8.8.8", "128.0.0.1", "172.32.0.1", "172.15.0.1", "192.169.0.1",
                           "169.253.0.1", "11.0.0.1", "2001:4860:4860::8888", "::ffff:8.8.8.8"})
    EXPECT_FALSE(is_local(text)) << text;
}

}  // namespace
}  // namespace dala::ml
