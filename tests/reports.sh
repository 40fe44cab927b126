#!/bin/sh
# The committed reports: regenerating changes no byte, the numbers are those of the design, the
# pages are well-formed and need nothing from elsewhere. Prints "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 1
FLOPWATT=${FLOPWATT:-$PWD/build/flopwatt}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
passed=0 failed=0

# check NAME COMMAND...: a command that must succeed
check()
{
    name=$1
    shift
    if "$@" >"$scratch/out" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        head -n 5 "$scratch/out"
    fi
}

# not COMMAND...: true if it fails
not()
{
    if "$@"; then return 1; fi
}

folder=llama-3-8b-vs-gpt-3-175b
old=reports/$folder
new=$scratch/reports/$folder
check "the sources are in the program" sh -c \
    "tools/bibliography.sh | cmp - src/report/bibliography.def"
check "reports are written" tools/reports.sh "$FLOPWATT" "$scratch/reports"

# ---- byte for byte ------------------------------------------------------------------------------

check "the same files" sh -c "ls '$old' >'$scratch/a' && ls '$new' >'$scratch/b' &&
    cmp '$scratch/a' '$scratch/b' && test \$(wc -l <'$scratch/a') -eq 12"
for file in report.md report.html report.csv report.json \
    parameters.svg flops.svg kv.svg training.svg; do
    check "$file as committed" cmp "$old/$file" "$new/$file"
done

# PNG files hold what Cairo and FreeType of one version draw: another version draws other pixels.
drawn_with="1.16.0 1.50.12 24.3.18"
here=$(pkg-config --modversion cairo pangocairo freetype2 2>/dev/null | tr '\n' ' ')
header() { dd if="$1" bs=1 count=24 2>/dev/null | od -An -tx1; }
same_size() { test "$(header "$1")" = "$(header "$2")"; }
for chart in parameters flops kv training; do
    if [ "$here" = "$drawn_with " ]; then
        check "$chart.png as committed" cmp "$old/$chart.png" "$new/$chart.png"
    else
        check "$chart.png has the size of the committed one" same_size "$old/$chart.png" \
            "$new/$chart.png"
    fi
    check "$chart.png is small" test "$(wc -c <"$new/$chart.png")" -lt 150000
done

# ---- what is there is kept ----------------------------------------------------------------------

FLOPWATT_DATA=$PWD
export FLOPWATT_DATA
status()
{
    want=$1
    shift
    "$@" >"$scratch/said" 2>&1 </dev/null
    test $? -eq "$want" || { cat "$scratch/said"; return 1; }
}
check "an old report needs --force" status 2 "$FLOPWATT" report llama-3-8b -o "$new/"
check "and stays as it was" cmp "$old/report.md" "$new/report.md"
check "--format and a folder print nothing" status 0 "$FLOPWATT" report llama-3-8b --format html \
    -o "$scratch/one/"
check "(nothing)" test ! -s "$scratch/said"
check "one model makes a report" test "$(ls "$scratch/one" | wc -l)" -eq 12
check "a folder that cannot be made" status 4 "$FLOPWATT" report llama-3-8b -o "$new/report.md/x/"
check "a model that does not exist" status 3 "$FLOPWATT" report no-such-model -o "$scratch/two/"
check "leaves nothing" test ! -e "$scratch/two"

# ---- the numbers of DESIGN.md, section 7 --------------------------------------------------------

# has FILE TEXT: fixed strings, so that every digit counts
has() { grep -qF -- "$2" "$new/$1"; }
sed 's/<[^>]*>//g' "$new/report.html" >"$new/page.txt" # what a reader of the page sees
while IFS='|' read -r text what; do
    check "report.md: $what" has report.md "$text"
    check "report.html: $what" has page.txt "$text"
done <<'END'
16,777,216|W_Q, W_O
4,194,304|W_K, W_V
41,943,040|attention
58,720,256|gate, up, down
176,160,768|FFN
218,103,808|a layer in matrices
218,112,000|a layer with its norms
6,979,584,000|32 layers
525,336,576|embedding, LM head
8,030,261,248|LLaMA-3 8B in all
2,048 elements|KV elements per layer and token
4,096 B|KV bytes per layer and token
131,072 B|KV bytes per token
1,073,741,824 B|KV cache at 8,192
4,294,967,296 B|the same with MHA
1.00 GiB with GQA, 4.00 GiB with MHA|KV cache in words
saves 75 %|what GQA saves
3,573,412,790,272|prefill, linear, one layer
1,099,511,627,776|prefill, full attention, one layer
549,822,922,752|prefill, causal attention, one layer
149,533,581,377,536|prefill, 32 layers, full
131,943,542,816,768|prefill, 32 layers, causal
1,050,673,152|LM head, last row
149.5 TFLOP|prefill in words
436,207,616|decode, linear, one layer
134,234,112|decode, attention, one layer
18,254,135,296|decode, 32 layers
19,304,808,448|decode with LM head
19.30 GFLOP|decode in words
7.2272351232e23|6NT of 15T tokens
722,723,512,320,000,000,000,000|the same, every digit
910,000 kWh|energy of the chips
0.42857 kg/kWh|390 t over 910,000 kWh
154.428 TFLOP/s|per device
15.61 %|MFU
p × 500,000^(−2i/128)|angle of the rotation
64 planes per head|planes
query heads 4k to 4k+3 read KV head k|head sharing
12,288|width of GPT-3
49,152|FFN width of GPT-3
50,257|vocabulary of GPT-3
1,811,939,328|layer of GPT-3 in matrices
1,812,099,072|layer of GPT-3
174,604,259,328|GPT-3 in all
8.31 times|ratio of the layers
21.74 times|ratio of the models
3.1428|6NT of GPT-3
3.15e23|the same with 175e9
2.30 times the FLOP|ratio of the training FLOP
1,287 MWh|energy of GPT-3
552.1 t|emissions of GPT-3
3,552,000 h|device-hours of GPT-3
24.6 TFLOP/s|disclosed rate of GPT-3
19.66 %|19.7 % of 125
1/22 of the parameters|the comparison
50 times the training tokens|the comparison
LayerNorm, then RMSNorm|first change
MHA, then GQA|second change
learned positions, then RoPE|third change
GELU, then SwiGLU|fourth change
END
while IFS='|' read -r text what; do
    check "report.csv: $what" has report.csv "$text"
done <<'END'
model,quantity,value,unit,convention,equation|header
llama-3-8b,N,8030261248,parameters|total
gpt-3-175b,N,174604259328,parameters|total of GPT-3
llama-3-8b,KV_bytes,1073741824,B|KV cache
llama-3-8b,decode_total,19304808448,FLOP|decode
llama-3-8b,training.6nt,722723512320000000000000,FLOP|6NT
END
for text in '"total": 8030261248' '"total": 174604259328' '"bytes_if_mha": 4294967296' \
    'flopwatt.report/1' 'flopwatt.estimate/1'; do
    check "report.json: $text" has report.json "$text"
done

# ---- form ---------------------------------------------------------------------------------------

page=$new/report.html
check "nothing unknown, nan or inf" not grep -niE '\b(nan|inf|null)\b' "$new/report.md"
check "no script" not grep -qi '<script' "$page"
check "nothing is loaded" not grep -qE '(src|href)="?(https?:)?//|@import|url\(' "$page"
check "no path of a machine" not grep -qE '(/home|/root|/tmp)/' "$new/report.md" "$page" \
    "$new/report.csv" "$new/report.json"
grep -oE ' id="[^"]*"' "$page" | sed 's/.*"\(.*\)"/\1/' | sort >"$scratch/ids"
check "ids are unique" sh -c "uniq -d '$scratch/ids' | { ! grep .; }"
grep -oE 'href="#[^"]*"' "$page" | sed 's/.*#\(.*\)"/\1/' | sort -u >"$scratch/refs"
check "every reference has its target" sh -c \
    "comm -13 '$scratch/ids' '$scratch/refs' | { ! grep .; }"
check "every equation has a source" not grep -qE '<tr><th scope="row">[^<]*</th><td class="m">' \
    "$page"
for chart in parameters flops kv training; do
    check "report.md shows $chart.svg" has report.md "]($chart.svg)"
    check "$chart.svg names its source" has "$chart.svg" "Derived by flopwatt"
done
if command -v xmllint >/dev/null 2>&1; then
    for chart in parameters flops kv training; do
        check "$chart.svg is well-formed" xmllint --noout "$new/$chart.svg"
    done
fi
echo "$passed passed, $failed failed"
test "$failed" -eq 0
