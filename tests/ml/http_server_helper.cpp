#include "ml/http_server_helper.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace dala::ml::test {
namespace {

// A socket on a free port of this machine.
int bound_socket(int& port) {
  const int made = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  if (made < 0 || ::bind(made, reinterpret_cast<sockaddr*>(&address), length) != 0 ||
      ::getsockname(made, reinterpret_cast<sockaddr*>(&address), &length) != 0)
    std::abort();
  port = ntohs(address.sin_port);
  return made;
}

std::string url_of(int port) { return "http://127.0.0.1:" + std::to_string(port) + "/model.onnx"; }

void send_all(int connection, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t sent = ::send(connection, text.data() + at, text.size() - at, MSG_NOSIGNAL);
    if (sent <= 0) return;
    at += static_cast<std::size_t>(sent);
  }
}

std::string receive_head(int connection) {
  std::string head;
  char part[1024];
  while (head.find("\r\n\r\n") == std::string::npos) {
    const ssize_t got = ::recv(connection, part, sizeof part, 0);
    if (got <= 0) break;
    head.append(part, static_cast<std::size_t>(got));
  }
  return head;
}

}  // namespace

HttpServer::HttpServer(std::string body, Behaviour behaviour)
    : body_(std::move(body)), behaviour_(std::move(behaviour)) {
  // A proxy of this machine would not find it.
  ::setenv("no_proxy", "127.0.0.1", 1);
  listener_ = bound_socket(port_);
  if (::listen(listener_, 8) != 0) std::abort();
  thread_ = std::thread([this] { serve(); });
}

HttpServer::~HttpServer() {
  ending_ = true;
  thread_.join();
  ::close(listener_);
}

std::string HttpServer::url() const { return url_of(port_); }

void HttpServer::serve() {
  while (!ending_) {
    pollfd waiting{listener_, POLLIN, 0};
    if (::poll(&waiting, 1, 20) <= 0) continue;
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    answer(connection);
    ::close(connection);
  }
}

void HttpServer::answer(int connection) {
  const std::string head = receive_head(connection);
  requests_.push_back(head);
  const auto say = [&](const std::string& line, const std::string& more = {}) {
    send_all(connection, "HTTP/1.1 " + line + "\r\nConnection: close\r\n" + more + "\r\n");
  };
  if (behaviour_.status != 0)
    return say(std::to_string(behaviour_.status) + " No", "Content-Length: 0\r\n");
  if (!behaviour_.redirect.empty())
    return say("302 Found", "Content-Length: 0\r\nLocation: " + behaviour_.redirect + "\r\n");
  std::size_t from = 0;
  if (const auto at = head.find("Range: bytes="); at != std::string::npos && behaviour_.ranges)
    from = std::strtoul(head.c_str() + at + 13, nullptr, 10);
  if (from > 0 && from >= body_.size())
    return say("416 Range Not Satisfiable", "Content-Length: 0\r\nContent-Range: bytes */" +
                                                std::to_string(body_.size()) + "\r\n");
  const std::string length = "Content-Length: " + std::to_string(body_.size() - from) + "\r\n";
  if (from > 0)
    say("206 Partial Content", length + "Content-Range: bytes " + std::to_string(from) + "-" +
                                   std::to_string(body_.size() - 1) + "/" +
                                   std::to_string(body_.size()) + "\r\n");
  else
    say("200 OK", length);
  send_all(connection, body_.substr(from, behaviour_.cut_after));
}

std::string dead_url() {
  ::setenv("no_proxy", "127.0.0.1", 1);
  int port = 0;
  ::close(bound_socket(port));
  return url_of(port);
}

}  // namespace dala::ml::test
