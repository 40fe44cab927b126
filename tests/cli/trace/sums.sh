# The steps add up to the totals of the equations, in every format.
json trace llama-3-8b --tokens 8192
sum=$(awk '/^steps\..*\.flop / && $2 != "null" { flop[$1] = $2 }
    /^steps\..*\.layers / { layers[$1] = $2 }
    END {
        for (path in flop) {
            n = path
            sub(/flop$/, "layers", n)
            if (layers[n] != "null") sum += flop[path] * layers[n] # others are sums already
        }
        printf "%.0f", sum
    }' flat)
equal "prefill of 8192 tokens" "$sum" 149534632050688
json trace llama-3-8b --decode --context 8192
is schema flopwatt.trace/1
is phase decode
run 0 trace llama-3-8b --format md
out_has "W_gate"
run 2 trace llama-3-8b --decode --tokens 4
one_error
run 2 trace llama-3-8b --context 4 --tokens 4
one_error
