"""What is said of matches: why one is void, and what the platform did wrong (for staff)."""

from agents.words.catalogue import Catalogue
from agents.words.speech import say

SENTENCES: Catalogue = {
    # Why a match is void.
    "given-up": lambda failures: say(
        "The platform failed {failures} times in a row while it was played.", failures=failures
    ),
    "tournament-cancelled": lambda: say("The tournament was cancelled."),
    "voided-by-staff": lambda reason: say("Staff voided it: {reason}", reason=reason),
    "again-when-over": lambda tournament: say(
        "{tournament} does not run, so nothing is played again.", tournament=tournament
    ),
    "again-too-late": lambda match: say(
        "Too much follows from {match} to play it again.", match=match
    ),
    "check-is-no-match": lambda match: say(
        "{match} checks an upload. Have the version checked again.", match=match
    ),
    "entrant-left": lambda version: say(
        "{version} left the tournament before it was played.", version=version
    ),
    "ladder-off": lambda: say("The ladder was switched off."),
    "trial-was-over": lambda: say("The trial was over before it was played."),
    # What a worker runs into.
    "stale-attempt": lambda match, attempt: say(
        "{match}: attempt {attempt} is no longer the current one.", match=match, attempt=attempt
    ),
    "lease-lost": lambda match, attempt: say(
        "{match}: the lease of attempt {attempt} was lost.", match=match, attempt=attempt
    ),
    "worker-stops": lambda worker: say("{worker} was stopped.", worker=worker),
    "game-too-long": lambda game: say("{game} goes on longer than its clocks allow.", game=game),
    "no-finished-game": lambda match: say("{match} has no finished game.", match=match),
    "game-not-finished": lambda match, number: say(
        "{match} has no finished game {number}.", match=match, number=number
    ),
    "record-gone": lambda game: say("The record of {game} is no longer kept.", game=game),
    # Incidents.
    "worker-silent": lambda worker: say("Worker {worker} fell silent.", worker=worker),
    "sandbox-weaker": lambda host, before, after: say(
        "{host} isolates bots by {after}, and by {before} before. manage.py doctor says why.",
        host=host,
        before=before,
        after=after,
    ),
    "host-plays-nothing": lambda host, why: say("{host} plays nothing: {why}", host=host, why=why),
    "host-without-archives": lambda host: say(
        "{host} plays nothing: it cannot read the archives of bots. Its log says why.", host=host
    ),
    "platform-failed": lambda why: why,
    "unexpected": lambda error, why: say("{error}: {why}", error=error, why=why),
    "reports-differ": lambda game, reason, final, attempt, other_reason, other_final: say(
        "{game} ended as “{reason}”, final state {final}. Attempt {attempt} reports "
        "“{other_reason}”, final state {other_final}. The first report stays.",
        game=game,
        reason=reason,
        final=final,
        attempt=attempt,
        other_reason=other_reason,
        other_final=other_final,
    ),
    "entry-unsettled": lambda row, error: say(
        "Could not settle the entry of {row}: {error}", row=row, error=error
    ),
    "start-failed": lambda row, error: say("Could not start {row}: {error}", row=row, error=error),
    "advance-failed": lambda row, error: say(
        "Could not go on with {row}: {error}", row=row, error=error
    ),
    "check-failed": lambda row, error: say("Could not check {row}: {error}", row=row, error=error),
    "table-failed": lambda row, error: say(
        "Could not compute the table of {row}: {error}", row=row, error=error
    ),
    "file-failed": lambda row, error: say(
        "Could not make a file of {row}: {error}", row=row, error=error
    ),
    "preview-failed": lambda row, error: say(
        "Could not preview {row}: {error}", row=row, error=error
    ),
    "table-differs": lambda tournament: say(
        "The table of {tournament} differed from its games, and was computed again.",
        tournament=tournament,
    ),
    "luck-failed": lambda row, error: say(
        "Could not compute the luck of {row}: {error}", row=row, error=error
    ),
    "anomalies-failed": lambda row, error: say(
        "Could not look for anomalies on {row}: {error}", row=row, error=error
    ),
    "nightly-failed": lambda row, error: say(
        "The nightly job “{row}” failed: {error}", row=row, error=error
    ),
    "fit-failed": lambda row, error: say("Could not rate {row}: {error}", row=row, error=error),
    "passing-failed": lambda row, error: say(
        "Could not tell who was passed on {row}: {error}", row=row, error=error
    ),
    "ladder-failed": lambda row, error: say(
        "Could not open or close {row}: {error}", row=row, error=error
    ),
    "pairing-failed": lambda row, error: say("Could not pair {row}: {error}", row=row, error=error),
}
