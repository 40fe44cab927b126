#!/bin/sh
# Prints tests/golden/models.csv: the counts of every model of the catalogue at 2,048 tokens.
#   tests/golden/models.sh PROGRAM >tests/golden/models.csv
# A number that changes is a line of the diff; the commit says why.
set -eu
program=${1:?usage: tests/golden/models.sh PROGRAM}
ids=$("$program" completion models)
# shellcheck disable=SC2086
"$program" estimate $ids --context 2048 --csv --quiet | awk -F, '
BEGIN {
    n = split("parameters active_parameters weights_bytes kv_bytes_per_token kv_bytes " \
              "prefill_flop decode_flop training_flop_6nt", name, " ")
    printf "model"
    for (i = 1; i <= n; i++) printf ",%s", name[i]
    print ""
}
NR > 1 && $1 != model { flush(); model = $1 }
{ value[$2] = $3 }
END { flush() }
function flush(    i) {
    if (model == "") return
    printf "%s", model
    for (i = 1; i <= n; i++) printf ",%s", value[name[i]]
    print ""
    split("", value)
}'
