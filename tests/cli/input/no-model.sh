# Missing and superfluous models.
run 2 estimate
one_error
err_has "estimate needs a model"
run 2 trace llama-3-8b gpt-2
err_has "trace takes 1 model, got 2"
run 3 estimate llama-3-9b
one_error
err_has "llama-3-8b"
run 3 estimate ./missing.yaml
one_error
err_has "./missing.yaml"
