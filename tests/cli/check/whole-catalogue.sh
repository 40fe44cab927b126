# Every published count is met, to the unit or to the digits that were printed.
"$FLOPWATT" check --json >out 2>err || fail "check: $(cat err)"
awk -f "$CLI/flat.awk" out >flat
ran="check"
is schema flopwatt.check/1
is ok true
# All models, devices and lists of grids that there are.
equal "models" "$(value models)" "$(ls "$ROOT"/models.d/*.yaml | wc -l)"
equal "hardware" "$(value hardware)" "$(ls "$ROOT"/hardware.d/*.yaml | wc -l)"
equal "grids" "$(value grids)" "$(grep -h -c '^  - {id:' "$ROOT"/grids.d/*.yaml | awk '{ n += $1 } END { print n }')"
equal "published figures" "$(value published_figures.total)" \
    $(($(value published_figures.exact) + $(value published_figures.to_printed_digits)))
equal "disclosed figures" "$(value disclosed_runs.over_determined_figures)" \
    "$(value disclosed_runs.within_1_percent)"
run 0 check --csv
grep -q '^gpt-3-175b,parameters,174604259328,175000000000,-395740672,3,to 3 digits,N,' out ||
    fail "GPT-3: 174,604,259,328 rounds to the 175B of the paper"
grep -q '^llama-3-8b,parameters,8030261248,8030261248,0,,exactly,N,' out || fail "LLaMA-3 8B"
# The unverified ones can be read by programs, and are marked in the lists.
run 0 check --unverified --csv
grep -q '^hardware,h100-sxm,fp64_matrix$' out || fail "the fp64 rate of h100-sxm is unverified"
