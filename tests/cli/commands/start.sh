# Start-up: forty libraries for png and pdf cost an estimate five times what it takes itself.
# They are opened when a picture is drawn, and without them all else works.
command -v ldd >/dev/null || skip
ldd "$FLOPWATT" >libraries 2>/dev/null || skip
grep -E 'libcairo|libpango|libgobject' libraries && fail "linked with libraries for pictures"
run 0 plot kv llama-3-8b -o kv.png
equal "png" "$(head -c 4 kv.png | tail -c 3)" PNG
