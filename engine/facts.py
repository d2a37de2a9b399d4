"""Facts about a game and its options that need no rules: each game's folder has them."""

from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from engine import packages

# What limits of actions and throws allow.
LIMIT: Final = (1, 100_000)

Requires = tuple[str, tuple[Any, ...]]
"""Another option, and the values of it under which one has a meaning."""


class OptionSpec(NamedTuple):
    """One option: `kind` is "int", "bool" or "choice".

    `allowed` is (low, high) for an int, (False, True) for a bool; for a choice the values, all
    texts or all whole numbers.
    `requires` is None, or another option with the values under which this one has a meaning.
    """

    name: str
    kind: str
    default: Any
    allowed: tuple[Any, ...]
    help: str
    requires: Requires | None = None

    @classmethod
    def choice(
        cls, name: str, allowed: tuple[Any, ...], text: str, requires: Requires | None = None
    ) -> "OptionSpec":
        """Return an option with these values, of which the first is the default."""
        return cls(name, "choice", allowed[0], allowed, text, requires)

    @classmethod
    def switch(cls, name: str, text: str, requires: Requires | None = None) -> "OptionSpec":
        """Return an option that is true or, by default, false."""
        return cls(name, "bool", False, (False, True), text, requires)

    @classmethod
    def number(cls, name: str, default: int, allowed: tuple[int, int], text: str) -> "OptionSpec":
        """Return an option that is a whole number, from the first allowed one to the second."""
        return cls(name, "int", default, allowed, text)

    def allows(self, value: object) -> bool:
        """Tell whether a value is of the option's kind and in its range."""
        if self.kind == "int":
            low, high = self.allowed
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return type(value) is type(self.default) and value in self.allowed


class GameInfo(NamedTuple):
    """What is known of a game without loading it. `seats` are the possible numbers of seats.

    `page` is the number of its page of rules in docs/, and orders the games. `factory` is the
    name of its `Game` class in the module `rules` of its folder. `module` is the package that the
    folder is; the registry fills it in.
    """

    id: str
    name: str
    rules_version: int
    seats: tuple[int, ...]
    has_chance: bool
    summary: str
    options: tuple[OptionSpec, ...]
    page: int
    factory: str
    module: str = ""

    def part(self, name: str) -> Any:
        """Return a module of the game's folder: its rules, documents, text or picture."""
        return _module(f"{self.module}.{name}")

    @property
    def folder(self) -> str:
        """The path of its folder."""
        return packages.folder(self.module)

    @property
    def is_package(self) -> bool:
        """Whether it is a package of its own, and no part of the engine."""
        return not self.module.startswith(f"{__package__}.games.")


@cache
def _module(name: str) -> Any:
    # Asking the import system again and again would cost more than most documents.
    return import_module(name)
