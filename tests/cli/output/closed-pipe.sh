# A reader that has had enough is no error: no message.
("$FLOPWATT" grids --csv; echo $? >status) 2>err | head -n 1 >/dev/null
test ! -s err || fail "a message: $(cat err)"
# The same where SIGPIPE is ignored, as some parents leave it.
(trap '' PIPE; "$FLOPWATT" grids --csv 2>err; echo $? >status) | head -n 1 >/dev/null
test ! -s err || fail "a message: $(cat err)"
