# LLaMA-3 8B beside GPT-3: layer matrices 8.31 x, total 21.74 x, 6NT 1 / 2.30. DESIGN section 7.
json show llama-3-8b
a_layer=$(value parameters.groups.0.matmul) a_total=$(value parameters.total)
json show gpt-3-175b
b_layer=$(value parameters.groups.0.matmul) b_total=$(value parameters.total)
close_to "layer ratio" "$(quotient $b_layer $a_layer)" 8.31 6e-4
close_to "total ratio" "$(quotient $b_total $a_total)" 21.74 3e-4
json train llama-3-8b
a_flop=$(value training.flop_6nt)
json train gpt-3-175b
b_flop=$(value training.flop_6nt)
close_to "FLOP ratio" "$(quotient $a_flop $b_flop)" 2.30 2e-3
