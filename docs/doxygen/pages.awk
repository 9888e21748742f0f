# A page as doxygen reads it: headings get the names that links on code hosts use, links to other
# pages become references, links to other files of the tree plain text, and marks of tests go.

function slug(text) {
  text = tolower(text)
  gsub(/[^a-z0-9 _-]/, "", text)
  gsub(/ /, "-", text)
  # Code hosts number those that come again.
  return text (seen[text]++ ? "-" seen[text] - 1 : "")
}

# A `#` before a word would be a reference to doxygen, but in `code`.
function escaped(text,    parts, count, i, result) {
  count = split(text, parts, "`")
  for (i = 1; i <= count; ++i) {
    if (i % 2 == 1) gsub(/#/, "\\\\#", parts[i])
    result = result (i > 1 ? "`" : "") parts[i]
  }
  return result
}

# docs/compute.md and its heading "Buffers" are page_compute and page_compute_buffers.
function name_of(page, heading) {
  gsub(/[^A-Za-z0-9]/, "_", page)
  gsub(/-/, "_", heading)
  return "page_" page (heading == "" ? "" : "_" heading)
}

function linked(line,    result, label, target, page, heading, parts) {
  while (match(line, /\[[^][]*\]\([^() ]*\)/)) {
    result = result escaped(substr(line, 1, RSTART - 1))
    label = substr(line, RSTART + 1, index(substr(line, RSTART), "](") - 2)
    target = substr(line, RSTART + length(label) + 3, RLENGTH - length(label) - 4)
    line = substr(line, RSTART + RLENGTH)
    split(target, parts, "#")
    page = parts[1]
    heading = parts[2]
    if (target ~ /^https?:/) result = result "[" label "](" target ")"
    else if (page == "" || page ~ /^[a-z-]*\.md$/ || page == "README.md")
      result = result "[" label "](@ref " \
        name_of(page == "" ? this : substr(page, 1, length(page) - 3), heading) ")"
    else result = result label
  }
  return result escaped(line)
}

FNR == 1 {
  this = FILENAME
  sub(/.*\//, "", this)
  sub(/\.md$/, "", this)
}
/^```/ {
  fenced = !fenced
  # Doxygen knows these by another name, or not at all.
  sub(/^```(rust|dk)$/, "```{.rs}")
  sub(/^```sh$/, "```{.sh}")
  print
  next
}
fenced { print; next }
/^<!--.*-->$/ { print ""; next }
/^#+ / {
  title = $0
  sub(/^#+ /, "", title)
  print $0 " {#" name_of(this, FNR == 1 ? "" : slug(title)) "}"
  next
}
{ print linked($0) }
