# Case 8 of the public trackers: conventions are never mixed inside one comparison. The context is
# that of the first model for all of them, said so, and --context chooses another.
json compare llama-3-8b mistral-7b-v0.1 gpt-2
for i in 0 1 2; do
    is models.$i.workload.context 8192
    is models.$i.workload.batch 1
    is models.$i.workload.attention full
    is models.$i.workload.lm_head last
done
err_has "context 8192 for all models, that of LLaMA-3 8B"
json compare llama-3-8b gpt-2 --context 512 --batch 3 --attention causal --lm-head all
for i in 0 1; do
    is models.$i.workload.context 512
    is models.$i.workload.batch 3
    is models.$i.workload.attention causal
    is models.$i.workload.lm_head all
done
err_lacks "for all models"
# --set reaches all of them.
json compare llama-3-8b qwen3-8b --set kv_heads=4 -q
is models.0.model.num_key_value_heads 4
is models.1.model.num_key_value_heads 4
