#!/bin/sh
# Prints a page with the output of its examples written anew: in each fenced block "console", a
# line that starts with "$ " is run (it may go on behind a backslash), and what follows up to the
# next such line or the end of the block is replaced by what it prints.
#   tools/examples.sh PROGRAM PAGE           README.md as it should be
#   tools/examples.sh PROGRAM PAGE --write   rewrites the page
# A line "$ ./run ..." is shown, not run.
set -u
cd "$(dirname "$0")/.." || exit 1
program=${1:?usage: tools/examples.sh PROGRAM PAGE [--write]}
page=${2:?usage: tools/examples.sh PROGRAM PAGE [--write]}
case $program in /*) ;; *) program=$PWD/$program ;; esac
case $page in /*) ;; *) page=$PWD/$page ;; esac
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
mkdir "$scratch/bin" "$scratch/home" "$scratch/run" || exit 1
ln -s "$program" "$scratch/bin/flopwatt" || exit 1
PATH=$scratch/bin:$PATH FLOPWATT_DATA=$PWD COLUMNS=80 LC_ALL=C.UTF-8 TERM=dumb
HOME=$scratch/home
export PATH FLOPWATT_DATA COLUMNS LC_ALL TERM HOME
unset XDG_CONFIG_HOME NO_COLOR
cd "$scratch/run" || exit 1

# run_command: runs $command as a shell would; what it prints is the output of the example.
run_command()
{
    case $command in
    './run '*) keep=yes ;;
    *) keep=no; sh -c "$command" 2>&1 </dev/null ;;
    esac
    command=
}

renew()
{
    inside=no command= keep=yes
    while IFS= read -r line; do
        if [ "$inside" = no ]; then
            printf '%s\n' "$line"
            if [ "$line" = '```console' ]; then inside=yes keep=yes; fi
            continue
        fi
        if [ -n "$command" ]; then
            printf '%s\n' "$line"
            command=$command$line
        elif [ "$line" = '```' ]; then
            printf '%s\n' "$line"
            inside=no
            continue
        elif [ "${line#\$ }" != "$line" ]; then
            printf '%s\n' "$line"
            command=${line#\$ }
        else
            test "$keep" = no || printf '%s\n' "$line"
            continue
        fi
        case $command in
        *\\) command=${command%\\} ;;
        *) run_command ;;
        esac
    done
}

renew <"$page" >"$scratch/page"
if [ "${3:-}" = --write ]; then
    cmp -s "$scratch/page" "$page" || cp "$scratch/page" "$page"
else
    cat "$scratch/page"
fi
