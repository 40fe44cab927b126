# A directory, nothing, blanks alone, a device without end, no permission. polybar#2246,
# libsonata#188: opening a directory succeeds on Linux, reading it does not.
mkdir folder.yaml
run 3 show ./folder.yaml
one_error
err_has "folder.yaml"
: >empty.yaml
run 3 show ./empty.yaml
one_error
printf '# only a comment\n\n' >comment.yaml
run 3 show ./comment.yaml
one_error
run 3 show /dev/zero
one_error
run 3 show /dev/null
one_error
if [ "$(id -u)" -ne 0 ]; then
    cp "$ROOT/models.d/gpt-2.yaml" secret.yaml
    chmod 000 secret.yaml
    run 3 show ./secret.yaml
    one_error
    err_has "secret.yaml"
fi
