# A model from its keys; what is assumed is said.
run 0 show -m "L=32 d=4096 h=32 f=11008 V=32000"
err_has "note: synthetic model: assumed norm=rmsnorm, position=rope, mlp=swiglu"
json show -m "L=32 d=4096 h=32 f=11008 V=32000"
# Llama 2 7B has this shape: 6,738,415,616
is parameters.total 6738415616
run 0 show -m "L=32 d=4096 h=32 f=11008 V=32000 norm=layernorm mlp=gelu position=none"
err_lacks "assumed norm"
# beside a model of the catalogue, and changed like one
run 0 kv llama-3-8b -m "L=1 d=64 h=4 f=64 V=10" -m "L=2 d=64 h=4 f=64 V=10" --csv
equal models "$(csv model | sort -u | wc -l | tr -d ' ')" 2
json show -m "L=32 d=4096 h=32 f=11008 V=32000" --set L=1
is model.num_hidden_layers 1
run 2 show -m "L=32 d=4096 heads"
one_error
err_has "expected KEY=VALUE"
run 2 show -m "L=32 dd=4096"
one_error
run 3 show -m ""
one_error
