"""The exit statuses of the command `kauri`."""

from typing import Final

DONE: Final = 0
REFUSED: Final = 1
MISUSED: Final = 2
FAILED: Final = 3
INTERRUPTED: Final = 130
