# fvcore#153: width 448, 300 tokens: 642,969,600 FLOP with 4 and with 8 heads, and not with a
# head width of its own.
sum()
{
    run 0 flops -m "L=1 d=448 f=1 V=1 $1" --context 300 --csv
    total=0
    for part in W_Q W_K W_V W_O "attention (full)"; do
        n=$(awk -F, -v part="$part" '$2 == part { print $3 }' out)
        total=$((total + n))
    done
    equal "$1" "$total" "$2"
}
sum h=4 642969600
sum h=8 642969600
sum "h=4 head_dim=128" $((2 * 4 * 448 * 512 * 300 + 4 * 300 * 300 * 512))
