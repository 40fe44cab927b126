#!/bin/sh
# Writes the generated parts of flopwatt.1 anew: COMMANDS and OPTIONS, from the tables of the
# program, and the output of every example.
#   tools/man.sh PROGRAM            rewrites flopwatt.1
#   tools/man.sh PROGRAM --print    prints what it would be, changes nothing
# An example is a literal display: lines that start with "$ flopwatt" are run, what follows up to
# the next such line or the end of the display is their output.
set -u
cd "$(dirname "$0")/.." || exit 1
program=${1:?usage: tools/man.sh PROGRAM [--print]}
case $program in /*) ;; *) program=$PWD/$program ;; esac
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" && ln -s "$program" "$scratch/bin/flopwatt" || exit 1
PATH=$scratch/bin:$PATH FLOPWATT_DATA=${FLOPWATT_DATA:-$PWD} COLUMNS=80 LC_ALL=C.UTF-8 TERM=dumb
HOME=$scratch
export PATH FLOPWATT_DATA COLUMNS LC_ALL TERM HOME
unset XDG_CONFIG_HOME NO_COLOR

"$program" help --man >"$scratch/tables" || exit 1
mkdir "$scratch/run" || exit 1
# First the plan: one line per line of the page, with the commands to run marked.
while IFS= read -r line; do
    case $line in
    '.\" BEGIN of what'*)
        printf '%s\n' "$line"
        cat "$scratch/tables"
        skip=generated ;;
    '.\" END of what'*)
        printf '%s\n' "$line"
        skip= ;;
    '$ flopwatt '*)
        printf '%s\n' "$line"
        # A display shows the shell's characters as they are, but for the escape of mdoc.
        words=$(printf '%s\n' "${line#\$ }" | sed 's/\\e/\\/g')
        (cd "$scratch/run" && sh -c "$words" 2>/dev/null) | sed 's/\\/\\e/g; s/^[.'"'"']/\\\&&/'
        skip=output ;;
    .Ed*)
        printf '%s\n' "$line"
        skip= ;;
    *)
        test -n "${skip:-}" || printf '%s\n' "$line" ;;
    esac
done <flopwatt.1 >"$scratch/page" || exit 1
if [ "${2:-}" = --print ]; then
    cat "$scratch/page"
else
    cmp -s "$scratch/page" flopwatt.1 || cp "$scratch/page" flopwatt.1
fi
