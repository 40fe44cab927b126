# Mixtral 8x7B: total and active are two numbers. transformers#27945.
json show mixtral-8x7b
is parameters.total 46702792704
is parameters.active 12879925248
