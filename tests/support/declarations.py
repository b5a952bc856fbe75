"""What a kernel's text declares, as expressions and as the numbers that they are for one work-item."""


def declaration(text: str, name: str) -> str:
    """The expression that a name is declared as, the first time."""
    start = text.index(f" {name} = ") + len(f" {name} = ")
    depth = 0
    for end in range(start, len(text)):
        depth += (text[end] == "(") - (text[end] == ")")
        if depth == 0 and text[end] in ",;":
            return text[start:end]
    raise AssertionError(name)


def evaluated(expression: str, **names: int) -> int:
    """The value of an integer expression of C without negative numbers."""
    return int(eval(expression.replace("/", "//"), {"min": min}, names))  # of the kernel's own text
