# Names, JSON paths and rows lead to the same figure. Values of DESIGN section 7.
explain()
{
    "$FLOPWATT" explain "$1" "$2" --context 8192 --json -q >out || fail "explain $1 $2"
    awk -f "$CLI/flat.awk" out >flat
    ran="explain $1 $2"
}
explain kv_bytes llama-3-8b
is schema flopwatt.explain/1
is value 1073741824
is unit B
is equation "KV_bytes = SUM(kv_bytes)"
is sources.0.id ainslie2023
# 8,192 tokens x 8 heads x 128 x 2 B, keys and values: 33,554,432 B in each of 32 layers.
is rows.1.row kv_bytes
is rows.1.groups.0.layers 32
is rows.1.groups.0.value 33554432
for name in kv_cache.bytes KV_bytes; do
    explain $name llama-3-8b
    is value 1073741824
done
explain W_K llama-3-8b
is value 4194304
is rows.0.groups.0.here "d × h_kv × d_h = 4,096 × 8 × 128"
is numbers "0 > 0 ? 4096*(0 + 0) + 0*32*(128 - 0) : 4096*8*128"
is symbols.5.symbol h_kv
is symbols.5.value 8
explain "SUM(W_K)" llama-3-8b
is value 134217728
explain parameters llama-3-8b
is value 8030261248
is numbers "525336576 + 0 + 0 + 6979584000 + 4096 + 525336576"
explain training_flop llama-3-8b
is value 722723512320000000000000
is numbers "6*8030261248*15000000000000"
is sources.0.id kaplan2020
# A quotient of two rows: 35,184,372,088,832 of 149,534,632,050,688 FLOP.
explain attention_share llama-3-8b
is numbers "35184372088832 / 149534632050688"
near value 0.23529246 1e-7
# Symbols and keys of the architecture, with the line that gives them.
explain h_kv llama-3-8b
is value 8
explain num_key_value_heads llama-3-8b
is value 8
grep -q '^origin .*models.d/llama-3-8b.yaml:[0-9]*$' flat || fail "no place of the key"
explain mlp llama-3-8b
grep -q '^origin swiglu, ' flat || fail "a key that holds a word: $(value origin)"
