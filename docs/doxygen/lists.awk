# Lists that are written once as X(...) lines and used through #define X are written out, each entry
# with its last string as its comment: doxygen does not follow a macro that is defined again.

function trimmed(text) {
  gsub(/^[ \t]+|[ \t]+$/, "", text)
  return text
}

# The arguments of `text`, which begins behind a bracket, into `list`; what follows the bracket that
# closes them is left in `rest`.
function arguments(text, list,    i, c, depth, quoted, count, start) {
  count = 1
  start = 1
  for (i = 1; i <= length(text); ++i) {
    c = substr(text, i, 1)
    if (c == "\"") quoted = !quoted
    if (quoted) continue
    if (c == "(") ++depth
    else if (c == ")" && depth) --depth
    else if (c == ")" || (c == "," && !depth)) {
      list[count] = trimmed(substr(text, start, i - start))
      start = i + 1
      if (c == ")") break
      ++count
    }
  }
  rest = substr(text, i + 1)
  return count
}

function replace_word(text, word, value,    result, at, before, after) {
  while (at = index(text, word)) {
    before = at > 1 ? substr(text, at - 1, 1) : " "
    after = substr(text, at + length(word), 1)
    if (before ~ /[A-Za-z0-9_]/ || after ~ /[A-Za-z0-9_]/)
      result = result substr(text, 1, at + length(word) - 1)
    else if (before == "#") result = result substr(text, 1, at - 2) "\"" value "\""
    else result = result substr(text, 1, at - 1) value
    text = substr(text, at + length(word))
  }
  return result text
}

# What the macro `name` makes of the arguments at the front of `text`.
function expanded(name, text, values,    names, count, i, result) {
  arguments(text, values)
  count = arguments(params[name], names)
  result = body[name]
  for (i = 1; i <= count; ++i) result = replace_word(result, names[i], values[i])
  return result
}

function write_entry(entry,    values, count, result, inner, at, tail) {
  sub(/^ *X\(/, "", entry)
  result = expanded("X", entry, values)
  while (at = match(result, /(^|[^A-Za-z0-9_])F\(/)) {
    if (substr(result, at, 1) != "F") ++at
    tail = substr(result, at + 2)
    inner = expanded("F", tail)
    arguments(tail)
    result = substr(result, 1, at - 1) inner rest
  }
  count = arguments(entry, values)
  if (values[count] ~ /^"/ && trimmed(result) ~ /^(struct [A-Za-z]+ {|[A-Za-z0-9_]+( =.*)?,$)/)
    print "// " substr(values[count], 2, length(values[count]) - 2)
  print result
}

# A macro in one line.
/^#define/ { definition = "" }
/^#define/, !/\\$/ {
  line = $0
  sub(/ *\\$/, " ", line)
  definition = definition line
  if (/^#define [XF]\(/) hidden = 1
  if (!hidden) print
  if (/\\$/) next
  hidden = 0
  name = definition
  sub(/^#define /, "", name)
  head = index(name, "(")
  if (!head) next
  text = substr(name, head + 1)
  name = substr(name, 1, head - 1)
  body_at = index(text, ")")
  params[name] = substr(text, 1, body_at)
  body[name] = substr(text, body_at + 1)
  next
}
/^#undef [XF]$/ { next }
/^#include <dala\/.*\.inc>/ {
  file = $2
  gsub(/[<>]/, "", file)
  while ((getline line < ("include/" file)) > 0) if (line ~ /^X\(/) write_entry(line)
  close("include/" file)
  next
}
/^ *DALA_[A-Z_]*\(X\)$/ {
  name = trimmed($0)
  sub(/\(X\)$/, "", name)
  list = body[name]
  while (at = index(list, "X(")) {
    list = substr(list, at + 2)
    entry = list
    arguments(list)
    list = rest
    write_entry("X(" entry)
  }
  next
}
{ print }
