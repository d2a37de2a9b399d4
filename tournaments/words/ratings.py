"""What is said of ratings: voided games, comparisons, and what a check of the ledger finds."""

from agents.terms.faults import KINDS
from agents.words.catalogue import Catalogue
from agents.words.speech import number, said, say
from tournaments.words.figures import count, ordinal


def _rated(code: str) -> str:
    return say("not rated ({code})", code=code) if code else say("rated")


SENTENCES: Catalogue = {
    "staff-voids": lambda: say("Only staff may void games."),
    "void-without-reason": lambda: say("Say why: everybody will read it."),
    "compared-with-itself": lambda: say("Choose two different versions."),
    "not-computed": lambda: say("This leaderboard has not been computed yet."),
    "not-connected": lambda one, other: say(
        "No chain of games connects {one} and {other}, so nobody can compare them.",
        one=one,
        other=other,
    ),
    "version-not-rated": lambda version: say(
        "{version} has no counted game on this leaderboard.", version=version
    ),
    "not-compared": lambda version, most: say(
        "Only the {most} versions with the most games can be compared; {version} is not one "
        "of them.",
        most=number(most),
        version=version,
    ),
    # What separates two neighbours of a leaderboard.
    "surely-above": lambda rank: say(
        "Enough games were played: it is above {rank}.", rank=ordinal(rank + 1)
    ),
    "many-games-apart": lambda rank, most: say(
        "It would take more than {most} games to show whether {rank} or {next} is stronger.",
        most=number(most),
        rank=ordinal(rank),
        next=ordinal(rank + 1),
    ),
    "games-apart": lambda rank, games: say(
        "About {games} would show whether {rank} or {next} is stronger, nine times in ten.",
        games=count(games, "more game"),
        rank=ordinal(rank),
        next=ordinal(rank + 1),
    ),
    # Results of two owners that strength does not explain.
    "anomaly-found": lambda variant, one, other: say(
        "The results of {one} and {other} on {variant} are unlikely. Their games are not rated "
        "until staff have looked into it.",
        variant=variant,
        one=one,
        other=other,
    ),
    "anomaly-for-staff": lambda variant, one, other: say(
        "Please decide: the results of {one} and {other} on {variant} are unlikely.",
        variant=variant,
        one=one,
        other=other,
    ),
    "anomaly-upheld": lambda variant, one, other: say(
        "Staff have confirmed that the games of {one} and {other} on {variant} are not rated.",
        variant=variant,
        one=one,
        other=other,
    ),
    "anomaly-cleared": lambda variant, one, other: say(
        "Staff have cleared the results of {one} and {other} on {variant}. Their games are "
        "rated again.",
        variant=variant,
        one=one,
        other=other,
    ),
    "anomaly-decided": lambda: say("Staff have decided about this already."),
    # What a check of the ledger finds, for staff.
    "rating-differs": lambda variant, version, value, counts, replayed, replayed_counts: say(
        "{variant}: {version} is live at {value} after {counts}; its ledger replays to "
        "{replayed} after {replayed_counts}.",
        variant=variant,
        version=version,
        value=value,
        counts=counts,
        replayed=replayed,
        replayed_counts=replayed_counts,
    ),
    "lost-by-fault": lambda kind: say("It {fault}.", fault=said(KINDS.get(kind) or kind)),
    "lost-by-forfeit": lambda: say("It resigned, or others forfeited."),
    "lost-on-board": lambda reason: say("On the board, by “{reason}”.", reason=reason),
    "ratings-drifted": lambda variant, drift: say(
        "{variant}: the ratings have drifted by {drift} thousandths of a point in sum.",
        variant=variant,
        drift=drift,
    ),
    "sums-differ": lambda variant, version, total, wanted: say(
        "{variant}: the ledger of {version} adds up to {total}, its games give {wanted}.",
        variant=variant,
        version=version,
        total=total,
        wanted=wanted,
    ),
    "decision-differs": lambda variant, game, noted, wanted: say(
        "{variant}: game {game} is noted as {noted}, its rows say {wanted}.",
        variant=variant,
        game=game,
        noted=_rated(noted),
        wanted=_rated(wanted),
    ),
    "cap-exceeded": lambda variant, games, day, one, other, most: say(
        "{variant}: {games} games rated on {day} between {one} and {other}; at most {most} "
        "are allowed.",
        variant=variant,
        games=games,
        day=day,
        one=one,
        other=other,
        most=most,
    ),
    "listing-differs": lambda variant, version: say(
        "{variant}: {version} is listed and should not be, or should be and is not.",
        variant=variant,
        version=version,
    ),
    "meetings-differ": lambda variant, meetings: say(
        "{variant}: what {meetings} of versions did against each other differed from their "
        "games; it was counted again.",
        variant=variant,
        meetings=count(meetings, "pair"),
    ),
    "fit-differs": lambda variant, lines: say(
        "{variant}: {lines} of the strengths differed from the games; they were computed again.",
        variant=variant,
        lines=count(lines, "line"),
    ),
    "entries-differ": lambda variant, entries: say(
        "{variant}: {entries} entries are numbered wrong, or say another rating than they sum to.",
        variant=variant,
        entries=entries,
    ),
    "corrections-differ": lambda variant, games: say(
        "{variant}: voids and corrections do not agree for {games}.",
        variant=variant,
        games=count(games, "rated game"),
    ),
    "cap-not-reached": lambda variant, game: say(
        "{variant}: game {game} was refused for a daily cap that nobody had reached.",
        variant=variant,
        game=game,
    ),
}
