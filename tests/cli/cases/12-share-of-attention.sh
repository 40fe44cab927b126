# olmoearth_pretrain#605: what a tool misses that sees linear layers alone: 1 + N/(6d).
ratio()
{
    json flops -m "L=1 d=$1 h=3 mlp=gelu V=1" --context "$2"
    attention=$(value prefill.attention_full_flop) linear=$(value prefill.linear_flop)
    close_to "d $1, N $2" "$(quotient $((linear + attention)) "$linear")" "$3" 1e-5
}
ratio 192 1024 1.888889
ratio 768 512 1.111111
