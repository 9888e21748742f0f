// Text out of files does not command the terminal that it is printed on.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/cli_helper.hpp"

namespace dala::test {
namespace {

using Json = nlohmann::json;

// Nothing but letters and line ends: no control characters, of one byte or of two.
void expect_printable(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    EXPECT_TRUE((c >= 0x20 && c != 0x7F) || c == '\n' || c == '\t') << int{c} << " in " << text;
    if (c == 0xC2 && i + 1 < text.size()) {
      EXPECT_GE(static_cast<unsigned char>(text[i + 1]), 0xA0) << "a C1 control in " << text;
    }
  }
  EXPECT_EQ(text.find("\xE2\x80\xAE"), std::string::npos) << "text turned round in " << text;
}

class PrintableCli : public CliTest {
 protected:
  [[nodiscard]] Ended alone(const std::vector<std::string>& arguments) const {
    return dala(arguments, "DALA_MODELS=store");
  }
};

TEST_F(PrintableCli, CardsOfModels) {
  write("net.onnx", "no model");
  // A title for the window, red, a line of its own, text turned round, and letters that stay.
  write("card.json", R"({"name": "x", "file": "x.onnx", "task": "none",
    "summary": "\u001b]0;owned\u0007\u001b[31mred\n  fake  line \u009b2J \u202etxt.exe \u00fcml\u00e4ut",
    "licence": "\u007fMIT\r"})");
  ASSERT_EQ(alone({"models", "add", "net.onnx", "--name", "mine", "--card", "card.json"}).exit_code,
            0);
  const Ended listed = alone({"models"});
  EXPECT_EQ(listed.exit_code, 0) << listed.err;
  expect_printable(listed.out);
  EXPECT_NE(listed.out.find("\\x1b]0;owned\\x07\\x1b[31mred\\n  fake  line \\x9b2J \\u202etxt.exe "
                            "\xC3\xBCml\xC3\xA4ut"),
            std::string::npos)
      << listed.out;
  // JSON says the same, and says it whole.
  const Ended json = alone({"models", "--json"});
  expect_printable(json.out);
  bool found = false;
  const Json whole = Json::parse(json.out);
  for (const Json& model : whole["models"])
    if (model["name"] == "mine") {
      found = true;
      EXPECT_EQ(model["summary"], Json::parse(read("card.json"))["summary"]);
    }
  EXPECT_TRUE(found);
}

TEST_F(PrintableCli, NamesAndErrors) {
  const Ended missing = dala({"filter", "\x1b[2Jnone.png", "out.png", "-f", "invert"});
  EXPECT_EQ(missing.exit_code, 1);
  expect_printable(missing.err);
  EXPECT_NE(missing.err.find("\\x1b[2Jnone.png"), std::string::npos) << missing.err;
  // Bytes that are no text at all.
  const Ended bytes = dala({"filter", "\xFF\xC2.png", "out.png", "-f", "invert"});
  expect_printable(bytes.err);
  EXPECT_NE(bytes.err.find("\\xff\\xc2.png"), std::string::npos) << bytes.err;
  // What a kernel's text holds, in the message about its mistakes.
  write("bad.dk", "fn f(a: &mut Tensor<f32>) { \x1b[31m }\n");
  const Ended mistakes = dala({"kernel", "check", "bad.dk"});
  EXPECT_EQ(mistakes.exit_code, 1);
  expect_printable(mistakes.err);
  // No name makes two messages of one.
  const std::string two = "none\ndala: it is good.png";
  const Ended lines = dala({"filter", two, "out.png", "-f", "invert"});
  EXPECT_EQ(lines.exit_code, 1);
  EXPECT_EQ(std::ranges::count(lines.err, '\n'), 1) << lines.err;
  EXPECT_NE(lines.err.find("none\\ndala: it is good.png"), std::string::npos) << lines.err;
  write("s.json", R"({"nodes": [{"type": "image", "file": "none\ndala: good.png"}]})");
  const Ended scene = dala({"scene", "check", "s.json"});
  EXPECT_EQ(std::ranges::count(scene.err, '\n'), 1) << scene.err;
  // The mistakes of a file are as many lines as they are.
  write("s.json", R"({"a": 1, "b": 2, "nodes": [{"type": "ov\ndala: good"}]})");
  const Ended mistaken = dala({"scene", "check", "s.json"});
  EXPECT_EQ(std::ranges::count(mistaken.err, '\n'), 3) << mistaken.err;
  // A bad card's error quotes what it has.
  write("card.json", R"({"name": "x", "file": "x.onnx", "task": "\u001b[31m"})");
  write("net.onnx", "no model");
  const Ended card = alone({"models", "add", "net.onnx", "--name", "m", "--card", "card.json"});
  EXPECT_EQ(card.exit_code, 1);
  expect_printable(card.err);
}

}  // namespace
}  // namespace dala::test
