"""What the harness says of a bot that it refuses or that failed, by code.

The harness says it in English inside the sandbox, and pages say it in the reader's language. So
these sentences of the catalogue stand here: each import costs time in every game.
"""

SENTENCES = {
    "no-bot-class": "bot.py defines no class that derives from kauri.sdk.Bot.",
    "several-bots": "bot.py has more than one bot: {several}; keep one.",
    "no-choose": "{bot} has no method choose(self, state, clock).",
    "games-no-list": "{bot}.games must be a list of ids, as {example}.",
    "games-empty": "{bot}.games is empty; name a game or leave it out.",
    "games-too-many": "{bot}.games has more than {most} entries.",
    "games-long-entry": "{bot}.games has an entry of {length} characters; {most} are allowed.",
    "games-unknown": "{bot}.games names {entry}: no such game: the games are {known}.",
    "games-refused": "{bot}.games names {entry}: {why}.",
    "chose-no-action": "choose() returned {answer}; it must return one of state.legal_actions(), "
    "the notation of one, or RESIGN.",
    "chose-far-number": "choose() returned a number far beyond any action.",
    "unpacking-raised": "unpacking the archive raised {error}.",
    "importing-raised": "importing bot.py raised {error}.",
    "raised": "{step} raised {error}.",
    "no-wasm": "bot.wasm cannot be run: {error}.",
    "no-process": "bot.wasm needs a process of its own.",
    "trapped": "bot.wasm was stopped: {error}.",
    "out-of-fuel": "bot.wasm executed all {most} instructions that its turn had.",
}
"""Their English, with fields for their values."""

INTEGERS = {"length", "most"}
"""The values that are integers; all others are texts."""


def english(code: str, values: dict[str, int | str]) -> str:
    """Return a sentence in English."""
    return SENTENCES[code].format(**values)


def fields(code: str) -> dict[str, type[int] | type[str]]:
    """Return the names of a sentence's values, each with its type."""
    names = (part.partition("}")[0] for part in SENTENCES[code].split("{")[1:])
    return {name: int if name in INTEGERS else str for name in names}
