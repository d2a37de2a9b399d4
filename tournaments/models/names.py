"""Which names look alike, and which are reserved.

Rule: a name is written in one script. Two names look alike when, folded by NFKC and to lower case,
they differ only in letters of one group below.
"""

import re
import unicodedata

ALIKE = (
    "a\u0430\u03b1\u0251", "c\u0441\u03f2", "d\u0501", "e\u0435", "g\u0261", "h\u04bb",
    "i1l\u0456\u04cf\u03b9", "j\u0458\u03f3", "k\u043a\u03ba", "m\u043c", "n\u0578",
    "o0\u043e\u03bf\u0585",
    "p\u0440\u03c1", "q\u051b", "s5\u0455", "t\u0442\u03c4", "u\u03c5\u057d", "v\u03bd\u0475",
    "w\u051d", "x\u0445\u03c7", "y\u0443\u03b3", "-_",
)  # fmt: skip
"""Latin letters and digits, each with what looks like it in Cyrillic, Greek and Armenian."""

_GROUP = {character: group for group in ALIKE for character in group}

KEPT = {
    "admin", "administrator", "anonymous", "api", "everybody", "house", "kauri", "moderator",
    "nobody", "official", "organiser", "owner", "referee", "root", "security", "staff",
    "superuser", "support", "sysadmin", "system", "webmaster",
}  # fmt: skip
"""Names that would speak for the site."""


def is_kept(name: str) -> bool:
    """Whether it is, or looks like, a name that would speak for the site."""
    bare = re.sub(r"[^\w]|_", "", _folded(name))
    return look(bare) in {look(reserved) for reserved in KEPT}


def is_neutral(name: str) -> bool:
    """Whether it looks like the name of a deleted bot or a closed account."""
    return look(name).startswith((look("deleted-bot-"), look("closed-account-")))


def is_mixed(name: str) -> bool:
    """Whether its letters come from more than one script."""
    scripts = {unicodedata.name(sign, "?").split()[0] for sign in _folded(name) if sign.isalpha()}
    return len(scripts) > 1


def look(name: str) -> str:
    """The same text for all names that look alike."""
    return "".join(_GROUP.get(letter, letter)[0] for letter in _folded(name))


def look_of_words(name: str) -> str:
    """The same text for all names that look alike, whatever stands between their words."""
    return look(re.sub(r"[\s_-]+", "-", name.replace(".", "")))


def normal(name: str) -> str:
    """The name with one code for each letter, however it was typed."""
    return unicodedata.normalize("NFKC", name)


def _folded(name: str) -> str:
    return normal(name).casefold()
