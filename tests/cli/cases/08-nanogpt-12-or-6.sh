# nanoGPT#456, #322: 12 and 6 L H Q T are one model under full and causal counting.
json show gpt-2
is parameters.total 124439808
is parameters.active_without_input_embedding 123653376
run 0 flops gpt-2 --context 1024 --conventions --csv
equal "full, per token" "$(csv flop_per_token palm-body)" 855166464
equal "half, per token" "$(csv flop_per_token palm-body-half)" 798543360
equal "matrices only" "$(csv flop_per_token matmul-full)" 854438400
