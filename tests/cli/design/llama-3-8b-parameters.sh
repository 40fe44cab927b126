# Matrices, layer and total of LLaMA-3 8B. DESIGN section 7; the config of the model: d 4096,
# h 32, h_kv 8, d_h 128, f 14336, L 32, V 128256.
json estimate llama-3-8b --context 8192
is schema flopwatt.estimate/1
is parameters.groups.0.attention.q 16777216
is parameters.groups.0.attention.k 4194304
is parameters.groups.0.attention.v 4194304
is parameters.groups.0.attention.o 16777216
is parameters.groups.0.attention.total 41943040
is parameters.groups.0.ffn.gate 58720256
is parameters.groups.0.ffn.up 58720256
is parameters.groups.0.ffn.down 58720256
is parameters.groups.0.ffn.total 176160768
is parameters.groups.0.matmul 218103808
is parameters.groups.0.norm 8192
is parameters.groups.0.total 218112000
is parameters.groups.0.count 32
is parameters.layers 6979584000
is parameters.embedding 525336576
is parameters.lm_head 525336576
is parameters.final_norm 4096
is parameters.total 8030261248
is parameters.active 8030261248
