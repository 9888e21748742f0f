// Names and explanations of what runs, for explain and traces.
#pragma once

#include <string>

#include <dala/compute/explain.hpp>

#include "compute/plan/plan.hpp"
#include "compute/plan/work.hpp"
#include "compute/schedule/history.hpp"

namespace dala {

[[nodiscard]] std::string_view to_string(Op op);
[[nodiscard]] std::string call_name(const PreparedCall& call);  // the kernel's name, or the op's
[[nodiscard]] std::string work_name(const Work& work);
[[nodiscard]] std::string implementation_name(const PreparedCall& call);

// What runs it and what was rejected, without times.
[[nodiscard]] std::string to_string(const StageExplanation& stage);

[[nodiscard]] StageExplanation explain_call(const PreparedCall& call, std::string_view device);
[[nodiscard]] Explanation explain_plan(const Plan& plan, std::string_view device);
[[nodiscard]] Explanation explain_record(const Record& record, std::string_view device);

}  // namespace dala
