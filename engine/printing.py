"""Texts of strangers as a terminal may have them: what would steer it is shown, and not sent."""


def escaped(text: str) -> str:
    """Return the text with line breaks, escapes, overrides of direction and the like visible."""
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape", "backslashreplace").decode()
        for one in text
    )


def printable(text: str) -> str:
    """Return the same for a text of several lines: line feeds and tabs stay."""
    if text.isprintable():
        return text
    lines = [map(escaped, line.split("\t")) for line in text.split("\n")]
    return "\n".join("\t".join(parts) for parts in lines)
