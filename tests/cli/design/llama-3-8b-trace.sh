# The walk of one token: shapes of seed and DESIGN section 7.
run 0 trace llama-3-8b
out_has "× W_Q [4096, 4096] → [1, 4096] = 32 heads of 128"
out_has "× W_K [4096, 1024] → [1, 1024] = 8 heads of 128"
out_has "× W_V [4096, 1024] → [1, 1024] = 8 heads of 128"
out_has "theta_(p,i) = p × 500000^(-2i/128), 64 planes per head"
out_has "query heads 4k..4k+3 read KV head k"
out_has "× W_O [4096, 4096] → [1, 4096]"
out_has "× W_gate [4096, 14336] → [1, 14336]"
out_has "× W_down [14336, 4096] → [1, 4096]"
out_has "× 32 layers"
out_has "× W_head [4096, 128256] → [1, 128256]"
