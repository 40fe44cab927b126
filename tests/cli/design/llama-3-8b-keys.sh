# Every key of the contract (DESIGN section 5) is there, schema first.
json estimate llama-3-8b --context 8192
test "$(head -n 1 flat)" = "schema flopwatt.estimate/1" || fail "schema is not the first key"
for path in model.id model.name workload.context workload.batch workload.dtype workload.kv_dtype \
    workload.attention workload.lm_head parameters.total parameters.active \
    parameters.active_without_input_embedding parameters.matmul parameters.embedding \
    parameters.position_embedding parameters.lm_head parameters.final_norm parameters.layers \
    parameters.groups.0.kind parameters.groups.0.count parameters.groups.0.attention.bias \
    parameters.groups.0.attention.norm parameters.groups.0.ffn.router \
    parameters.groups.0.ffn.bias parameters.groups.0.norm parameters.groups.0.total \
    memory.weights_bytes kv_cache.bytes_per_token kv_cache.bytes_per_token_per_layer \
    kv_cache.bytes kv_cache.bytes_if_mha kv_cache.state_bytes prefill.tokens \
    prefill.linear_flop prefill.attention_full_flop prefill.attention_causal_flop \
    prefill.lm_head_last_flop prefill.lm_head_all_flop prefill.elementwise_flop \
    prefill.total_flop decode.attended_tokens decode.linear_flop decode.attention_flop \
    decode.lm_head_flop decode.total_flop training.tokens training.flop_6nt \
    training.device_hours training.flop_per_s_per_device training.mfu \
    training.peak_flop_per_s training.energy_kWh training.intensity_kg_per_kWh \
    training.emissions_kg; do
    grep -q "^$path " flat || fail "no key $path"
done
is workload.attention full
is workload.lm_head last
