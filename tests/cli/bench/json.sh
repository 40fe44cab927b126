# A small model with two query heads per KV head, two sequences: the keys of the contract, and the
# counts by hand. Times are not looked at, but that they are there.
json bench -q -m "L=2 d=64 h=4 h_kv=2 f=160 V=97" --tokens 17 --decode 3 --at 5 --batch 2 \
    --repeat 2 --threads 1
is schema flopwatt.bench/1
is machine.threads 1
for key in machine.cores machine.processor peaks.matrix_flop_per_s peaks.stream_bytes_per_s \
    model.id run.variant; do
    test -n "$(value "$key")" || fail "no $key"
done
n=0
for phase in prefill decode; do
    is "phases.$n.phase" "$phase"
    is "phases.$n.batch" 2
    for op in '' ops.0. ops.5.; do
        for key in time_s runs counted_flop analytic_flop equal flop_per_s peak_share bytes \
            stream_share tokens_per_s; do
            test -n "$(value "phases.$n.$op$key")" || fail "no phases.$n.$op$key"
        done
    done
    is "phases.$n.ops.0.op" embedding
    n=$((n + 1))
done
is phases.0.tokens 17
is phases.0.runs 2
is phases.1.tokens 5
is phases.1.runs 3
! grep -q 'equal false' flat || fail "counted and analytic FLOP differ: $(grep 'equal false' flat)"
test "$(grep -c '\.equal true$' flat)" -ge 42 || fail "too few operations"

# flop PHASE OP: what was counted
flop()
{
    path=$(awk -v p="phases.$1.ops." -v op="$2" \
        'index($1, p) == 1 && $1 ~ /\.op$/ && $2 == op { sub(/op$/, "counted_flop", $1); print $1 }' flat)
    value "$path"
}
# 2 layers x 2 FLOP x 34 rows x inputs x outputs
equal q "$(flop 0 q)" $((2 * 2 * 34 * 64 * 64))
equal k "$(flop 0 k)" $((2 * 2 * 34 * 64 * 32))
equal down "$(flop 0 down)" $((2 * 2 * 34 * 160 * 64))
# causal pairs of 17 tokens: 17 x 18 / 2; 4 heads of 16; 2 sequences
equal scores "$(flop 0 scores)" $((2 * 2 * 16 * 4 * 17 * 18 / 2 * 2))
# the last row of each sequence
equal lm_head "$(flop 0 lm_head)" $((2 * 2 * 64 * 97))
# after 5 tokens the new one sees 6
equal "scores of decode" "$(flop 1 scores)" $((2 * 2 * 16 * 4 * 6 * 2))
equal "softmax has no FLOP" "$(flop 1 softmax)" 0
# The sum of the operations is the total.
for n in 0 1; do
    sum=$(awk -v p="phases.$n.ops." 'index($1, p) == 1 && $1 ~ /\.counted_flop$/ { s += $2 }
        END { printf "%.0f", s }' flat)
    is "phases.$n.counted_flop" "$sum"
done
