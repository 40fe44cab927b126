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
    "$program" -max_total_time="$seconds" -max_len=4096 -print_final_stats=0 -verbosity=0 \
        -artifact_prefix="$folder/found/$name-" "$folder/found/$name" "$root/corpus/$name"
done
echo "fuzz: nothing found"
