#include "text/engine/lines.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"

namespace dala::text {

namespace {

// Widths are sums of many numbers; a line that is full to the last of them is not too long.
constexpr double slack = 1e-3;

bool is_space(char16_t unit) { return u_isUWhiteSpace(unit) != 0; }

// The text shaped as one line, which gives the widths for breaking it into lines.
class Measured {
 public:
  Measured(const Analysis& analysis, const TextStyle& style, Shaper& shaper)
      : analysis_(analysis),
        ends_(analysis.text.size() + 1, 0.0),
        begins_(analysis.text.size() + 1, false) {
    std::vector<Glyph> glyphs;
    for (const Item& item : analysis.items) {
      glyphs.clear();
      shaper.shape(analysis, item, item.begin, item.end, style, 0, glyphs);
      for (const Glyph& glyph : glyphs) {
        ends_[static_cast<std::size_t>(glyph.place) + 1] += glyph.advance;
        begins_[static_cast<std::size_t>(glyph.place)] = true;
      }
    }
    begins_.back() = true;
    for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
  }

  [[nodiscard]] double width(int begin, int end) const { return ends_[at(end)] - ends_[at(begin)]; }

  // Between letters, and not inside of a ligature.
  [[nodiscard]] bool may_cut(int place) const {
    return analysis_.letter_begins[at(place)] && begins_[at(place)];
  }

  // Without the spaces and the newline at its end.
  [[nodiscard]] int seen_end(int begin, int end) const {
    while (end > begin && is_space(analysis_.text[at(end) - 1])) --end;
    return end;
  }

  // The end of the line that starts at `begin` if only newlines break it, including the newline.
  [[nodiscard]] int forced_end(int begin) const {
    int end = begin + 1;
    while (end < analysis_.size() && analysis_.breaks[at(end)] != Break::forced) ++end;
    return std::min(end, analysis_.size());
  }

  // Where the next line starts.
  [[nodiscard]] int wrapped_end(int begin, double max_width) const {
    const int last = forced_end(begin);
    int best = begin;
    for (int end = begin + 1; end <= last; ++end) {
      if (end != last && analysis_.breaks[at(end)] == Break::none) continue;
      if (width(begin, seen_end(begin, end)) > max_width + slack) break;
      best = end;
    }
    return best > begin ? best : longest(begin, last, max_width, true);
  }

  // As many letters as are at most that wide, at least one if need be.
  [[nodiscard]] int longest(int begin, int end, double max_width, bool at_least_one) const {
    int best = begin;
    for (int place = begin + 1; place <= end; ++place) {
      if (place != end && !may_cut(place)) continue;
      const bool first = at_least_one && best == begin;
      if (!first && width(begin, place) > max_width + slack) break;
      best = place;
    }
    return best;
  }

 private:
  static std::size_t at(int place) { return static_cast<std::size_t>(place); }

  const Analysis& analysis_;
  std::vector<double> ends_;  // what is before each place, and where a ligature begins all of it
  std::vector<bool> begins_;
};

// The runs of a line in visual order, each with its direction.
Line place_line(const Analysis& analysis, int begin, int end, const TextStyle& style,
                Shaper& shaper) {
  Line line{.begin = begin, .end = end, .right_to_left = analysis.right_to_left(begin)};
  if (begin == end) return line;
  UErrorCode status = U_ZERO_ERROR;
  const Bidi of_line(ubidi_openSized(end - begin, 0, &status));
  ubidi_setLine(analysis.bidi.get(), begin, end, of_line.get(), &status);
  const int runs = ubidi_countRuns(of_line.get(), &status);
  for (int i = 0; U_SUCCESS(status) && i < runs; ++i) {
    int from = 0;
    int length = 0;
    const bool backwards = ubidi_getVisualRun(of_line.get(), i, &from, &length) == UBIDI_RTL;
    from += begin;
    const int to = from + length;
    const auto first = std::ranges::upper_bound(analysis.items, from, {}, &Item::end);
    const auto last = std::ranges::lower_bound(first, analysis.items.end(), to, {}, &Item::begin);
    const auto add = [&](const Item& item) {
      line.width += shaper.shape(analysis, item, std::max(item.begin, from), std::min(item.end, to),
                                 style, line.width, line.glyphs);
    };
    if (backwards)
      std::for_each(std::make_reverse_iterator(last), std::make_reverse_iterator(first), add);
    else
      std::for_each(first, last, add);
  }
  return line;
}

void add_metrics(Line& line, const Face& face, const TextStyle& style) {
  line.ascent = std::max(line.ascent, face.metrics().ascent * style.size);
  line.descent = std::max(line.descent, face.metrics().descent * style.size);
  line.gap = std::max(line.gap, face.metrics().gap * style.size);
}

// How high a line is: by its fonts, or as the style says, with the letters in the middle.
void measure_height(Line& line, const Face& primary, const TextStyle& style) {
  add_metrics(line, primary, style);
  if (style.line_height > 0) {
    const double spare = style.line_height * style.size - line.ascent - line.descent;
    line.ascent += spare / 2;
    line.descent += spare / 2;
    line.gap = 0;
    return;
  }
  for (const Glyph& glyph : line.glyphs) add_metrics(line, *glyph.face, style);
}

double indent(const Line& line, double width, TextAlign align) {
  if (align == TextAlign::start) align = line.right_to_left ? TextAlign::right : TextAlign::left;
  if (align == TextAlign::end) align = line.right_to_left ? TextAlign::left : TextAlign::right;
  if (align == TextAlign::left) return 0;
  return (width - line.width) / (align == TextAlign::center ? 2 : 1);
}

void place_lines(Composed& composed, const TextStyle& style) {
  double width = 0;
  for (const Line& line : composed.lines) width = std::max(width, line.width);
  double y = style.background.padding_y;
  for (Line& line : composed.lines) {
    // Rounded to whole pixels, or the same letters would be rendered differently from line to line.
    line.baseline = std::round(y + line.ascent);
    line.x = style.background.padding_x + indent(line, width, style.align);
    y += line.ascent + line.descent;
    if (&line != &composed.lines.back()) y += line.gap;
  }
  composed.width = width + 2.0 * style.background.padding_x;
  composed.height = y + style.background.padding_y;
}

}  // namespace

Result<Line> Composer::shortened(const Analysis& analysis, int begin, int end, double max_width,
                                 const TextStyle& style, FontList& fonts) {
  const Measured measured(analysis, style, shaper_);
  const Direction direction =
      analysis.right_to_left(begin) ? Direction::right_to_left : Direction::left_to_right;
  double room = max_width;
  for (;;) {
    const int kept = measured.longest(begin, measured.seen_end(begin, end), room, false);
    const int seen = measured.seen_end(begin, kept);
    DALA_ASSIGN(const Analysis with_ellipsis,
                analyser_.analyse(analysis.text.substr(static_cast<std::size_t>(begin),
                                                       static_cast<std::size_t>(seen - begin)) +
                                      u'…',
                                  direction, fonts));
    Line line = place_line(with_ellipsis, 0, with_ellipsis.size(), style, shaper_);
    if (line.width > max_width + slack && kept > begin) {
      room = measured.width(begin, kept) - (line.width - max_width);
      continue;
    }
    for (Glyph& glyph : line.glyphs) glyph.place = std::min(glyph.place + begin, seen);
    line.begin = begin;
    line.end = seen;
    return line;
  }
}

Result<Composed> Composer::compose(const TextStyle& style, const FontFile* font) {
  DALA_ASSIGN(Units units, to_units(style.text));
  DALA_ASSIGN(FontList * fonts, fonts_.list(style, font));
  DALA_ASSIGN(const Analysis analysis,
              analyser_.analyse(std::move(units.text), Direction::automatic, *fonts));
  const Measured measured(analysis, style, shaper_);
  const double max_width =
      style.wrap_width > 0 ? style.wrap_width : std::numeric_limits<double>::max();
  const auto max_lines = static_cast<std::size_t>(style.max_lines);

  Composed made;
  made.bytes = std::move(units.bytes);
  made.missing = analysis.missing;
  int begin = 0;
  do {
    const bool empty = begin == analysis.size();
    const int next = empty ? begin : measured.wrapped_end(begin, max_width);
    made.cut = made.lines.size() + 1 == max_lines && next < analysis.size();
    if (made.cut && style.ellipsis) {
      DALA_ASSIGN(Line line,
                  shortened(analysis, begin, measured.forced_end(begin), max_width, style, *fonts));
      made.lines.push_back(std::move(line));
    } else {
      made.lines.push_back(
          place_line(analysis, begin, measured.seen_end(begin, next), style, shaper_));
    }
    measure_height(made.lines.back(), fonts->primary(), style);
    begin = next;
  } while (begin < analysis.size() && !made.cut);
  place_lines(made, style);
  return made;
}

}  // namespace dala::text
