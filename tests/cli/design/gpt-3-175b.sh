# GPT-3 175B: shape, layer and total. DESIGN section 7.
json estimate gpt-3-175b
is model.num_hidden_layers 96
is model.hidden_size 12288
is model.num_attention_heads 96
is model.head_dim 128
is model.intermediate_size 49152
is model.vocab_size 50257
is model.position learned
is model.num_position_embeddings 2048
is model.norm layernorm
is model.mlp gelu
is model.tie_word_embeddings true
is parameters.groups.0.matmul 1811939328
is parameters.groups.0.total 1812099072
is parameters.total 174604259328
# 300B tokens: 6 x 174,604,259,328 x 3e11
is training.flop_6nt 314287666790400000000000
