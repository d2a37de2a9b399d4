"""What is said of matches that wait: what for, behind how many, and how long that takes."""

from agents.words.catalogue import Catalogue
from tournaments.words.figures import count


def _duration(minutes: int | None, window: int) -> str:
    if minutes is None:
        return ""
    return f" At the pace of the last {window} minutes that takes about {count(minutes, 'minute')}."


def _line(waiting: int, before: int, minutes: int | None, window: int) -> str:
    many = "1 match waits" if waiting == 1 else f"{waiting:,} matches wait"
    ahead = {0: "Nothing is", 1: "1 match is"}.get(before, f"{before:,} matches are")
    return f"{many}. {ahead} ahead of the last one.{_duration(minutes, window)}"


def _behind_checks(before: int) -> str:
    return (
        f"Waits for a free worker; {count(before, 'check')} {'is' if before == 1 else 'are'} ahead."
    )


def _behind_matches(before: int, minutes: int | None, window: int, *, is_ladder: bool) -> str:
    matches = "1 match is" if before == 1 else f"{before:,} matches are"
    order = ", and tournaments go before ladders" if is_ladder else ""
    return f"Waits for a free worker; {matches} ahead{order}.{_duration(minutes, window)}"


SENTENCES: Catalogue = {
    "tournament-waits": lambda tournament, why: f"{tournament} is paused: {why}",
    "bot-banned-waits": lambda bot: f"{bot} is banned, so this match will be void.",
    "withdrawn-waits": lambda version: f"{version} has been withdrawn, so this match will be void.",
    "version-waits": lambda version, why: f"{version} is paused: {why}",
    "waits-after-fault": lambda until: f"Waits until {until} after a platform fault.",
    "waits-without-worker": lambda: "Waits for a worker: none is at work now.",
    "waits-as-next": lambda: "Waits for a free worker; it is next.",
    "waits-behind-checks": _behind_checks,
    "waits-behind-matches": _behind_matches,
    "line": _line,
    # What went wrong on the platform's side, for everybody.
    "incident-platform-fault": lambda: "A game could not be played on. It is played again.",
    "incident-lease-expired": lambda: "A worker fell silent. Its match goes to another.",
    "incident-host-stalled": lambda: "A machine stopped for a moment. The game is played again.",
    "incident-conflicting-report": lambda: "A game was reported twice, with different results.",
    "incident-stale-report": lambda: "A worker reported too late. That report changed nothing.",
    "incident-wrong-table": lambda: "A table differed from its games. It was replaced.",
    "incident-wrong-record": lambda: "Kept results differed from their games. They were replaced.",
    "incident-sandbox-unavailable": lambda: "A machine had no sandbox, so it played nothing.",
}
