// Cards of models: any bytes are an error or a card that is written and read again unchanged.
#include <cstdlib>

#include <dala/ml/card.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto card = dala::ml::parse_card({reinterpret_cast<const char*>(data), size});
  if (!card) return 0;
  const std::string text = to_json(*card);
  const auto again = dala::ml::parse_card(text);
  if (!again || to_json(*again) != text) std::abort();
  return 0;
}
