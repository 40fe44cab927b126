# Ratios of DESIGN section 7: layer matrices 8.31 x, parameters 21.74 x, 6 N T 1/2.30 with 1/50 of
# the tokens. Exact values by hand: 174604259328 / 8030261248, 1811939328 / 218103808.
json compare llama-3-8b gpt-3-175b --context 8192
is schema flopwatt.compare/1
is models.0.parameters.total 8030261248
is models.1.parameters.total 174604259328
near ratios.parameters.1 "$(quotient 174604259328 8030261248)" 1e-9
near ratios.tokens.1 0.02 1e-12
near ratios.training_flop_6nt.1 "$(quotient 314287666790400000000000 722723512320000000000000)" 1e-9
equal "ratio of the first to itself" "$(value ratios.parameters.0)" 1
run 0 compare llama-3-8b gpt-3-175b --csv
grep -q '^matrices of a layer,,218103808,1811939328,8\.30[78]' out || fail "matrices of a layer"
close_to "21.74 x" "$(csv ratio_gpt-3-175b parameters)" 21.74 1e-3
# The four design changes, each with its effect on LLaMA-3 8B. Counts of the other choice by hand:
# MHA adds 32 x 2 x (16,777,216 - 4,194,304) = 805,306,368 parameters; 8,192 learned positions add
# 33,554,432; a GELU FFN has two of three matrices, 4 d wide: 32 x (2*4*4096^2 - 3*4096*14336);
# LayerNorm has a second vector for 65 norms: 65 x 4096 = 266,240.
run 0 compare llama-3-8b gpt-3-175b
out_has "LayerNorm -> RMSNorm"
out_has "8,030,527,488 -> 8,030,261,248"
out_has "MHA, a key-value head for each head -> GQA"
out_has "8,835,567,616 -> 8,030,261,248"
out_has "learned -> RoPE"
out_has "8,063,815,680 -> 8,030,261,248"
out_has "GELU, two matrices, width 4 d -> SwiGLU, three matrices"
out_has "6,688,083,968 -> 8,030,261,248"
# The learned positions of GPT-3 end at 2,048: said so.
err_has "the position table has 2048 rows"
