# An unknown option: exit 2, the nearest name; one of other commands says so.
run 2 kv llama-3-8b --contxt 8
one_error
err_has "unknown option --contxt"
err_has "did you mean --context?"
run 2 kv llama-3-8b --cont 8
err_has "did you mean --context?"
run 2 kv llama-3-8b --mfu 40%
one_error
err_has "--mfu is an option of other commands"
err_has "estimate, train"
run 2 kv llama-3-8b -t 8
err_has "-t (--tokens) is an option of other commands"
run 2 kv llama-3-8b -Z
err_has "unknown option -Z"
run 2 kv llama-3-8b --=8
one_error
