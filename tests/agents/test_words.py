"""The catalogue: every code that is used has its sentence, which says what its parameters hold."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import agents
from agents import words
from agents.bots import archive
from agents.sandbox import Isolation
from agents.words import Sentence, speech
from agents.words.catalogue import SENTENCES

SPEAKING = {
    "Sentence",
    "ArchiveError",
    "HostStalled",
    "Misuse",
    "NotRepeatable",
    "OtherProtocol",
    "PlatformFault",
    "Refusal",
    "ProtocolError",
    "SandboxUnavailable",
    "TornArchive",
    "Unreachable",
}
LONGEST = 20
PACKAGE = Path(agents.__file__).parent
KIT = PACKAGE.parent / "tournaments" / "kit"
"""It is no room of the platform: its sentences stand in this catalogue."""

TEXT = "{0} %s <b>"
FORMATTED = {"": TEXT, "repr": TEXT, "said": TEXT, "list": [TEXT], "all": [TEXT, TEXT],
             "moment": "2027-01-31T18:00:00+00:00"}  # fmt: skip
"""What a field of each format may hold; in the others are numbers."""

VALUES = {
    "actions": [TEXT],
    "missing": [TEXT],
    "names": [TEXT],
    "limits": [TEXT],
    **dict.fromkeys(("seconds", "ply", "wall", "version"), 7),
    "stall": 2,
    "own_user": True,
    "more": True,
}
"""What the values of sentences hold that a function computes, by their names."""


def values(sentence: str | Callable[..., str], computed: dict[str, object]) -> dict[str, object]:
    """Values for a sentence of a catalogue; for one that is computed by their names."""
    if callable(sentence):
        names = inspect.signature(sentence).parameters
        return {name: computed.get(name, f"{TEXT} {name}") for name in names}
    return {name: FORMATTED.get(form, 7) for name, form in speech._FIELD.findall(sentence)}


def uses() -> Iterator[tuple[str, ast.Call, set[str]]]:
    """Every call in this package that writes out a code, or the choice between two."""
    for path in sorted([*PACKAGE.rglob("*.py"), *KIT.rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in SPEAKING and node.args:
                place = f"{path.relative_to(PACKAGE.parent)}:{node.lineno}"
                yield place, node, set(written(node.args[0]))


def written(code: ast.expr) -> Iterator[str]:
    if isinstance(code, ast.IfExp):
        yield from (*written(code.body), *written(code.orelse))
    elif isinstance(code, ast.Constant):
        yield code.value


def test_every_code_that_is_written_out_has_its_sentence():
    assert [(place, codes) for place, _, codes in uses() if not codes <= SENTENCES.keys()] == []


def test_every_call_gives_the_values_that_its_sentence_holds():
    wrong = [
        (place, code)
        for place, call, codes in uses()
        if all(word.arg for word in call.keywords)
        for code in codes
        if {word.arg for word in call.keywords} != values(SENTENCES[code], VALUES).keys()
    ]

    assert wrong == []


def test_every_sentence_is_used():
    rest = "".join(
        path.read_text()
        for path in [*PACKAGE.rglob("*.py"), *KIT.rglob("*.py")]
        if (path.parent.name != "words" or path.name == "__init__.py")
        and path.name != "complaints.py"
    )
    layers = {f"layer-{isolation.value}" for isolation in Isolation}

    assert [code for code in SENTENCES if f'"{code}"' not in rest and code not in layers] == []


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_every_sentence_shows_all_of_its_parameters_as_they_are(code):
    given = values(SENTENCES[code], VALUES)
    texts = [value for value in given.values() if isinstance(value, str)]

    said = str(Sentence(code, **given))

    assert said.strip() == said
    assert all(text in said for text in texts)


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_every_sentence_is_short(code):
    given = values(SENTENCES[code], VALUES)

    said = str(Sentence(code, **given)).replace(TEXT, "7")

    assert all(len(part.split()) <= LONGEST for part in re.split(r"[.:;] |\n", said)), said


def test_a_code_names_one_sentence_in_all_packages():
    with pytest.raises(ValueError, match="the same code: file-empty"):
        words.add({"file-empty": lambda: "There is nothing in it."})


def test_an_error_has_a_code_and_reads_as_its_sentence():
    with pytest.raises(archive.ArchiveError) as caught:
        archive.pack("bot.py", b"")

    assert (caught.value.code, str(caught.value)) == ("file-empty", "The file is empty.")


def test_an_error_in_a_sentence_keeps_its_code():
    said = Sentence("machine-failed", why=archive.ArchiveError("file-empty"))

    assert said.params["why"] == Sentence("file-empty")
    assert str(said) == "This machine failed, not a bot: The file is empty."


def test_a_field_of_a_sentence_is_filled_once_and_its_value_is_never_read():
    assert speech.say("{who} said {what}.", who="{what}", what="%s {0.__class__}") == (
        "{what} said %s {0.__class__}."
    )


def test_numbers_of_things_choose_their_sentence():
    assert [speech.say_count("1 bot", "{count} bots", one) for one in (0, 1, 1234)] == [
        "0 bots",
        "1 bot",
        "1,234 bots",
    ]


def test_a_text_of_the_programs_own_is_looked_up_without_its_numbers(monkeypatch):
    german = {"Groups, round {1}": "Gruppen, Runde {1}", "{1} to {2}": "von {2} bis {1}"}
    monkeypatch.setattr(speech._READER, "look_up", lambda text: german.get(text, text))

    assert speech.said("Groups, round 12") == "Gruppen, Runde 12"
    assert speech.said("1.5 to 2,000") == "von 2,000 bis 1.5"
    assert speech.said("Cup 3 of somebody") == "Cup 3 of somebody"


@pytest.mark.parametrize(
    ("count", "text"), [(10 << 20, "10 MiB"), (12_345_678, "11.77 MiB"), (100, "0 MiB")]
)
def test_sizes_in_mebibytes_have_two_decimals_at_the_most(count, text):
    assert speech.mebibytes(count) == text
