"""The errors of the engine.

    EngineError
    ├── UnknownGame
    ├── OptionError       (also a ValueError)
    ├── InvalidNotation   (also a ValueError)
    ├── IllegalAction     (also a ValueError)
    └── InvalidDocument   (also a ValueError)

Whatever raises one of them has changed nothing.
"""


class EngineError(Exception):
    """Anything the engine refuses; its text says what was wrong and what is allowed."""


class UnknownGame(EngineError):
    """No game has this id."""


class OptionError(EngineError, ValueError):
    """An option that the game does not have, or a value that it does not allow."""


class InvalidNotation(EngineError, ValueError):
    """A text that is no action and no throw of this game, whatever the position."""


class IllegalAction(EngineError, ValueError):
    """An action, a throw or a forfeit that is not allowed in this position."""


class InvalidDocument(EngineError, ValueError):
    """A state or record document whose shape or values cannot be right."""
