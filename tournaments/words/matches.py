"""What is said of matches: why one is void, and what the platform did wrong (for staff)."""

from agents.words.speech import Catalogue

SENTENCES: Catalogue = {
    # Why a match is void.
    "given-up": "The platform failed {failures} times in a row while it was played.",
    "tournament-cancelled": "The tournament was cancelled.",
    "voided-by-staff": "Staff voided it: {reason}",
    "again-when-over": "{tournament} does not run, so nothing is played again.",
    "again-too-late": "Too much follows from {match} to play it again.",
    "check-is-no-match": "{match} checks an upload. Have the version checked again.",
    "entrant-left": "{version} left the tournament before it was played.",
    "ladder-off": "The ladder was switched off.",
    "trial-was-over": "The trial was over before it was played.",
    # What a worker runs into.
    "stale-attempt": "{match}: attempt {attempt} is no longer the current one.",
    "lease-lost": "{match}: the lease of attempt {attempt} was lost.",
    "worker-stops": "{worker} was stopped.",
    "game-too-long": "{game} goes on longer than its clocks allow.",
    "no-finished-game": "{match} has no finished game.",
    "game-not-finished": "{match} has no finished game {number}.",
    "remote-seat": "A remote bot plays in {match}, so the site cannot play its games again.",
    "record-gone": "The record of {game} is no longer kept.",
    # Incidents.
    "worker-silent": "Worker {worker} fell silent.",
    "sandbox-weaker": "{host} isolates bots by {after}, and by {before} before. manage.py doctor "
    "says why.",
    "host-plays-nothing": "{host} plays nothing: {why}",
    "host-without-archives": "{host} plays nothing: it cannot read the archives of bots. Its log "
    "says why.",
    "platform-failed": lambda why: why,
    "unexpected": "{error}: {why}",
    "reports-differ": "{game} ended as “{reason}”, final state {final}. Attempt {attempt} reports "
    "“{other_reason}”, final state {other_final}. The first report stays.",
    "entry-unsettled": "Could not settle the entry of {row}: {error}",
    "start-failed": "Could not start {row}: {error}",
    "series-failed": "Could not make the next tournament of {row}: {error}",
    "advance-failed": "Could not go on with {row}: {error}",
    "check-failed": "Could not check {row}: {error}",
    "table-failed": "Could not compute the table of {row}: {error}",
    "file-failed": "Could not make a file of {row}: {error}",
    "preview-failed": "Could not preview {row}: {error}",
    "table-differs": "The table of {tournament} differed from its games, and was computed again.",
    "luck-failed": "Could not judge the luck of {row}: {error}",
    "value-function-gone": "This release lacks the value function {name} with the hash {sha256}, "
    "so it cannot judge luck.",
    "anomalies-failed": "Could not look for anomalies on {row}: {error}",
    "nightly-failed": "The nightly job “{row}” failed: {error}",
    "backup-unproved": "The backup {file} could not be restored: {why}",
    "fit-failed": "Could not rate {row}: {error}",
    "passing-failed": "Could not tell who was passed on {row}: {error}",
    "ladder-failed": "Could not open or close {row}: {error}",
    "board-failed": "Could not go on with {row}: {error}",
    "board-ended": "The platform could not move a hosted bot of this match.",
    "pairing-failed": "Could not pair {row}: {error}",
}
