# flash-attention#741: 1024 tokens, 16 heads of 64, batch 64, not causal:
# 4*1024^2*64*16*64 = 274,877,906,944
json flops -m "L=1 d=1024 h=16 f=1 V=1" --context 1024 --batch 64
is prefill.attention_full_flop 274877906944
