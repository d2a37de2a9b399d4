"""Trials as pages, the API and the service see them."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from tournaments.mathematics.statistics.by_play import PlaySums, by_play
from tournaments.mathematics.statistics.head_to_head import compare
from tournaments.mathematics.statistics.power import Chances, chances
from tournaments.mathematics.statistics.sprt import SequentialTest
from tournaments.models import Game, Player, Trial, Variant, Version
from tournaments.queries.ratings import game_results
from tournaments.queries.ratings.leaderboards import hosted


class TrialGame(NamedTuple):
    """The points of the challenger in a game: as they were scored, and without luck."""

    scored: float
    by_play: float


@dataclass(frozen=True)
class TrialProgress:
    """Progress of a trial.

    `pairs` has the games of each pair, by number, up to the first pair that is not over, or whose
    luck is still to be judged. Void pairs are left out. `matches` is how many matches were ever
    queued, `open` how many of them are still to be played or judged.
    """

    pairs: list[list[TrialGame]]
    matches: int
    open: int

    @property
    def points(self) -> list[float]:
        """The points of the challenger in each pair by play, on which the test decides."""
        return [sum(game.by_play for game in pair) for pair in self.pairs]


@dataclass(frozen=True)
class TrialOutlook:
    """The probabilities of a trial's verdicts.

    `chances` are for three cases: the new version is no stronger, it is stronger by half of the
    difference that the trial looks for, and it is stronger by all of it.
    """

    pairs: int
    chances: list[Chances]

    @property
    def enough(self) -> int:
        """The number of pairs that lead to a verdict in 90% of trials, in every case."""
        return max(chances.enough for chances in self.chances)


def outlook(test: SequentialTest, *, pairs: int) -> TrialOutlook:
    """The probabilities of the verdicts of a trial of at most `pairs` pairs."""
    differences = (test.elo0, (test.elo0 + test.elo1) / 2, test.elo1)
    return TrialOutlook(pairs, [chances(test, elo=elo, pairs=pairs) for elo in differences])


def visible_to(player: Player | AnonymousUser) -> QuerySet[Trial]:
    """The trials that `player` may see, the newest first: their own, or for staff all."""
    rows = Trial.objects.select_related(
        "challenger__bot__owner", "incumbent__bot", "tournament__variant", "started_by"
    )
    if player.is_staff:
        return rows
    return rows.filter(started_by=player) if player.is_authenticated else rows.none()


def of_version(version: Version, player: Player | AnonymousUser) -> QuerySet[Trial]:
    """The trials that `player` may see with a version on either side, the newest first."""
    return visible_to(player).filter(Q(challenger=version) | Q(incumbent=version))


def incumbents(challenger: Version, player: Player) -> QuerySet[Version]:
    """The versions of a player that a version can be tried against, by bot, the newest first."""
    rows = Version.objects.fit_for_trials().filter(bot__owner=player)
    ordered = rows.exclude(pk=challenger.pk).select_related("bot")
    return ordered.order_by("bot__name", "-number")


def variants(challenger: Version) -> QuerySet[Variant]:
    """The variants with a leaderboard and two sides that a version plays."""
    rows = hosted()
    played = [row for row in rows if challenger.plays(row.key)]
    of_two = [row.pk for row in played if len(set(row.load().sides())) == 2]
    return rows.filter(pk__in=of_two).order_by("game_id", "pk")


def sequential(trial: Trial) -> SequentialTest:
    """The test that decides a trial."""
    return SequentialTest(trial.elo0, trial.elo1, trial.alpha, trial.beta)


def progress(trial: Trial) -> TrialProgress:
    """The progress of a trial. A pair with a void game does not count."""
    rows = list(trial.tournament.matches.order_by("number"))
    games = _games(trial)
    # What openings give evens out within a pair, and so nothing waits for it.
    has_dice = trial.tournament.variant.has_chance
    settled = [match.is_over and not (has_dice and match.awaits_luck) for match in rows]
    counted = [games.get(match.pk, []) for match in rows[: [*settled, False].index(False)]]
    return TrialProgress(
        pairs=[pair for pair in counted if len(pair) == 2],
        matches=len(rows),
        open=settled.count(False),
    )


def shown(trial: Trial) -> dict[str, Any]:
    """A trial for its page, from the pairs that the test has counted.

    `outcomes` counts the pairs with 0, ½, 1, 1½ and 2 points; without any there is no `comparison`.
    `by_play` is the score without luck, None where there was none to be judged.
    """
    pairs = progress(trial).pairs[: len(trial.ratios)]
    outcomes = Counter(round(2 * sum(game.scored for game in pair)) for pair in pairs)
    scored, played = ([[game[which] for game in pair] for pair in pairs] for which in (0, 1))
    has_dice = trial.tournament.variant.has_chance
    return {
        "test": sequential(trial),
        "pairs": len(pairs),
        "outcomes": [outcomes[number] for number in range(5)],
        "comparison": compare(scored) if pairs else None,
        "has_dice": has_dice,
        "by_play": by_play(PlaySums.of(played)) if has_dice else None,
    }


def _games(trial: Trial) -> dict[int, list[TrialGame]]:
    """The games of a trial that count, by the id of the match.

    Where luck could not be judged, a game counts by play as it was scored.
    """
    counted = Game.objects.counted().filter(match__tournament=trial.tournament_id)
    games: dict[int, list[TrialGame]] = defaultdict(list)
    for result in game_results.of(counted):
        side = result.versions.index(trial.challenger_id)
        games[result.block].append(TrialGame(result.points()[side], result.points_by_play()[side]))
    return games
