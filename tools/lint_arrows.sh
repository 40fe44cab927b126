#!/bin/sh
# The floors of src/: which folder may include which, and which library.
#
#     cli -> report, calibrate -> kernel, input, draw -> core -> base
#
# kernel, input and draw do not know one another, nor do report and calibrate.
set -u
cd "$(dirname "$0")/.." || exit 1

find src -name '*.[ch]' -o -name '*.def' -o -name '*.sym' | sort | xargs awk '
BEGIN {
    allow["base"] = " base "
    allow["core"] = " base core "
    allow["kernel"] = " base core kernel "
    allow["input"] = " base core input "
    allow["draw"] = " base core draw "
    allow["calibrate"] = " base core kernel input draw calibrate "
    allow["report"] = " base core kernel input draw report "
    allow["cli"] = " base core kernel input draw calibrate report cli "
    library["gsl/"] = " calibrate "
    library["yaml.h"] = " input "
    library["jansson.h"] = " input "
    library["cairo"] = " draw "
    library["pango"] = " draw "
    library["omp.h"] = " kernel "
    library["immintrin.h"] = " kernel "
    library["fcntl.h"] = " base input kernel calibrate cli "
    library["unistd.h"] = " base input kernel calibrate cli "
    library["sys/"] = " base input kernel calibrate cli "
}
/^[ \t]*#[ \t]*include[ \t]/ {
    split(FILENAME, part, "/")
    folder = part[2]
    name = $0
    sub(/^[^"<]*/, "", name)
    quoted = substr(name, 1, 1) == "\""
    sub(/^["<]/, "", name)
    sub(/[">].*/, "", name)
    place = FILENAME ":" FNR ": "
    if (!(folder in allow)) {
        print place folder "/ is none of the floors"
        bad = 1
    } else if (quoted) {
        target = name
        sub(/\/.*/, "", target)
        if (index(name, "/") == 0) {
            print place "\"" name "\" without its folder"
            bad = 1
        } else if (index(allow[folder], " " target " ") == 0) {
            print place folder "/ may not include " name
            bad = 1
        }
    } else {
        for (l in library)
            if (index(name, l) == 1 && index(library[l], " " folder " ") == 0) {
                print place folder "/ may not use <" name ">"
                bad = 1
            }
    }
}
END { exit bad }'
