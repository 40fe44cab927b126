# vllm-fit#31: a missing mandatory key is an error that lists what was found.
cat >no-vocabulary.yaml <<'END'
name: No vocabulary
architecture:
  hidden_size: 4096
  num_hidden_layers: 32
  num_attention_heads: 32
  intermediate_size: 11008
  mlp: swiglu
  norm: rmsnorm
  position: rope
END
run 3 estimate ./no-vocabulary.yaml
one_error
err_has "vocab_size"
err_has "hidden_size"
run 3 estimate -m "d=4096 h=32 f=11008 V=32000"
one_error
err_has "num_hidden_layers"
