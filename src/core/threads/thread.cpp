#include "core/threads/thread.hpp"

#include "core/error.hpp"

namespace dala {

Error Thread::not_started(const char* what, const std::system_error& error) {
  return {ErrorCode::no_thread,
          format("no thread could be started for {}: {}", what, error.what())};
}

}  // namespace dala
