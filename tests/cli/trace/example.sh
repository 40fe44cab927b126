# Worked attention of the text that the project grew from, section 3: scores 0.029, 0.046, 0.063
# become weights 0.328, 0.333, 0.339; with values that start (0.3, -0.1), (0.1, 0.8), (0.6, 0.2) the
# output starts 0.335, 0.302. Its check: 1.0294 + 1.0471 + 1.0650 = 3.1415.
run 0 trace --example attention
cat out
json trace --example attention
is schema flopwatt.example/1
near weights.0 0.328 0.002
near weights.1 0.333 0.002
near weights.2 0.339 0.002
near weights_sum 1 1e-6
near exp_sum 3.1415 2e-5
near output.0 0.335 0.002
near output.1 0.302 0.002
run 0 trace --example attention --csv
equal "exp(0.046)" "$(csv exp_score 0.046)" 1.0471
run 2 trace llama-3-8b --example attention
one_error
run 2 trace --example attention --numeric
one_error
run 2 trace --example softmax
one_error
