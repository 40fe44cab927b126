# The same sweep as CSV, JSON, Markdown and text holds the same numbers.
sweep()
{
    run 0 whatif llama-3-8b --sweep context=1Ki..4Ki:x4 --sweep kv_heads=4,8 \
        --get kv_bytes,decode_flop -q "$@"
}
sweep --csv
equal "CSV" "$(tail -n 1 out)" 4096,8,536870912,17157324800
sweep --json
awk -f "$CLI/flat.awk" out >flat
is schema flopwatt.whatif/1
is sweep.0.key context
is sweep.0.values.1 4096
is rows.3.context 4096
is rows.3.kv_heads 8
is rows.3.kv_bytes 536870912
is rows.3.decode_flop 17157324800
is complete true
is base.parameters.total 8030261248
sweep --format md
out_has "| 4,096 | 8 | 536,870,912 | 17,157,324,800 |"
sweep
out_has "536,870,912"
# Counts beyond 2^53 come as strings besides (case 25): 405B, batch 8, 1,000,000 tokens.
run 0 whatif llama-3.1-405b --sweep batch=8 --set context=1000000 --set lm_head=all \
    --get prefill_flop --json -q
awk -f "$CLI/flat.awk" out >flat
is rows.0.prefill_flop 72520254357504000000
is rows.0.prefill_flop_string 72520254357504000000
# Files: written whole, never over another without --force.
run 0 whatif llama-3-8b --sweep L=1,2 --get parameters -o x.csv -q
equal "lines of the file" "$(wc -l <x.csv)" 3
run 2 whatif llama-3-8b --sweep L=1,2 --get parameters -o x.csv -q
one_error
run 0 whatif llama-3-8b --sweep L=1,2 --get parameters -o x.json -q
grep -q flopwatt.whatif/1 x.json || fail "x.json is no JSON"
