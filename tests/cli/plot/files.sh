# The four charts to svg, png and pdf, by the ending; nothing half written.
for chart in parameters flops kv training; do
    run 0 plot "$chart" llama-3-8b gpt-3-175b -o "$chart.svg"
    grep -q '^<svg' "$chart.svg" || grep -q '<svg ' "$chart.svg" || fail "$chart.svg is no SVG"
    grep -qi -e '[^a-z]nan[^a-z]' -e '[^a-z]inf[^a-z]' "$chart.svg" && fail "$chart.svg: nan or inf"
done
if command -v xmllint >/dev/null; then
    xmllint --noout ./*.svg || fail "not well-formed"
fi
run 0 plot kv llama-3-8b -o kv.png
equal "png" "$(head -c 4 kv.png | tail -c 3)" PNG
run 0 plot kv llama-3-8b -o kv.pdf
equal "pdf" "$(head -c 4 kv.pdf)" %PDF
run 2 plot kv llama-3-8b -o kv.svg
one_error
run 2 plot kv llama-3-8b -o kv.gif
one_error
err_has ".svg, .png or .pdf"
run 2 plot pie llama-3-8b
one_error
err_has "parameters, flops, kv"
run 2 plot
one_error
run 2 plot kv
one_error
