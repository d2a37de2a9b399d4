"""What is said of ratings: voided games, comparisons, and what a check of the ledger finds."""

from agents.faults import KINDS
from agents.words.catalogue import Catalogue
from tournaments.words.figures import count, ordinal


def _rated(code: str) -> str:
    return f"not rated ({code})" if code else "rated"


SENTENCES: Catalogue = {
    "staff-voids": lambda: "Only staff may void games.",
    "void-without-reason": lambda: "Say why: everybody will read it.",
    "compared-with-itself": lambda: "Choose two different versions.",
    "not-computed": lambda: "This leaderboard has not been computed yet.",
    "not-connected": lambda one, other: (
        f"No chain of games connects {one} and {other}, so nobody can compare them."
    ),
    "version-not-rated": lambda version: f"{version} has no counted game on this leaderboard.",
    "not-compared": lambda version, most: (
        f"Only the {most:,} versions with the most games can be compared; "
        f"{version} is not one of them."
    ),
    # What separates two neighbours of a leaderboard.
    "equal-so-far": lambda rank: (
        f"{ordinal(rank)} and {ordinal(rank + 1)} are equal as far as their games tell."
    ),
    "surely-above": lambda rank: f"Enough games were played: it is above {ordinal(rank + 1)}.",
    "many-games-apart": lambda rank, most: (
        f"More than {most:,} games would separate {ordinal(rank)} from {ordinal(rank + 1)}."
    ),
    "games-apart": lambda rank, games: (
        f"About {count(games, 'more game')} would separate "
        f"{ordinal(rank)} from {ordinal(rank + 1)} nine times in ten."
    ),
    # What a check of the ledger finds, for staff.
    "rating-differs": lambda variant, version, value, counts, replayed, replayed_counts: (
        f"{variant}: {version} is live at {value} after {counts}; "
        f"its ledger replays to {replayed} after {replayed_counts}."
    ),
    "lost-by-fault": lambda kind: f"It {KINDS.get(kind, kind)}.",
    "lost-by-forfeit": lambda: "It resigned, or others forfeited.",
    "lost-on-board": lambda reason: f"On the board, by “{reason}”.",
    "ratings-drifted": lambda variant, drift: (
        f"{variant}: the ratings have drifted by {drift} thousandths of a point in sum."
    ),
    "sums-differ": lambda variant, version, total, wanted: (
        f"{variant}: the ledger of {version} adds up to {total}, its games give {wanted}."
    ),
    "decision-differs": lambda variant, game, noted, wanted: (
        f"{variant}: game {game} is noted as {_rated(noted)}, its rows say {_rated(wanted)}."
    ),
    "cap-exceeded": lambda variant, games, day, one, other, most: (
        f"{variant}: {games} games rated on {day} between {one} and {other}; "
        f"at most {most} are allowed."
    ),
    "listing-differs": lambda variant, version: (
        f"{variant}: {version} is listed and should not be, or should be and is not."
    ),
    "meetings-differ": lambda variant, meetings: (
        f"{variant}: what {count(meetings, 'pair')} of versions did against each other differed "
        "from their games; it was counted again."
    ),
    "fit-differs": lambda variant, lines: (
        f"{variant}: {count(lines, 'line')} of the strengths differed from the games; "
        "they were computed again."
    ),
    "entries-differ": lambda variant, entries: (
        f"{variant}: {entries} entries are numbered wrong, or say another rating than they sum to."
    ),
    "cap-not-reached": lambda variant, game: (
        f"{variant}: game {game} was refused for a daily cap that nobody had reached."
    ),
}
