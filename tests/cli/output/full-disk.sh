# A write that fails is exit 4 and one line, never a silent success or half a file.
if [ -c /dev/full ]; then
    "$FLOPWATT" estimate llama-3-8b --json >/dev/full 2>err
    equal "status on /dev/full" $? 4
    grep -q '^flopwatt: .*No space left' err || fail "no reason: $(cat err)"
    "$FLOPWATT" help >/dev/full 2>err
    equal "status of help" $? 4
    run 4 estimate llama-3-8b -o /dev/full --json --force
    one_error
fi
"$FLOPWATT" version >&- 2>err
equal "status with standard output closed" $? 4
# A limit on the size of files is a full disk for a user without rights.
(
    ulimit -f 1
    "$FLOPWATT" estimate llama-3-8b -o answer.json 2>err
    echo $? >status
)
equal "status at the limit" "$(cat status)" 4
test ! -e answer.json || fail "half a file is left"
equal "no temporary file" "$(ls -A | grep -c tmp)" 0
echo old >answer.json
(
    ulimit -f 1
    "$FLOPWATT" estimate llama-3-8b -o answer.json --force 2>err
)
equal "the old file" "$(cat answer.json)" old
# A real full disk, where one can be made.
if mkdir small && mount -t tmpfs -o size=16k tmpfs small 2>/dev/null; then
    head -c 12288 /dev/zero >small/filler
    run 4 report llama-3-8b gpt-3-175b -o small/report.html
    equal "nothing but the filler" "$(ls -A small)" filler
    umount small
fi
# Files that belong together: where the third has no room, the first two do not stay either.
if [ -d small ] && mount -t tmpfs -o size=48k tmpfs small 2>/dev/null; then
    run 4 report llama-3-8b gpt-3-175b -o small/report.md
    one_error
    equal "nothing" "$(ls -A small)" ""
    run 4 report llama-3-8b gpt-3-175b -o small/folder/
    equal "no folder either" "$(ls -A small)" ""
    umount small
fi
