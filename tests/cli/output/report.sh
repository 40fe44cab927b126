# A report in Markdown brings its figures; what is refused leaves nothing.
run 0 report llama-3-8b gpt-3-175b -o report.md
equal files "$(ls -A | tr '\n' ' ')" "err out report-flops.svg report-kv.svg report-parameters.svg \
report-training.svg report.md "
for figure in parameters flops kv training; do
    grep -qF "(report-$figure.svg)" report.md || fail "report.md does not show $figure"
done
rm ./*.svg
run 2 report llama-3-8b gpt-3-175b -o report.md
one_error
err_has "exists already"
equal "no figure" "$(ls -A | grep -c svg)" 0
run 0 report llama-3-8b -o report.html
grep -q '<svg' report.html || fail "no figures in the page"
run 2 report llama-3-8b -o report.docx
one_error
run 2 report
one_error
