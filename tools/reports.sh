#!/bin/sh
# Writes the committed reports anew.
#   tools/reports.sh PROGRAM [FOLDER]     FOLDER absent: reports
# Nothing in them depends on date, host or path, so a second run changes no byte.
set -u
program=${1:?"usage: tools/reports.sh PROGRAM [FOLDER]"}
case $program in /*) ;; *) program=$PWD/$program ;; esac
cd "$(dirname "$0")/.." || exit 1
folder=${2:-reports}
FLOPWATT_DATA=$PWD LC_ALL=C.UTF-8
export FLOPWATT_DATA LC_ALL

# name of the folder, then the models: the subject first
while read -r name models; do
    # shellcheck disable=SC2086  # several words
    "$program" report $models --output "$folder/$name/" --force --quiet || exit 1
    echo "$folder/$name"
done <<'END'
llama-3-8b-vs-gpt-3-175b llama-3-8b gpt-3-175b
END
