#!/bin/sh
# Writes src/report/bibliography.def, the sources of docs/sources.yaml as rows for the compiler,
# to standard output. `tools/bibliography.sh > src/report/bibliography.def` after a change;
# tests/reports.sh notices when that was forgotten.
set -u
cd "$(dirname "$0")/.." || exit 1
awk '
function value(line) {
    sub(/^[^:]*:[ ]*/, "", line)
    if (line ~ /^".*"$/)
        line = substr(line, 2, length(line) - 2)
    gsub(/\\/, "\\\\", line)
    gsub(/"/, "\\\"", line)
    return line
}
# A value of its own line, or folded over the lines below ">-".
function start(name, line) {
    field[name] = value(line)
    folded = field[name] ~ /^>-?$/ ? name : ""
    if (folded != "")
        field[name] = ""
}
function flush() {
    if (id == "")
        return
    for (name in needed)
        if (field[name] == "") {
            print "docs/sources.yaml: " id ": no " name > "/dev/stderr"
            failed = 1
        }
    printf "SOURCE(\"%s\", \"%s\",\n       \"%s\",\n       \"%s\",\n       \"%s\")\n", id,
        field["year"], field["authors"], field["title"], field["where"]
    for (name in needed)
        field[name] = ""
}
BEGIN {
    needed["title"] = needed["authors"] = needed["year"] = needed["where"] = 1
    print "/* bibliography.def - written by tools/bibliography.sh from docs/sources.yaml:"
    print " * SOURCE(id, year, authors, title, where). */"
}
/^[a-z][a-z0-9-]*:[ ]*$/ { flush(); id = $1; sub(/:$/, "", id); folded = ""; next }
/^  [a-z]+:/ {
    name = $1
    sub(/:$/, "", name)
    start(name, $0)
    next
}
/^    / && folded != "" {
    sub(/^ +/, "")
    field[folded] = field[folded] (field[folded] == "" ? "" : " ") value(":" $0)
}
END { flush(); exit failed }
' docs/sources.yaml
