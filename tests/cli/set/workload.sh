# Keys of the workload and of the training run are those of the options.
json kv llama-3-8b --set context=4Ki --set batch=2 --set kv_dtype=fp32
is workload.context 4096
is workload.batch 2
is kv_cache.bytes $((131072 * 2 * 4096 * 2))
# the letters of docs/symbols.md
json estimate llama-3-8b --set S=4Ki --set B=2 --set T=1T
is workload.context 4096
is workload.batch 2
is training.tokens 1000000000000
json flops llama-3-8b --set attention=causal --set lm_head=none --set context=8192
is prefill.total_flop 131943542816768
json train llama-3-8b --set mfu=40% --set devices=1024
near training.days 20.6387 1e-5
json train llama-3-8b --set tokens=1T
is training.tokens 1000000000000
# the last one counts, whichever way the time was given
json train llama-3-8b --devices 1024 --set days=30 --set "time=10 days"
near training.days 10 1e-12
# facts of the chain that have no option
json train llama-3-8b --set energy_facility="1001 MWh"
near training.facility_energy_kWh 1001000 1e-12
run 2 kv llama-3-8b --set batch=none
one_error
err_has "--set batch"
run 2 train llama-3-8b --set power="3 kWh"
err_has "is an energy"
