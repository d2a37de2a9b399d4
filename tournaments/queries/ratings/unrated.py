"""Which games of a tournament or match will not be rated, and why."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from django.db.models import Count, Min

from tournaments.mathematics.elo import DAILY_CAP
from tournaments.models import Bot, Match, Player, Seat, Tournament, Unrated
from tournaments.queries.ratings import eligibility
from tournaments.words import Sentence


class OwnedBot(Protocol):
    """What is asked of a bot: a row, or what a list shows of it."""

    @property
    def name(self) -> str: ...
    @property
    def is_house(self) -> bool: ...
    @property
    def owner_id(self) -> int: ...


def of_tournament(tournament: Tournament, of_one_owner: Sequence[str]) -> list[Sentence]:
    """Why games of a tournament are not rated, if these are the `bots_of_one_owner`."""
    return of_terms(
        has_leaderboard=tournament.variant.rated,
        access=tournament.access,
        of_one_owner=of_one_owner,
        games_per_pairing=tournament.games_per_pairing,
    )


def of_terms(
    *, has_leaderboard: bool, access: str, of_one_owner: Sequence[str], games_per_pairing: int
) -> list[Sentence]:
    """The same of a tournament that may still be set up."""
    if not has_leaderboard:
        return [Sentence("no-leaderboard")]
    if access == Tournament.Access.PRIVATE:
        return [Sentence("private-tournament")]
    said = [Sentence("bots-of-one-owner", bots=list(of_one_owner))] if of_one_owner else []
    if games_per_pairing > DAILY_CAP:
        said.append(Sentence("pairing-over-cap", cap=DAILY_CAP, games=games_per_pairing))
    return said


def bots_of_one_owner(tournament: Tournament) -> list[str]:
    """The names of the bots of the first owner who has entered several; empty without one."""
    entries = tournament.entries.active().filter(version__bot__is_house=False)
    owner = "version__bot__owner"
    counted = entries.order_by().values(owner).annotate(count=Count("pk"), first=Min("number"))
    first = counted.filter(count__gt=1).order_by("first").values(owner)[:1]
    theirs = entries.filter(version__bot__owner__in=first).order_by("number")
    return list(theirs.values_list("version__bot__name", flat=True))


def of_match(match: Match, *, now: datetime) -> list[Sentence]:
    """Why the remaining games of a match will not be rated."""
    tournament = match.tournament
    if match.is_over or tournament is None:
        return []
    seats = Seat.objects.filter(game__match=match)
    facts = next((met for _game, met in eligibility.facts_by_game(seats)), None)
    if facts is None:
        return []
    if code := facts.barred():
        return [Sentence("never-rated", why=Unrated(code).label)]
    variant = tournament.variant
    if eligibility.anomalies(variant, facts).in_force().exists():
        return [Sentence("never-rated", why=Unrated.ANOMALY.label)]
    left = sum(not game.is_over for game in match.games.all())
    counts = {
        pair: eligibility.rated_today(variant, pair, now=now) for pair in facts.capped_pairs()
    }
    return [
        Sentence(
            "cap-reached", one=_name(*pair[0]), other=_name(*pair[1]), games=count, cap=DAILY_CAP
        )
        for pair, count in counts.items()
        if count + left > DAILY_CAP
    ]


def first_of_one_owner(entered: Sequence[OwnedBot]) -> list[str]:
    """The same of bots that have been read, in the order of their entries."""
    owned: dict[int, list[str]] = defaultdict(list)
    for bot in entered:
        if not bot.is_house:
            owned[bot.owner_id].append(bot.name)
    return next((names for names in owned.values() if len(names) > 1), [])


def _name(kind: str, pk: int) -> str:
    return str(Player.objects.get(pk=pk) if kind == "player" else Bot.objects.get(pk=pk))
