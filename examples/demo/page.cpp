// The page: what every step made, in one file that needs nothing but what lies beside it.
#include <sstream>
#include <string_view>

#include "demo.hpp"

namespace demo {

namespace {

constexpr std::string_view style = R"(
:root {
  color-scheme: light dark;
  --page: #f6f5f2; --card: #ffffff; --ink: #1c1e26; --soft: #5c6070; --line: #e2e0da;
  --accent: #b3261e; --code: #f0efeb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101218; --card: #181b24; --ink: #e9eaf0; --soft: #a0a5b5; --line: #2a2e3a;
    --accent: #ff8a65; --code: #12141b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
}
header, main, footer { max-width: 1120px; margin: 0 auto; padding: 0 20px; }
header { padding-top: 48px; padding-bottom: 12px; }
h1 { margin: 0; font-size: clamp(2rem, 6vw, 3.2rem); line-height: 1.1; letter-spacing: -0.02em; }
h2 { margin: 0 0 6px; font-size: 1.5rem; letter-spacing: -0.01em; }
p { margin: 0 0 16px; max-width: 76ch; overflow-wrap: anywhere; }
header p { margin-top: 10px; color: var(--soft); }
nav { display: flex; flex-wrap: wrap; gap: 6px 18px; margin: 18px 0 0; font-size: 0.95rem; }
a { color: var(--accent); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
section {
  margin: 28px 0; padding: clamp(16px, 3vw, 32px); border: 1px solid var(--line);
  border-radius: 16px; background: var(--card);
}
section > p { color: var(--soft); }
.figures { display: grid; gap: 18px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); }
figure { margin: 0; }
img, video { display: block; width: 100%; height: auto; border-radius: 10px; background: var(--code); }
figcaption { margin-top: 6px; color: var(--soft); font-size: 0.9rem; }
.compare { position: relative; --at: 50%; }
.compare img + img { position: absolute; inset: 0; clip-path: inset(0 0 0 var(--at)); }
.compare::after {
  content: ""; position: absolute; top: 0; bottom: 0; left: var(--at); width: 2px;
  margin-left: -1px; background: #fff; box-shadow: 0 0 6px #0009; pointer-events: none;
}
input[type=range] { width: 100%; margin: 12px 0 0; accent-color: var(--accent); }
.ends { display: flex; justify-content: space-between; }
pre {
  margin: 0; padding: 16px; overflow: auto; max-height: 34rem; border-radius: 10px;
  background: var(--code); font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace;
}
.code { margin-top: 18px; }
.code h3, summary { margin: 0 0 8px; color: var(--soft); font-size: 0.95rem; font-weight: 600; }
.whole { margin: 6px 0 0; color: var(--soft); font-size: 0.9rem; }
details { margin-top: 12px; }
summary { cursor: pointer; margin: 0; padding: 4px 0; }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.95rem; }
th, td { padding: 9px 14px 9px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
td { font-variant-numeric: tabular-nums; }
dt { overflow-x: auto; }
dt code { display: block; padding: 9px 14px; border-radius: 8px; background: var(--code); white-space: pre; font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
dd { margin: 4px 0 16px; color: var(--soft); }
footer { padding-bottom: 48px; color: var(--soft); font-size: 0.9rem; }
)";

std::string escape(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

void put_figure(std::ostream& out, const Figure& figure) {
  const std::string file = escape(figure.file);
  out << "<figure>";
  if (figure.file.ends_with(".mp4")) {
    out << "<video controls muted loop playsinline preload=\"auto\"";
    if (!figure.poster.empty()) out << " poster=\"" << escape(figure.poster) << '"';
    out << " src=\"" << file << "\"></video>";
  } else {
    out << "<a href=\"" << file << "\"><img src=\"" << file << "\" alt=\"" << escape(figure.caption)
        << "\"></a>";
  }
  out << "<figcaption>" << escape(figure.caption) << "</figcaption></figure>\n";
}

// Both pictures in one place, with a slider between them.
void put_comparison(std::ostream& out, const Figure& before, const Figure& after) {
  out << "<figure><div class=\"compare\">";
  for (const Figure* figure : {&before, &after})
    out << "<img src=\"" << escape(figure->file) << "\" alt=\"" << escape(figure->caption) << "\">";
  out << "</div><input type=\"range\" min=\"0\" max=\"100\" value=\"50\" step=\"0.1\""
         " aria-label=\"how much of each\" oninput=\"this.previousElementSibling.style"
         ".setProperty('--at', this.value + '%')\">"
         "<figcaption class=\"ends\">";
  for (const Figure* figure : {&before, &after})
    out << "<a href=\"" << escape(figure->file) << "\">" << escape(figure->caption) << "</a>";
  out << "</figcaption></figure>\n";
}

void put_code(std::ostream& out, const Code& code) {
  std::string text = "<pre><code>" + escape(code.text) + "</code></pre>";
  if (!code.file.empty()) {
    const std::string file = escape(code.file);
    text += "<p class=\"whole\">In full: <a href=\"" + file + "\">" + file + "</a></p>";
  }
  if (code.folded)
    out << "<details><summary>" << escape(code.title) << "</summary>" << text << "</details>\n";
  else
    out << "<div class=\"code\"><h3>" << escape(code.title) << "</h3>" << text << "</div>\n";
}

// Long names of kernels may be broken where a word ends, so that they leave room for the reasons.
std::string breakable(std::string_view text) {
  std::string broken;
  for (const char c : escape(text)) {
    broken += c;
    if (c == '_') broken += "<wbr>";
  }
  return broken;
}

void put_table(std::ostream& out, const Table& table) {
  out << "<div class=\"table\"><table><thead><tr>";
  for (const std::string& cell : table.head) out << "<th>" << escape(cell) << "</th>";
  out << "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    out << "<tr>";
    for (const std::string& cell : row) out << "<td>" << breakable(cell) << "</td>";
    out << "</tr>\n";
  }
  out << "</tbody></table></div>\n";
}

void put_section(std::ostream& out, const Section& section, std::size_t number) {
  out << "<section id=\"step-" << number << "\"><h2>" << escape(section.title) << "</h2>\n<p>"
      << escape(section.about) << "</p>\n";
  if (section.compare) {
    put_comparison(out, section.figures[0], section.figures[1]);
  } else if (!section.figures.empty()) {
    out << "<div class=\"figures\">\n";
    for (const Figure& figure : section.figures) put_figure(out, figure);
    out << "</div>\n";
  }
  if (!section.table.rows.empty()) put_table(out, section.table);
  for (const Code& code : section.code) put_code(out, code);
  out << "</section>\n";
}

}  // namespace

dala::Result<void> write_page(const std::filesystem::path& file, const std::string& device,
                              const std::vector<Section>& sections,
                              const std::vector<std::pair<std::string, std::string>>& next) {
  std::ostringstream out;
  out << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<title>Dala, on this machine</title>\n<style>"
      << style << "</style>\n</head>\n<body>\n<header>\n<h1>Dala, on this machine</h1>\n<p>"
      << "Pixels, tensors and models on whatever processor there is, from one source. "
      << escape(device) << ".</p>\n<nav>";
  for (std::size_t i = 0; i < sections.size(); ++i)
    out << "<a href=\"#step-" << i + 1 << "\">" << escape(sections[i].title) << "</a>";
  out << "<a href=\"#next\">What to try next</a></nav>\n</header>\n<main>\n";
  for (std::size_t i = 0; i < sections.size(); ++i) put_section(out, sections[i], i + 1);
  out << "<section id=\"next\"><h2>What to try next</h2>\n<p>In the folder where you ran "
         "make.</p>\n<dl>\n";
  for (const auto& [command, what] : next)
    out << "<dt><code>" << escape(command) << "</code></dt><dd>" << escape(what) << "</dd>\n";
  out << "</dl></section>\n</main>\n<footer>Written by make demo.</footer>\n</body>\n</html>\n";
  return write_text(file, out.str());
}

}  // namespace demo
