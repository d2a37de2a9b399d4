"""Untrusted texts for a terminal: control characters are shown, and not sent."""


def escaped(text: str) -> str:
    """Return the text with line breaks, escapes, overrides of direction and the like visible."""
    return "".join(
        character
        if character.isprintable()
        else character.encode("unicode_escape", "backslashreplace").decode()
        for character in text
    )


def printable(text: str) -> str:
    """Return the same for a text of several lines: line feeds and tabs stay."""
    if text.isprintable():
        return text
    lines = [map(escaped, line.split("\t")) for line in text.split("\n")]
    return "\n".join("\t".join(parts) for parts in lines)
