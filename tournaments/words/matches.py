"""What is said of matches: why one is void, and what the platform did wrong (for staff)."""

from agents.words.catalogue import Catalogue

SENTENCES: Catalogue = {
    # Why a match is void.
    "given-up": lambda failures: (
        f"The platform failed {failures} times in a row while it was played."
    ),
    "tournament-cancelled": lambda: "The tournament was cancelled.",
    "voided-by-staff": lambda reason: f"Staff voided it: {reason}",
    "again-when-over": lambda tournament: f"{tournament} does not run, so nothing is played again.",
    "again-too-late": lambda match: f"Too much follows from {match} to play it again.",
    "check-is-no-match": lambda match: f"{match} checks an upload. Have the version checked again.",
    "entrant-left": lambda version: f"{version} left the tournament before it was played.",
    "ladder-off": lambda: "The ladder was switched off.",
    "trial-was-over": lambda: "The trial was over before it was played.",
    # What a worker runs into.
    "stale-attempt": lambda match, attempt: (
        f"{match}: attempt {attempt} is no longer the current one."
    ),
    "lease-lost": lambda match, attempt: f"{match}: the lease of attempt {attempt} was lost.",
    "worker-stops": lambda worker: f"{worker} was stopped.",
    "game-too-long": lambda game: f"{game} goes on longer than its clocks allow.",
    "no-finished-game": lambda match: f"{match} has no finished game.",
    "game-not-finished": lambda match, number: f"{match} has no finished game {number}.",
    "record-gone": lambda game: f"The record of {game} is no longer kept.",
    # Incidents.
    "worker-silent": lambda worker: f"Worker {worker} fell silent.",
    "host-plays-nothing": lambda host, why: f"{host} plays nothing: {why}",
    "host-without-archives": lambda host: (
        f"{host} plays nothing: it cannot read the archives of bots. Its log says why."
    ),
    "platform-failed": lambda why: why,
    "unexpected": lambda error, why: f"{error}: {why}",
    "reports-differ": lambda game, reason, final, attempt, other_reason, other_final: (
        f"{game} ended as “{reason}”, final state {final}. "
        f"Attempt {attempt} reports “{other_reason}”, final state {other_final}. "
        "The first report stays."
    ),
    "start-failed": lambda row, error: f"Could not start {row}: {error}",
    "advance-failed": lambda row, error: f"Could not go on with {row}: {error}",
    "check-failed": lambda row, error: f"Could not check {row}: {error}",
    "table-failed": lambda row, error: f"Could not compute the table of {row}: {error}",
    "table-differs": lambda tournament: (
        f"The table of {tournament} differed from its games, and was computed again."
    ),
    "luck-failed": lambda row, error: f"Could not compute the luck of {row}: {error}",
    "fit-failed": lambda row, error: f"Could not rate {row}: {error}",
    "ladder-failed": lambda row, error: f"Could not open or close {row}: {error}",
    "pairing-failed": lambda row, error: f"Could not pair {row}: {error}",
}
