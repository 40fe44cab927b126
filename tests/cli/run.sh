#!/bin/sh
# Runs the tests of the command line: tests/cli/<topic>/<case>.sh, each in a folder of its own.
#   tests/cli/run.sh [--bless] [TOPIC | TOPIC/CASE ...]
# A case is sourced by sh after lib.sh, with FLOPWATT in the environment. Beside it may stand
#   <case>.stdout, <case>.stderr   what it must print, to the letter
#   <case>.exit                    its exit status (absent: 0)
# --bless writes what a case printed into those of the files that exist. Numbers that must not
# change unseen are checked inside the cases, with their source, so that blessing hides none.
# A case that ends with status 77 was skipped: what it needs is not on this machine.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
root=$(cd "$here/../.." && pwd) || exit 1
FLOPWATT=${FLOPWATT:-$root/build/flopwatt}
FLOPWATT_DATA=$root CLI=$here ROOT=$root LC_ALL=C.UTF-8 TZ=UTC0 TERM=dumb COLUMNS=80
export FLOPWATT FLOPWATT_DATA CLI ROOT LC_ALL TZ TERM COLUMNS
unset NO_COLOR XDG_CONFIG_HOME SOURCE_DATE_EPOCH
bless=
if [ "${1:-}" = --bless ]; then
    bless=1
    shift
fi
test -x "$FLOPWATT" || { echo "no program: $FLOPWATT"; echo "0 passed, 1 failed"; exit 1; }
scratch=$(mktemp -d) || exit 1
trap 'chmod -R u+rwx "$scratch"; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
HOME=$scratch/home
export HOME
passed=0 failed=0 skipped=0

# same KIND CASE: compares what was printed with the file beside the case, if there is one.
same()
{
    expected=$here/$2.$1
    test -f "$expected" || return 0
    if [ -n "$bless" ]; then
        cmp -s "$scratch/$1" "$expected" || cp "$scratch/$1" "$expected"
        return 0
    fi
    cmp -s "$scratch/$1" "$expected" && return 0
    diff -u "$expected" "$scratch/$1" | head -n 40
    return 1
}

one()
{
    rm -rf "$scratch/run" "$HOME" && mkdir "$scratch/run" "$HOME" || exit 1
    (cd "$scratch/run" && sh -c '. "$CLI/lib.sh"; . "$1"; exit "$failed"' case \
        "$here/$1.sh" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null)
    status=$?
    if [ "$status" -eq 77 ] && ! [ -f "$here/$1.exit" ]; then
        skipped=$((skipped + 1))
        return
    fi
    wanted=0
    test -f "$here/$1.exit" && wanted=$(cat "$here/$1.exit")
    good=1
    if [ -n "$bless" ] && [ -f "$here/$1.exit" ]; then
        echo "$status" >"$here/$1.exit"
    elif [ "$status" -ne "$wanted" ]; then
        echo "exit status $status, expected $wanted"
        good=0
    fi
    same stdout "$1" || good=0
    same stderr "$1" || good=0
    if [ "$good" -eq 1 ]; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    echo "FAILED: tests/cli/$1"
    head -n 20 "$scratch/stderr"
    chmod -R u+rwx "$scratch/run"
}

cd "$here" || exit 1
for file in */*.sh; do
    name=${file%.sh}
    if [ $# -gt 0 ]; then
        case " $* " in
        *" $name "* | *" ${name%%/*} "*) ;;
        *) continue ;;
        esac
    fi
    one "$name"
done
test "$skipped" -eq 0 || echo "$skipped skipped"
echo "$passed passed, $failed failed"
test "$failed" -eq 0 && test "$passed" -gt 0
