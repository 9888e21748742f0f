#include "outcome.hpp"

namespace dala::cli {

std::unexpected<Failure> failure(const Error& error) {
  switch (error.code) {
    case ErrorCode::unknown_kernel:
    case ErrorCode::unknown_device:
    case ErrorCode::unknown_param:
    case ErrorCode::missing_param:
    case ErrorCode::wrong_param_type:
    case ErrorCode::param_out_of_range:
    case ErrorCode::wrong_arity:
      return usage_error(error.message);
    default:
      return std::unexpected(Failure{ExitCode::failed, error.message});
  }
}

}  // namespace dala::cli
