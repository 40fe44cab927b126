# Every count of every model against the committed list.
sh "$ROOT/tests/golden/models.sh" "$FLOPWATT" >out || fail "models.sh"
diff -u "$ROOT/tests/golden/models.csv" out >diff || fail "counts changed: $(grep '^[-+]' diff | head -n 20)"
# Some of them from elsewhere, so that the list itself is checked: DESIGN section 7, the papers.
grep -q '^llama-3-8b,8030261248,8030261248,16060522496,131072,' out || fail "llama-3-8b"
grep -q '^gpt-3-175b,174604259328,174604259328,349208518656,4718592,' out || fail "gpt-3-175b"
grep -q '^mixtral-8x7b,46702792704,12879925248,' out || fail "mixtral-8x7b"
grep -q '^deepseek-v3,671026419200,37552297472,[0-9]*,70272,' out || fail "deepseek-v3"
equal "models" "$(sed 1d out | wc -l)" "$(ls "$ROOT"/models.d/*.yaml | wc -l)"
