// Finds and loads libdala-text.so.
#include "core/forever.hpp"
#include "core/process/optional_library.hpp"
#include "interface/text.hpp"
#include "text/backend.hpp"

namespace dala::text {

Result<Library*> library() {
  static const Forever<Result<Library*>> loaded(load_part<Library>(
      "libdala-text.so", "dala_text_library",
      "the part that lays out and draws text (libdala-text)", text_interface_id));
  return *loaded;
}

}  // namespace dala::text
