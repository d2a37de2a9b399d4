"""Completion in a shell: games with their options, and bots.

A shell shows whatever is printed here, so what cannot be completed is no candidate and no error.
"""

import contextlib
import os
from collections.abc import Iterable, Iterator

from click import Context, Parameter
from click.shell_completion import CompletionItem

import engine
from agents import house
from agents.bots.archive import MAIN, MODULE
from engine.facts import OptionSpec


def variants(_context: Context, _parameter: Parameter, begun: str) -> list[str]:
    """The games; after a bracket or a comma, each possible option with its values."""
    game, bracket, _options = begun.partition("(")
    if not bracket:
        return beginning(begun, (info.id for info in engine.games()))
    head = begun[: max(begun.rfind("("), begun.rfind(",")) + 1]
    specs = next((info.options for info in engine.games() if info.id == game), ())
    candidates = (f"{head}{text})" for spec in specs for text in _settings(spec))
    return [text for text in beginning(begun, candidates) if _is_variant(text)]


def _settings(spec: OptionSpec) -> Iterator[str]:
    """An option with each of its values, as a variant spells them."""
    low, *_others = spec.allowed
    values = range(low, spec.allowed[-1] + 1) if spec.kind == "int" else spec.allowed
    return (f"{spec.name}={engine.spell(value)}" for value in values)


def _is_variant(text: str) -> bool:
    try:
        engine.parse_variant(text)
    except engine.EngineError:
        return False
    return True


def bots(_context: Context, _parameter: Parameter, begun: str) -> list[CompletionItem[str]]:
    """Bots that come with the kit, and one's own: files, modules, zips, and folders with one.

    Without any, the shell completes the path.
    """
    names = [*beginning(begun, house.NAMES), *beginning(begun, _own_bots(begun))]
    return [CompletionItem(name) for name in names] or [CompletionItem(begun, type="file")]


def _own_bots(begun: str) -> Iterator[str]:
    folder = os.path.dirname(begun)
    with contextlib.suppress(OSError):
        for name in sorted(os.listdir(folder or ".")):
            path = os.path.join(folder, name)
            is_file = name.endswith((".py", ".wasm", ".zip"))
            mains = (os.path.join(path, main) for main in (MAIN, MODULE))
            if not name.startswith(".") and (is_file or any(map(os.path.exists, mains))):
                yield path


def beginning(begun: str, names: Iterable[str]) -> list[str]:
    """The names that begin like this."""
    return [name for name in names if name.startswith(begun)]
