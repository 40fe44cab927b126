# Unknown, duplicate, null, wrong and impossible values: file, line, column, key, what was expected.
base()
{
    cat <<'END'
name: Small
architecture:
  vocab_size: 1000
  hidden_size: 64
  num_hidden_layers: 2
  num_attention_heads: 4
  num_key_value_heads: 2
  intermediate_size: 128
  mlp: swiglu
  norm: rmsnorm
  position: rope
END
}
base >good.yaml
run 0 show ./good.yaml
# wrong SED-SCRIPT TEXT...: the changed file is refused, and each text is in the message.
wrong()
{
    base | sed "$1" >bad.yaml
    shift
    run 3 show ./bad.yaml
    test ! -s out || fail "an answer all the same"
    for text in "$@"; do
        err_has "$text"
    done
}
wrong 's/num_hidden_layers/num_hidden_layer/' bad.yaml:5:3 num_hidden_layer num_hidden_layers
wrong '7a\  num_key_value_heads: 4' bad.yaml:8:3 num_key_value_heads 7
wrong 's/hidden_size: 64/hidden_size: null/' hidden_size
wrong 's/hidden_size: 64/hidden_size: lots/' bad.yaml:4:16 hidden_size lots
wrong 's/hidden_size: 64/hidden_size: 0/' hidden_size
wrong 's/hidden_size: 64/hidden_size: -64/' hidden_size
wrong 's/hidden_size: 64/hidden_size: 064/' hidden_size
wrong 's/_value_heads: 2/_value_heads: 3/' "bad.yaml:7:" num_key_value_heads "divisor"
wrong 's/mlp: swiglu/mlp: swigl/' mlp swiglu
wrong '$a\  dtype: bf61' dtype bf61
wrong '/vocab_size/d' vocab_size
wrong 's/^  vocab/\tvocab/' bad.yaml:3
