"""The limits of `agents.terms.limits` for people: titles, units, and effects of exceeding them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from agents.sizes import UNITS, size_text
from agents.terms.clock import PRESETS, TimeControl
from agents.terms.limits import Limits
from agents.words import Sentence
from agents.words.speech import number


@dataclass(frozen=True)
class Fact:
    """One limit: its field's `name`, a `title`, its `unit` (bytes, seconds, or a plain number).

    `meaning` says what it counts, `exceeding` what happens to a bot that exceeds it.
    """

    name: str
    title: str
    unit: str
    meaning: str
    exceeding: str


def _os_error(message: str) -> str:
    return (
        f"the call raises OSError ({message}); uncaught, it is the crash that the traceback shows"
    )


FACTS = (
    Fact(
        "memory_bytes",
        "Memory",
        "bytes",
        "address space of its process, interpreter and libraries included",
        "MemoryError; uncaught, the fault memory",
    ),
    Fact(
        "processes",
        "Processes and threads",
        "number",
        "together; more than 1 allows threads, never child processes",
        "starting a thread raises RuntimeError, a process PermissionError",
    ),
    Fact("cpu_seconds", "CPU time", "seconds", "in one game, start-up included", "the fault cpu"),
    Fact(
        "open_files",
        "Open files",
        "number",
        "descriptors, the five that it starts with included",
        _os_error("Too many open files"),
    ),
    Fact("file_bytes", "File size", "bytes", "of any one file", _os_error("File too large")),
    Fact(
        "scratch_bytes",
        "Scratch space",
        "bytes",
        "in /tmp, the unpacked upload included",
        _os_error("No space left on device") + "; in some sandboxes the fault scratch",
    ),
    Fact(
        "scratch_files",
        "Files in scratch space",
        "number",
        "in /tmp, folders and the unpacked upload included",
        "the fault scratch",
    ),
    Fact("upload_bytes", "Upload", "bytes", "of bot.py or its zip", "the upload is refused"),
    Fact(
        "log_bytes",
        "Log",
        "bytes",
        "kept of what it prints: the first and the last half",
        "the middle is left out, and the log says how much",
    ),
    Fact("output_bytes", "Output", "bytes", "printed in one game", "the fault output"),
    Fact(
        "message_bytes", "Message", "bytes", "in one answer, its note included", "the fault output"
    ),
    Fact(
        "startup_seconds",
        "Start-up time",
        "seconds",
        "to import bot.py, make the bot and run start(), apart from its bank",
        "the fault startup",
    ),
)
"""Every limit, in the order of the fields of `Limits`."""


@dataclass(frozen=True)
class ShownLimit:
    """A limit with its `value` in the fact's unit (0 seconds of start-up: see `text`)."""

    fact: Fact
    value: int
    text: str


def rows(limits: Limits) -> tuple[ShownLimit, ...]:
    """Return every limit with its value, as a number and as text: 512 MiB."""
    return tuple(
        ShownLimit(fact, getattr(limits, fact.name), _text(fact, getattr(limits, fact.name)))
        for fact in FACTS
    )


def read(assignments: Iterable[str]) -> Limits:
    """Return limits from texts such as memory_bytes=256MiB; the others have defaults.

    Raises ValueError, saying what is wrong and what is allowed.
    """
    names = [field.name for field in fields(Limits)]
    values: dict[str, int] = {}
    for assignment in assignments:
        name, _, text = assignment.partition("=")
        if name not in names:
            raise ValueError(Sentence("no-such-limit", name=name, known=names))
        values[name] = _number(name, text)
    return Limits(**values)


def _number(name: str, text: str) -> int:
    units = UNITS if name.endswith("_bytes") else {}
    unit = next(filter(text.endswith, units), "")
    number = text.removesuffix(unit).rstrip() if unit else text
    if not (number.isascii() and number.isdigit()) or len(number) > 12:
        code = "limit-no-size" if units else "limit-no-number"
        raise ValueError(Sentence(code, name=name, text=text))
    return int(number) * units.get(unit, 1)


def _text(fact: Fact, value: int) -> str:
    if fact.name == "startup_seconds" and value == 0:
        return _startups(list(PRESETS.values()))
    if fact.unit == "bytes":
        return size_text(value)
    return f"{number(value)} s" if fact.unit == "seconds" else number(value)


def _startups(controls: Sequence[TimeControl]) -> str:
    times = sorted({control.startup for control in controls})
    named = (
        f"{seconds:g} s ({', '.join(item.name for item in controls if item.startup == seconds)})"
        for seconds in times
    )
    return ", ".join(named)
