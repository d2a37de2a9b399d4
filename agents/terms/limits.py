"""What one bot may use in one game."""

from dataclasses import dataclass, fields

from agents.sizes import KIB, MIB
from agents.words import Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one bot in one game; every field is the operator's to change.

    Raises ValueError, naming the field, for anything but a whole number of at least 1 (0 for
    `startup_seconds`).
    """

    memory_bytes: int = 512 * MIB
    """Address space of the bot's process, the interpreter and its libraries included."""
    processes: int = 1
    """Processes and threads together. More than one allows threads, never child processes."""
    cpu_seconds: int = 3600
    """CPU time in the whole game, start-up included."""
    open_files: int = 64
    """Open file descriptors, the five that every bot starts with included."""
    file_bytes: int = 16 * MIB
    """Size of any one file."""
    scratch_bytes: int = 64 * MIB
    """Size of the private /tmp, which is gone after the game."""
    scratch_files: int = 10_000
    """Files and folders in /tmp; each takes kernel memory, which no other limit counts."""
    upload_bytes: int = 10 * MIB
    """Size of the upload that holds the bot: bot.py or a zip."""
    log_bytes: int = 64 * KIB
    """How much of the bot's output is kept: the first and the last half of this."""
    output_bytes: int = 4 * MIB
    """Total of standard output and standard error; more ends the game."""
    message_bytes: int = 64 * KIB
    """Length of one line of the protocol."""
    startup_seconds: int = 0
    """Wall time to import the bot, make it and run its start(); 0: as the time control says."""

    def __post_init__(self) -> None:
        """Refuse values that no limit can have."""
        for field in fields(self):
            value = getattr(self, field.name)
            least = 0 if field.name == "startup_seconds" else 1
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                wrong = Sentence("limit-too-low", name=field.name, least=least, value=value)
                raise ValueError(wrong)
