"""docs/61-error-codes.md lists every code of a rule, with what is said then."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

import tournaments
from agents.words import catalogue
from tests.agents.test_words import values
from tests.tournaments.words.test_words import VALUES
from tournaments.words import SENTENCES, Sentence

TEXT = (Path(settings.BASE_DIR) / "docs" / "61-error-codes.md").read_text()
REFUSING = {"Invalid", "NotAllowed", "OutOfDate", "ArchiveError"}
GIVEN_ON = {
    "bot-is-busy",
    "bot-not-connected",
    "bot-plays-newer-version",
    "casual-games-open",
    "challenges-open",
    "organiser-or-owner-asks",
    "organiser-or-owner-withdraws",
}
"""Named where a service gives the code on to a function that refuses."""

EXAMPLES = VALUES | {
    "plays": ["kalah", "pachisi(mode=two)"],
    "opens": "2027-01-31T18:00:00+00:00",
    "action": "start",
    "kind": "crash",
} | {
    name: f"{{{name}}}"
    for name in (
        "bot", "version", "tournament", "owner", "author", "name", "game", "player", "organiser",
        "what", "reason", "code", "field", "club", "entrant", "given", "variant", "format",
    )
}  # fmt: skip


def refusals() -> Iterator[ast.Call]:
    package = Path(tournaments.__file__).parent
    uploads = Path(settings.BASE_DIR) / "agents" / "bots" / "archive.py"
    for path in [*package.rglob("*.py"), uploads]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                if name in REFUSING and node.args and package / "kit" not in path.parents:
                    yield node


def raised() -> set[str]:
    """The codes with which services refuse something."""
    named = {
        node.value
        for call in refusals()
        for node in ast.walk(call.args[0])
        if isinstance(node, ast.Constant)
    }
    return named | GIVEN_ON


def said(code: str) -> str:
    names = values((SENTENCES | catalogue.SENTENCES)[code], VALUES)
    try:
        text = str(Sentence(code, **{name: EXAMPLES.get(name, 7) for name in names}))
    except (TypeError, ValueError):
        text = str(Sentence(code, **{name: VALUES.get(name, 7) for name in names}))
    return text.replace("|", "\\|").replace("\n", " ")


def test_every_code_of_a_rule_is_told_with_its_sentence():
    rows = dict(re.findall(r"^\| `([a-z0-9-]+)` \| (.*) \|$", TEXT, re.MULTILINE))

    assert rows == {code: said(code) for code in sorted(raised())}
