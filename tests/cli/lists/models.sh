# Every file of the shelf is in the list, with its exact total.
run 0 models --csv
equal "as many as files" "$(tail -n +2 out | wc -l | tr -d ' ')" \
    "$(ls "$ROOT"/models.d/*.yaml | wc -l | tr -d ' ')"
out_has "llama-3-8b,LLaMA-3 8B,Meta,2024-04-18,8030261248,"
out_has ",174604259328,"
# words filter by id, name and developer, whatever their case
run 0 models LLAMA 70b
equal "rows" "$(grep -c -i 'llama.*70b' out)" 3
out_lacks gpt
# one row is shown in full, with its sources
run 0 models llama-3-8b
out_has "training tokens"
out_has "Llama 3 model card"
run 0 models no-such-model
err_has "nothing in the catalogue matches"
# what nobody had a document for is marked
run 0 models deepseek-v3
out_has unverified
# a file that does not work is a warning, the others are listed
mkdir -p mine/models.d && echo "x: 1" >mine/models.d/broken.yaml
run 0 models --data mine
err_has "warning: mine/models.d/broken.yaml"
out_has llama-3-8b
