// A server on this machine that gives one file, as well or as badly as a test wants.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

namespace dala::ml::test {

class HttpServer {
 public:
  struct Behaviour {
    bool ranges = true;                      // gives parts
    std::size_t cut_after = ~std::size_t{};  // closes after so many bytes of the body
    int status = 0;                          // answers with this and nothing else
    std::string redirect = {};               // sends elsewhere
  };

  HttpServer(std::string body, Behaviour behaviour);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] std::string url() const;
  // The head of each request so far. Ask when none is under way.
  [[nodiscard]] const std::vector<std::string>& requests() const { return requests_; }

 private:
  void serve();
  void answer(int connection);

  std::string body_;
  Behaviour behaviour_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> ending_ = false;
  std::vector<std::string> requests_;
  std::thread thread_;
};

// An address at which nobody answers.
[[nodiscard]] std::string dead_url();

}  // namespace dala::ml::test
