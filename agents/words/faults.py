"""What a bot or the platform did wrong: one sentence for each fault, and details."""

from __future__ import annotations


def bad_manifest() -> str:
    """A manifest that the harness would have refused."""
    return "It broke the protocol: its manifest names no games, or some not played here."


def no_answer(seconds: float) -> str:
    """The platform's own part of a bot's process did not come up."""
    return f"It did not answer within {seconds:g} s"


def late_start(seconds: float) -> str:
    """A bot that used up its start-up time."""
    return f"It did not start within its {seconds:g} s"


def late_action(seconds: float) -> str:
    """A bot that took too long for one action."""
    return f"It did not answer within {seconds:g} s, the most allowed"


def empty_bank(seconds: float) -> str:
    """A bot that used up its bank."""
    return f"It used up its time: {seconds:.3f} s were left in its bank"


def late_finish(seconds: float) -> str:
    """A bot that did not notice the end of its game."""
    return f"It did not notice the end of the game within {seconds:g} s"


def charged(charged_seconds: float, wall: float, stall: float) -> str:
    """What a bot's clock was charged, in seconds."""
    return (
        f"It was charged {charged_seconds:.3f} s: {wall:.3f} s on the wall, less "
        f"{stall:.3f} s for which the host kept it from running."
    )


def unmeasured_stalls(reason: str) -> str:
    """Why nothing was taken off a bot's clock."""
    return f"The host's stalls cannot be measured here: {reason}."


def other_turn(answered: int, turn: int) -> str:
    """An answer to another turn."""
    return f"It answered turn {answered} in turn {turn}"


def unasked() -> str:
    """An answer that nobody asked for."""
    return "It answered without being asked, or twice"


def computed_while_stopped(seconds: float) -> str:
    """A bot that used CPU time between its turns."""
    return f"It used {seconds:.3f} s of CPU time while it was stopped"


def broken_protocol(how: str) -> str:
    """An answer that breaks the protocol."""
    return f"It broke the protocol: {how}"


def other_reply(got: str, wanted: str) -> str:
    """How a reply of the wrong kind breaks the protocol."""
    return f"{got} came in place of {wanted}"


def too_many_files(most: int) -> str:
    """A bot that made too many files."""
    return f"It made more than {most} files in /tmp"


def too_much_memory(limit: str) -> str:
    """A bot that used too much memory."""
    return f"It used more than {limit} of memory"


def too_much_scratch(limit: str) -> str:
    """A bot that used too much scratch space."""
    return f"It put more than {limit} into /tmp"


def too_much_cpu(seconds: int) -> str:
    """A bot that used too much CPU time."""
    return f"It used more than {seconds} s of CPU time"


def too_long_answer(limit: str) -> str:
    """A bot whose answer is too long."""
    return f"Its answer is longer than {limit}"


def too_much_output(limit: str) -> str:
    """A bot that printed too much."""
    return f"It printed more than {limit}"


def closed_answers() -> str:
    """A bot that closed its side of the conversation."""
    return "It closed the descriptor of its answers"


def ended_itself(status: int | None) -> str:
    """A bot whose process ended before its game."""
    return f"Its process ended early with status {status}"


def ended_by(signal: str) -> str:
    """A bot whose process a signal ended."""
    return f"Its process was ended by {signal}"


def no_action(notation: str, game: str) -> str:
    """An answer that is no action of the game."""
    return f"It answered {notation!r}, which is no action of {game}."


def not_allowed(tried: str) -> str:
    """An action that the position does not allow."""
    return f"It chose {tried}, which is not allowed here."


def allowed(actions: str) -> str:
    """The actions that the position allows."""
    return f"Allowed: {actions}"


# What the platform did wrong, which costs no bot its game.


def process_not_up(reason: object) -> str:
    """A process that did not come up."""
    return f"The bot's process did not come up: {reason}"


def not_the_harness(reply: object) -> str:
    """A process that is not the harness."""
    return f"The bot's process is not the harness: it said {reply}."


def starved(seconds: float) -> str:
    """A host that lets no bot run."""
    return f"The host failed: a bot that was ready to run did not get to run once in {seconds:g} s."


def killed_from_outside() -> str:
    """A process that the host or an operator killed."""
    return (
        "Something outside the sandbox ended the bot's process by SIGKILL: the host's "
        "out-of-memory killer, or an operator."
    )
