# C without its comments and the content of its literals; each line stays at its number.
{
    out = ""
    n = length($0)
    for (i = 1; i <= n; i++) {
        c = substr($0, i, 1)
        two = substr($0, i, 2)
        if (inside) {
            if (two == "*/") {
                inside = 0
                i++
                out = out " "
            }
        } else if (two == "/*") {
            inside = 1
            i++
        } else if (two == "//") {
            break
        } else if (c == "\"" || c == "'") {
            quote = c
            out = out c
            for (i++; i <= n && substr($0, i, 1) != quote; i++)
                if (substr($0, i, 1) == "\\")
                    i++
            out = out quote
        } else {
            out = out c
        }
    }
    print out
}
