#!/bin/sh
# Sums up what a build with --coverage has run: tools/coverage.sh BUILD
# One line per file, one per folder, one for all. What no test has run counts as 0 %.
set -eu
build=$1
case $build in /*) ;; *) build=$PWD/$build ;; esac
find "$build/src" -name '*.gcno' | sort | while read -r notes; do
    gcov -n "$notes" 2>/dev/null
done | awk -F"'" '
/^File / { file = $2; keep = file ~ /^src\/.*\.c$/ }
/^Lines executed:/ && keep {
    line = $0
    sub(/^Lines executed:/, "", line)
    split(line, p, /% of /)
    total = p[2] + 0
    hit = int(p[1] * total / 100 + 0.5)
    folder = file
    sub(/\/[^\/]*$/, "", folder)
    if (!(file in lines))
        order[++n] = file
    lines[file] = total
    run[file] = hit
    if (!(folder in flines))
        forder[++m] = folder
    flines[folder] += total
    frun[folder] += hit
    keep = 0
}
function show(name, hit, total)
{
    share = (total > 0) ? 100 * hit / total : 0
    printf "%-40s %6d of %6d lines  %5.1f %%\n", name, hit, total, share
}
END {
    hit = 0
    for (i = 1; i <= n; i++)
        show(order[i], run[order[i]], lines[order[i]])
    for (i = 1; i <= m; i++) {
        show(forder[i] "/", frun[forder[i]], flines[forder[i]])
        all += flines[forder[i]]
        hit += frun[forder[i]]
    }
    show("all", hit, all)
}'
