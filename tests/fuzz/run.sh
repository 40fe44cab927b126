#!/bin/sh
# Runs each libFuzzer program of a folder for some seconds: tests/fuzz/run.sh FOLDER SECONDS
# What it finds goes to FOLDER/found/NAME; the committed corpus is only read.
set -eu
folder=$1 seconds=$2
root=$(dirname "$0")
for program in "$folder"/fuzz_*; do
    test -x "$program" || continue
    name=${program##*/fuzz_}
    case $name in *.*) continue ;; esac
    mkdir -p "$folder/found/$name"
    echo "fuzz $name for $seconds s"
    log=$folder/$name.log
    if ! "$program" -max_total_time="$seconds" -max_len=4096 -verbosity=1 \
        -artifact_prefix="$folder/found/$name-" "$folder/found/$name" "$root/corpus/$name" \
        >"$log" 2>&1; then
        tail -n 40 "$log"
        echo "fuzz $name: found something, the input is $folder/found/$name-*"
        exit 1
    fi
    sed -n '/^Done /s/^/    /p' "$log"
done
echo "fuzz: nothing found"
