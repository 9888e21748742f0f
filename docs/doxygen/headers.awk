# A header as doxygen reads it. The block of `//` comments at its top is that of the file, and of its
# first class without one of its own; one before a declaration is that of the declaration, and one
# behind a declaration too. What is indented in a comment is code. `// --- title ---` begins a group.

# Words of doxygen's own are taken for text, but in `code`.
function escaped(text,    parts, count, i, result) {
  count = split(text, parts, "`")
  for (i = 1; i <= count; ++i) {
    if (i % 2 == 1) gsub(/[<>@#\\]/, "\\\\&", parts[i])
    result = result (i > 1 ? "`" : "") parts[i]
  }
  return result
}

function print_block(lines, count, first,    i, text, margin, in_code) {
  if (first != "") print "/// " first
  for (i = 1; i <= count; ++i) {
    margin = text = lines[i]
    sub(/\/\/.*/, "", margin)
    sub(/^ *\/\/ ?/, "", text)
    if (text ~ /^  +[^ ]/) {
      if (!in_code) print margin "/// \\code{.cpp}"
      in_code = 1
      sub(/^  /, "", text)
    } else if (text != "") {
      if (in_code) print margin "/// \\endcode"
      in_code = 0
      text = escaped(text)
    }
    print margin "/// " text
  }
  if (in_code) print margin "/// \\endcode"
}

function print_plain(    i) {
  for (i = 1; i <= held; ++i) print block[i]
  held = 0
}

function close_group() {
  if (grouped) print "  /// @}"
  grouped = 0
}

/^ *\/\/ --- .* ---$/ {
  print_plain()
  close_group()
  gsub(/^ *\/\/ --- | ---$/, "")
  print "  /// @name " $0 "\n  /// @{"
  grouped = 1
  next
}
/^ *\/\// { block[++held] = $0; next }
/^#pragma once/ {
  for (i = 1; i <= held; ++i) top[i] = block[i]
  top_count = held
  held = 0
  print_block(top, top_count, "\\file")
  print
  next
}
/^ *$/ || /^#/ || /^ *}/ { print_plain() }
held { print_block(block, held); held = 0; documented = 1 }
/^class / && !/;$/ {
  if (!documented) print_block(top, top_count)
  top_count = 0
}
{ documented = 0 }
/^ private:/ || /^};/ { close_group() }
/[;,({] *\/\/ / && !/^ *}/ && !/^#/ && !/\\$/ {
  at = match($0, /  ?\/\/ /)
  print substr($0, 1, at - 1) "  ///< " escaped(substr($0, at + RLENGTH))
  next
}
{ print }
