# One table, row by row: energy of LLaMA-1 7B, 82,432 h x 400 W x 1.1 = 36.27 MWh, published as 36.
run 0 selftest llama1-table15
out_has "36.2701"
out_has "0.75 %"
out_lacks mosaicml
run 0 selftest llama1-table15 --csv
equal "rows of the CSV" "$(wc -l <out)" 3
equal "computed" "$(csv computed llama1-table15 energy)" 6
equal "reached" "$(csv reached llama1-table15 energy)" true
run 0 selftest megatron-bridge
out_has "25  the layer for multi-token prediction"
run 2 selftest mosaic
one_error
err_has "there is no table \"mosaic\""
err_has "mosaicml"
