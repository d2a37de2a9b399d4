"""Which games of a tournament or match will not be rated, and why, in sentences."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from tournaments.mathematics.elo import DAILY_CAP
from tournaments.models import Bot, Match, Player, Seat, Tournament, Unrated
from tournaments.queries.ratings import eligibility

_NAMED = 5
"""How many bots a sentence names; it says how many more there are."""

CAP = f"At most {DAILY_CAP} games of the same two owners rate a day on a leaderboard."


def of_tournament(tournament: Tournament) -> list[str]:
    """Why games of a tournament are not rated: a sentence for each reason."""
    entries = tournament.entries.active().select_related("version__bot__owner")
    return of_choice(
        has_leaderboard=tournament.variant.rated,
        access=tournament.access,
        entered=[entry.version.bot for entry in entries],
        games_per_pairing=tournament.games_per_pairing,
    )


def of_choice(
    *, has_leaderboard: bool, access: str, entered: Sequence[Bot], games_per_pairing: int
) -> list[str]:
    """Why games of a tournament that somebody is making would not be rated."""
    if not has_leaderboard:
        return ["Not rated: this variant has no leaderboard."]
    if access == Tournament.Access.PRIVATE:
        return ["Not rated: the games of private tournaments."]
    said = _of_one_owner(entered)
    if games_per_pairing > DAILY_CAP:
        said.append(f"{CAP} A pairing here has {games_per_pairing}.")
    return said


def of_match(match: Match, *, now: datetime) -> list[str]:
    """Why the remaining games of a match will not be rated: a sentence for each reason."""
    tournament = match.tournament
    if match.is_over or tournament is None:
        return []
    seats = Seat.objects.filter(game__match=match)
    found = next((met for _game, met in eligibility.facts_by_game(seats)), None)
    if found is None:
        return []
    if code := found.barred():
        return [Unrated(code).label]
    variant, left = tournament.variant, match.games.filter(ended_at=None).count()
    counts = {
        pair: eligibility.rated_today(variant, pair, now=now) for pair in found.capped_pairs()
    }
    return [
        f"{_names(pair)} have had {count} of the {DAILY_CAP} games that rate between them today."
        for pair, count in counts.items()
        if count + left > DAILY_CAP
    ]


def _of_one_owner(entered: Sequence[Bot]) -> list[str]:
    owned: dict[Player, list[Bot]] = defaultdict(list)
    for bot in entered:
        if not bot.is_house:
            owned[bot.owner].append(bot)
    several = [bots for bots in owned.values() if len(bots) > 1]
    if not several:
        return []
    return [f"Not rated: games between bots of one owner, as {_list(several[0])}."]


def _list(bots: Sequence[Bot]) -> str:
    names = [bot.name for bot in bots]
    if len(names) > _NAMED:
        return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _names(pair: eligibility.Pair) -> str:
    return " and ".join(_name(kind, pk) for kind, pk in pair)


def _name(kind: str, pk: int) -> str:
    return str(Player.objects.get(pk=pk) if kind == "player" else Bot.objects.get(pk=pk))
