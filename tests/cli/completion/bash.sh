# The completion of bash, run by bash.
command -v bash >/dev/null || skip
cat >try.bash <<'END'
set -u
source /dev/stdin <<<"$("$FLOPWATT" completion bash)"
# try WORD... : what is offered for the last of the words of the command line
try()
{
    COMP_WORDS=("$FLOPWATT" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _flopwatt 2>/dev/null
    printf '%s\n' "${COMPREPLY[@]:-}" | sort | tr '\n' ' '
}
# want TEXT WORD...
want()
{
    text=$1
    shift
    got=$(try "$@")
    [ "$got" = "$text " ] || { echo "flopwatt $*: offered '$got', expected '$text '"; bad=1; }
}
# holds TEXT WORD...: among others
holds()
{
    text=$1
    shift
    case " $(try "$@")" in *" $text "*) ;; *) echo "flopwatt $*: does not offer $text"; bad=1 ;; esac
}
bad=0
want "kv" k
want "estimate" est
want "--attention" flops --att
want "causal" flops --attention c
want "causal" flops --attention = c
want "causal" flops -a c
want "causal full half" flops -a ""
want "llama-3-8b" kv llama-3-8
holds "gpt-2" kv gpt
want "h100-sxm" train --hardware h100-s
want "fra fra-ecologits fra-ga" train --grid fra
holds "num_key_value_heads=" kv --set num_k
want "parameters" plot par
want "estimate" help est
want "bash" completion b
want "--rule" train --ru
want "" kv --ru
want "" kv --context ""
touch mine.yaml answer.json
want "answer.json" kv --output ans
holds "./mine.yaml" kv ./mi
exit $bad
END
bash --norc try.bash || fail "bash completion"
