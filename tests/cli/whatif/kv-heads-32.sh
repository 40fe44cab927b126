# The what-if of the design: as many KV heads as heads. 4 x the cache, 805,306,368 parameters more
# (32 layers x 2 x 4096 x 24 heads x 128), the same attention FLOP (case 18, OLMo-core#480).
json whatif llama-3-8b --set num_key_value_heads=32 --set context=8192
is schema flopwatt.whatif/1
is base.kv_cache.bytes 1073741824
is changed.kv_cache.bytes 4294967296
is base.parameters.total 8030261248
is changed.parameters.total 8835567616
is changed.prefill.attention_full_flop 35184372088832
is base.prefill.attention_full_flop 35184372088832
# The same as rows: base, changed, difference, ratio.
row()
{
    awk -v q="$1" '/"quantity"/ { on = index($0, "\"" q "\"") } on' out |
        sed -n "s/^ *\"$2\": \([^,]*\),*$/\1/p" | head -n 1
}
equal "kv_bytes" "$(row kv_bytes base) $(row kv_bytes changed) $(row kv_bytes difference)" \
    "1073741824 4294967296 3221225472"
equal "ratio of kv_bytes" "$(row kv_bytes ratio)" 4
equal "parameters" "$(row parameters difference)" 805306368
equal "attention" "$(row prefill_attention_flop difference)" 0
# A difference is signed and exact, beyond 2^53 too: 6 x 805,306,368 x 15e12 FLOP of training.
json whatif llama-3-8b --set num_key_value_heads=32 --get training_flop
is rows.0.difference 72477573120000000000000
is rows.0.difference_string 72477573120000000000000
json whatif llama-3-8b --set num_key_value_heads=4 --get kv_bytes,parameters
is rows.0.difference -536870912
is rows.0.ratio 0.5
# 32 layers x 2 x 4096 x 4 heads x 128
is rows.1.difference -134217728
