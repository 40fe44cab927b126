#!/bin/sh
# Writes the generated parts of the documents anew: docs/equations.md, docs/symbols.md, and with
# tools/man.sh the lists of commands and options in flopwatt.1.
#   tools/docs.sh PROGRAM
set -eu
program=${1:?usage: tools/docs.sh PROGRAM}
cd "$(dirname "$0")/.."
LC_ALL=C.UTF-8
export LC_ALL
"$program" explain --equations --format md --force -o docs/equations.md
"$program" explain --symbols --format md --force -o docs/symbols.md
test ! -x tools/man.sh || tools/man.sh "$program"
