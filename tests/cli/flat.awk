# flat.awk - JSON as flopwatt writes it, one value per line, to lines "path value". Strings lose
# their quotes. Elements of arrays are numbered from 0.
function join(    i, p) {
    for (i = 1; i <= depth; i++) if (name[i] != "") p = p (p == "" ? "" : ".") name[i]
    return p
}
{
    line = $0
    sub(/^ +/, "", line)
    sub(/,$/, "", line)
    if (line ~ /^[}\]]/) { depth--; next }
    key = ""
    if (line ~ /^"[^"]*": /) {
        key = line
        sub(/^"/, "", key)
        sub(/": .*/, "", key)
        sub(/^"[^"]*": /, "", line)
    } else if (depth > 0 && list[depth]) {
        key = count[depth]++
    }
    if (line == "{" || line == "[") {
        depth++
        name[depth] = key
        list[depth] = line == "["
        count[depth] = 0
        next
    }
    if (line ~ /^".*"$/) line = substr(line, 2, length(line) - 2)
    p = join()
    print (p == "" ? "" : p ".") key " " line
}
