# Charts of sweeps: lines for numbers, bars for words, a gap for what is unknown (case 70).
run 0 whatif llama-3-8b --sweep context=1Ki..128Ki:x2 --sweep kv_heads=1,8,32 --get kv_bytes -o a.svg -q
run 0 whatif llama-3-8b --sweep mlp=swiglu,gelu --get parameters -o b.svg -q
run 0 whatif llama-3-8b --sweep context=1Ki..8Ki:x2 --get kv_bytes,weights_bytes,attention_share,mfu \
    -o c.svg -q
run 0 whatif qwen3-8b --sweep context=1Ki --get kv_bytes,mfu -o d.svg -q
run 0 whatif bloom-176b --sweep intensity=0,0.1,0.4 --get emissions_kg -o e.svg -q
run 0 whatif llama-3-8b --sweep kv_heads=4,5,8 --skip-invalid --get kv_bytes -o f.svg -q
for f in a b c d e f; do
    test -s $f.svg || fail "$f.svg is empty"
    ! grep -qiE '[" ,](nan|inf)' $f.svg || fail "$f.svg holds nan or inf"
    command -v xmllint >/dev/null || continue
    xmllint --noout $f.svg || fail "$f.svg is not well-formed"
done
grep -q "kv_heads 32" a.svg || fail "a.svg lacks the name of a series"
grep -q "LLaMA-3 8B" a.svg || fail "a.svg lacks its title"
run 0 whatif llama-3-8b --sweep context=1Ki..8Ki:x2 --get kv_bytes -o a.png -q
head -c 8 a.png | od -c | grep -q 'P   N   G' || fail "a.png is no PNG"
run 0 whatif llama-3-8b --sweep context=1Ki..8Ki:x2 --get kv_bytes -o a.pdf -q
head -c 5 a.pdf | grep -q '%PDF' || fail "a.pdf is no PDF"
# a ratio on the x axis is in per cent, as its label says: 20 % to 60 %, not 0.2 to 0.6
run 0 whatif llama-3-8b --set devices=1024 --sweep mfu=20%..60%:+10% --get days -o ratio.svg -q
grep -q '>mfu (%)<' ratio.svg || fail "no label mfu (%)"
grep -q '>60<' ratio.svg || fail "the x axis does not reach 60"
grep -q '>0\.6<' ratio.svg && fail "the x axis has 0.6 under a label in per cent"
true
