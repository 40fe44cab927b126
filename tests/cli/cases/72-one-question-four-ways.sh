# One sequence of 8192 tokens of Llama-3-8B by four conventions, in one table.
run 0 flops llama-3-8b --context 8192 --conventions --csv
equal "6N" "$(csv flop 6nt)" 394703400861696
equal "6N without embedding" "$(csv flop 6nt-body)" 368882057478144
equal "matrices, full" "$(csv flop matmul-full)" 474422087516160
equal "matrices, half" "$(csv flop matmul-half)" 421645529382912
