# Unknown commands name the nearest one; an option in front of the command is explained.
run 2 estimat llama-3-8b
one_error
err_has 'unknown command "estimat"'
err_has "did you mean estimate?"
run 2 --json estimate llama-3-8b
err_has "the command comes first"
run 2 xyzzy
err_has "flopwatt help"
run 2 ""
one_error
