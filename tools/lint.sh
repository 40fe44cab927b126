#!/bin/sh
# Checks of style that need no compiler, and headers that must compile alone. Prints one line
# per finding; exit status 1 if there is any.
set -u
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
CC=${CC:-gcc}

# report TITLE: what comes in are findings.
report()
{
    sed "s/\$/  [$1]/" | tee -a "$work/findings"
}

c_files=$(find src tests -name '*.[ch]' | sort)
ours=$(find . -type f ! -path './.git/*' ! -path './build*' ! -path './tests/fuzz/corpus/*' \
    ! -path './tests/data/*' ! -path './tests/golden/*' ! -name '*.png' ! -name '*.pdf' \
    ! -name LICENSE | sort)

tools/lint_arrows.sh | report arrows

# Lines, files, functions. A function runs from "{" to "}" in the first column.
awk '
FNR == 1 { lines[FILENAME] = 0 }
{ lines[FILENAME] = FNR }
length($0) > 100 { print FILENAME ":" FNR ": " length($0) " columns, 100 at most" }
/\t/ { print FILENAME ":" FNR ": a tab" }
/^\{/ { start = FNR }
/^\}/ && start > 0 {
    if (FNR - start + 1 > 62)
        print FILENAME ":" start ": a function of " FNR - start - 1 " lines, 60 at most"
    start = 0
}
END {
    for (f in lines)
        if (lines[f] > 800)
            print f ": " lines[f] " lines, 800 at most"
}' $c_files | report size

for f in $c_files; do
    awk -f tools/strip_comments.awk "$f" >"$work/plain"
    awk -v file="$f" '
    NR == FNR { if ($1 != "" && $1 !~ /^#/) why[$1] = substr($0, index($0, $2)); next }
    {
        line = $0
        while (match(line, /[A-Za-z_][A-Za-z_0-9]*[ ]*\(/)) {
            name = substr(line, RSTART, RLENGTH)
            sub(/[ ]*\($/, "", name)
            if (name in why)
                print file ":" FNR ": " name "() is banned: " why[name]
            line = substr(line, RSTART + RLENGTH)
        }
    }
    /^                 *(if|for|while|do|switch)[ (]/ { print file ":" FNR ": nested more than 3 deep" }
    ' tools/banned.txt "$work/plain"
done | report code

grep -nE ' +$' $ours | sed 's/:[^:]*$/: blanks at the end/' | report blanks
# Paths of the machine that something was written on have no place here.
grep -nE '(^|[^[:alnum:]_.-])/(wor[k]|roo[t]|hom[e])/' $ours | report paths

# Each header on its own, with nothing before it.
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -Isrc -Wall -Wextra -Wpedantic -Wno-psabi -Werror"
libraries=$(pkg-config --cflags gsl yaml-0.1 cairo pangocairo 2>/dev/null)
for h in $(find src -name '*.h' | sort); do
    case $h in src/base/* | src/core/*) use= ;; *) use=$libraries ;; esac
    printf '#include "%s"\n' "${h#src/}" | $CC $flags $use -fsyntax-only -x c - 2>"$work/out" ||
        head -n 3 "$work/out" | sed "s|^|$h: |"
done | report header

if command -v mandoc >/dev/null 2>&1; then
    for m in *.1 *.5; do
        test ! -f "$m" || mandoc -T lint -W warning "$m" | report mandoc
    done
fi
test ! -s "$work/findings"
