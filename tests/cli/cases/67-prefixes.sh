# humanfriendly#26, fio#1618: i is binary, without it decimal; unknown tails are errors; the
# number is repeated in full digits.
context()
{
    json kv llama-3-8b --context "$1"
    is workload.context "$2"
}
context 8k 8000
context 8K 8000
context 8Ki 8192
context 128Ki 131072
context 1M 1000000
context 1.5Mi 1572864
run 0 kv llama-3-8b --context 128Ki
err_has "note: --context 128Ki = 131072"
run 0 kv llama-3-8b --context 131072
err_lacks "131072 ="
run 0 kv llama-3-8b --context 128Ki -q
test ! -s err || fail "-q leaves notes"
json train --parameters 7B --tokens 15T
is training.tokens 15000000000000
is training.flop_6nt 630000000000000000000000
for bad in "10 MiByte" 4kii 010 1_000 12:30 0x10 1,000 inf nan -1 1.5 "" 8kB; do
    run 2 kv llama-3-8b --context "$bad"
    one_error
done
