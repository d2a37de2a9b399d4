"""What is said of ratings: voided games, comparisons, and what a check of the ledger finds."""

from agents.terms.faults import KINDS
from agents.words.speech import Catalogue, say


def _rated(code: str) -> str:
    return say("not rated ({code})", code=code) if code else say("rated")


SENTENCES: Catalogue = {
    "staff-voids": "Only staff may void games.",
    "void-without-reason": "Say why: everybody will read it.",
    "compared-with-itself": "Choose two different versions.",
    "not-computed": "This leaderboard has not been computed yet.",
    "not-connected": "No chain of games connects {one} and {other}, so nobody can compare them.",
    "version-not-rated": "{version} has no counted game on this leaderboard.",
    "not-compared": "Only the {most:,} versions with the most games can be compared; {version} is "
    "not one of them.",
    # What separates two neighbours of a leaderboard.
    "surely-above": "Enough games were played: it is above {rank:ordinal}.",
    "many-games-apart": "It would take more than {most:,} games to show whether {rank:ordinal} or "
    "{next:ordinal} is stronger.",
    "games-apart": "About {games:more games} would show whether {rank:ordinal} or {next:ordinal} "
    "is stronger, nine times in ten.",
    # Results of two owners that strength does not explain.
    "anomaly-found": "The results of {one} and {other} on {variant} are unlikely. Their games are "
    "not rated until staff have looked into it.",
    "anomaly-for-staff": "Please decide: the results of {one} and {other} on {variant} are "
    "unlikely.",
    "anomaly-upheld": "Staff have confirmed that the games of {one} and {other} on {variant} are "
    "not rated.",
    "anomaly-cleared": "Staff have cleared the results of {one} and {other} on {variant}. Their "
    "games are rated again.",
    "anomaly-decided": "Staff have decided about this already.",
    # What a check of the ledger finds, for staff.
    "rating-differs": "{variant}: {version} is live at {value} after {counts}; its ledger replays "
    "to {replayed} after {replayed_counts}.",
    "lost-by-fault": lambda kind: say("It {fault:said}.", fault=KINDS.get(kind) or kind),
    "lost-by-forfeit": "It resigned, or others forfeited.",
    "lost-on-board": "On the board, by “{reason}”.",
    "ratings-drifted": "{variant}: the ratings have drifted by {drift} thousandths of a point in "
    "sum.",
    "history-differs": "{variant}: entries or results that had been checked have changed since; "
    "they were replayed from the first one.",
    "sums-differ": "{variant}: the ledger of {version} adds up to {total}, its games give "
    "{wanted}.",
    "decision-differs": lambda variant, game, noted, wanted: say(
        "{variant}: game {game} is noted as {noted}, its rows say {wanted}.",
        variant=variant,
        game=game,
        noted=_rated(noted),
        wanted=_rated(wanted),
    ),
    "cap-exceeded": "{variant}: {games} games rated on {day} between {one} and {other}; at most "
    "{most} are allowed.",
    "listing-differs": "{variant}: {version} is listed and should not be, or should be and is not.",
    "meetings-differ": "{variant}: what {meetings:pairs} of versions did against each other "
    "differed from their games; it was counted again.",
    "fit-differs": "{variant}: {lines:lines} of the strengths differed from the games; they were "
    "computed again.",
    "entries-differ": "{variant}: {entries} entries are numbered wrong, or say another rating "
    "than they sum to.",
    "corrections-differ": "{variant}: voids and corrections do not agree for {games:rated games}.",
    "cap-not-reached": "{variant}: game {game} was refused for a daily cap that nobody had "
    "reached.",
}
