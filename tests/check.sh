#!/bin/sh
# Runs all parts of `make check` and sums them up.
#   tests/check.sh BUILD          V=1 shows the output of parts that pass, too
#   TESTS='test_x*' tests/check.sh BUILD    only unit tests with such names
# Each part prints "N passed, N failed" as its last line; one that ends otherwise, or with a
# status that does not agree, counts as one more failure. The last line here is the sum.
set -u
cd "$(dirname "$0")/.." || exit 1
build=${1:-build}
case $build in /*) ;; *) build=$PWD/$build ;; esac
FLOPWATT=$build/flopwatt
FLOPWATT_DATA=$PWD
BUILD=$build
export FLOPWATT FLOPWATT_DATA BUILD
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
out=$scratch/out
# Tests do not depend on what the user has set or keeps in the home folder.
HOME=$scratch LC_ALL=C.UTF-8 TZ=UTC0 TERM=dumb COLUMNS=80
export HOME LC_ALL TZ TERM COLUMNS
unset SOURCE_DATE_EPOCH NO_COLOR XDG_CONFIG_HOME
passed=0 failed=0

# part NAME COMMAND...: runs it, adds its counts, shows its output if something is wrong.
part()
{
    name=$1
    shift
    "$@" >"$out" 2>&1 </dev/null
    status=$?
    last=$(tail -n 1 "$out")
    p=$(printf '%s\n' "$last" | sed -n 's/^\([0-9][0-9]*\) passed, [0-9][0-9]* failed$/\1/p')
    f=$(printf '%s\n' "$last" | sed -n 's/^[0-9][0-9]* passed, \([0-9][0-9]*\) failed$/\1/p')
    if [ -z "$p" ] || [ -z "$f" ]; then
        p=0 f=1 last="no result, exit status $status"
    elif [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
        f=1 last="$last, but exit status $status"
    elif [ "$status" -eq 0 ] && [ "$f" -ne 0 ]; then
        last="$last, but exit status 0"
    fi
    passed=$((passed + p)) failed=$((failed + f))
    if [ "$f" -ne 0 ] || [ -n "${V:-}" ]; then
        cat "$out"
    fi
    printf '%-28s %s\n' "$name" "$last"
}

# yes_no NAME COMMAND...: a command whose exit status is the whole answer.
yes_no()
{
    name=$1
    shift
    if "$@" >"$out" 2>&1 </dev/null; then
        passed=$((passed + 1))
        printf '%-28s %s\n' "$name" "1 passed, 0 failed"
    else
        failed=$((failed + 1))
        cat "$out"
        printf '%-28s %s\n' "$name" "0 passed, 1 failed"
    fi
}

only=${TESTS:-}
for source in tests/unit/${only:-test_*}.c; do
    test -f "$source" || continue
    name=$(basename "$source" .c)
    part "$name" "$build/tests/$name"
done
if [ -z "$only" ]; then
    for source in tests/fuzz/fuzz_*.c; do
        test -f "$source" || continue
        name=$(basename "$source" .c)
        name=${name#fuzz_}
        part "corpus $name" "$build/tests/corpus_$name" "tests/fuzz/corpus/$name"
    done
    for script in tests/cli/run.sh tests/docs.sh tests/reports.sh; do
        test ! -f "$script" || part "$script" sh "$script"
    done
    test ! -f src/cli/cmd_check.c || yes_no "flopwatt check" "$FLOPWATT" check
fi
echo "$passed passed, $failed failed"
test "$failed" -eq 0 && { test "$passed" -gt 0 || test -n "$only"; }
