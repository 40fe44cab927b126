# Year, kind and source stand beside each figure.
run 0 grids france
out_has lifecycle
out_has owid
json grids fra
grep -q '^grids\.[0-9]*\.intensity_kg_per_kWh 0.056039$' flat || fail "no figure for France"
run 0 grids --csv
head -n 1 out | grep -q '^id,name,intensity_kg_per_kWh,year,kind,family,pue,source,source_text,unverified$' ||
    fail "columns: $(head -n 1 out)"
