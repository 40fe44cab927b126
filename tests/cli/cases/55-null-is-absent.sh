# llm-d-benchmark#426: Mixtral 8x22B, head_dim null: 6144/48 = 128; 229,376 B per token.
json kv -m "L=56 d=6144 h=48 kv_heads=8 head_dim=null f=16384 V=32768 E=8 k=2"
is kv_cache.bytes_per_token 229376
cp out null
for variant in "head_dim=128" "" "head_dim=~"; do
    json kv -m "L=56 d=6144 h=48 kv_heads=8 $variant f=16384 V=32768 E=8 k=2"
    cmp -s out null || fail "$variant differs from null"
done
