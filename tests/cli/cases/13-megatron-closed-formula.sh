# Megatron-LM#682: the closed formula is 6.9 % low on LLaMA-3 8B, 8192 tokens.
run 0 flops llama-3-8b --context 8192 --conventions --csv
equal "3 x forward" "$(csv flop matmul-full)" 474422087516160
equal "closed formula" "$(csv flop megatron)" 441578472603648
run 0 flops llama-3-8b --context 8192 --conventions
out_has "-6.9 % against matmul-full"
# gpt-neox#1093: on a small model the vocabulary outweighs the layers, V/(16 L h) = 1.02
run 0 flops pythia-70m --conventions
out_has "is 102 %"
