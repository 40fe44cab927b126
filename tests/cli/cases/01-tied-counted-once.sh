# A tied output matrix counts once. Public trackers: llama2.c#378, LLMs-from-scratch#822.
# 32000*288 + 6*(4*288^2 + 3*288*768 + 2*288) + 288 = 15,191,712 and so on.
json show -m "L=6 d=288 h=6 f=768 V=32000 tied=true"
is parameters.total 15191712
json show -m "L=8 d=512 h=8 f=1376 V=32000 tied=true"
is parameters.total 41689600
json show -m "L=12 d=768 h=12 f=2048 V=32000 tied=true"
is parameters.total 109529856
json show llama-3.2-1b
is parameters.total 1235814400
json show llama-3.2-1b --set tied=false
is parameters.total 1498482688
# Tied or not, the LM head is multiplied once.
m=$(value parameters.matmul)
json show llama-3.2-1b
is parameters.matmul "$m"
