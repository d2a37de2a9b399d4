"""What is said of matches that wait: what for, behind how many, and how long that takes."""

from agents.words.speech import Catalogue, say, say_count


def _duration(minutes: int | None, window: int) -> str:
    if minutes is None:
        return ""
    return " " + say(
        "At the pace of the last {window} minutes that takes about {minutes:minutes}.",
        window=window,
        minutes=minutes,
    )


def _line(waiting: int, before: int, minutes: int | None, window: int) -> str:
    many = say_count("1 match waits.", "{count} matches wait.", waiting)
    ahead = say("Nothing is ahead of the last one.")
    if before:
        ahead = say_count(
            "1 match is ahead of the last one.",
            "{count} matches are ahead of the last one.",
            before,
        )
    return f"{many} {ahead}{_duration(minutes, window)}"


def _behind_checks(before: int) -> str:
    return say_count(
        "Waits for a free worker; 1 check is ahead.",
        "Waits for a free worker; {count} checks are ahead.",
        before,
    )


def _behind_matches(before: int, minutes: int | None, window: int, *, is_ladder: bool) -> str:
    order = say(", and tournaments go before ladders") if is_ladder else ""
    waits = say_count(
        "Waits for a free worker; 1 match is ahead{order}.",
        "Waits for a free worker; {count} matches are ahead{order}.",
        before,
        order=order,
    )
    return f"{waits}{_duration(minutes, window)}"


SENTENCES: Catalogue = {
    "tournament-waits": "{tournament} is paused: {why}",
    "bot-banned-waits": "{bot} is banned, so this match will be void.",
    "withdrawn-waits": "{version} has been withdrawn, so this match will be void.",
    "version-waits": "{version} is paused: {why}",
    "verdict-waits": "{version} is still being checked. This match waits for the verdict.",
    "waits-after-fault": "Waits until {until} after a platform fault.",
    "waits-without-worker": "Waits for a worker: none is at work now.",
    "waits-for-remote-bots": "Waits until its remote bots are connected and free.",
    "waits-as-next": "Waits for a free worker; it is next.",
    "waits-behind-checks": _behind_checks,
    "verdict-likely": "The verdict is likely in {seconds:lasting}.",
    "waits-behind-matches": _behind_matches,
    "line": _line,
    # What went wrong on the platform's side, for everybody.
    "incident-platform-fault": "A game could not be played on. It is played again.",
    "incident-lease-expired": "A worker fell silent. Its match goes to another.",
    "incident-host-stalled": "A machine stopped for a moment. The game is played again.",
    "incident-conflicting-report": "A game was reported twice, with different results.",
    "incident-stale-report": "A worker reported too late. That report changed nothing.",
    "incident-wrong-table": "A table differed from its games. It was replaced.",
    "incident-wrong-record": "Kept results differed from their games. They were replaced.",
    "incident-weaker-sandbox": "A machine isolates bots less strongly than before.",
    "incident-sandbox-unavailable": "A machine had no sandbox, so it played nothing.",
}
