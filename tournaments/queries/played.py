"""What the API reads of matches and their games: who may see them, in which order, with what."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Prefetch, Q, QuerySet

from engine import record
from tournaments.models import Bot, Entry, Game, Match, Player, Seat, Tournament, Variant
from tournaments.queries.tournaments import lists


def visible_to(player: Player | AnonymousUser) -> QuerySet[Match]:
    """The matches of tournaments that the player may see, and the checks of their own versions.

    Staff see all.
    """
    if player.is_staff:
        return Match.objects.all()
    seen = Q(tournament__in=lists.visible_to(player))
    if player.is_authenticated:
        seen |= Q(checks__bot__owner=player)
    return Match.objects.filter(seen)


def variants(player: Player | AnonymousUser) -> QuerySet[Variant]:
    """All variants but those of which only tournaments tell that the player may not see.

    Any upload makes one of each game as it is without options, so that those tell nothing.
    """
    known = Q(rated=True) | Q(key=F("game_id")) | Q(tournaments=None)
    seen = Q(tournaments__in=lists.visible_to(player))
    return Variant.objects.filter(pk__in=Variant.objects.filter(known | seen).values("pk"))


def with_games(rows: QuerySet[Match]) -> QuerySet[Match]:
    """The same matches with all that a list of them shows; without records and logs."""
    seats = Seat.objects.defer("log").select_related("version__bot__owner")
    games = Game.objects.defer("record").select_related("variant")
    shown = rows.select_related("pairing__round__tournament", "checks__bot__owner", "host")
    parts = (Prefetch("games", games), Prefetch("games__seats", seats), "replaced_seeds")
    return shown.prefetch_related(*parts)


def newest_first(player: Player | AnonymousUser) -> QuerySet[Match]:
    """The matches that `player` may see, the newest first."""
    return with_games(visible_to(player)).order_by("-pk")


def of_tournament(tournament: Tournament) -> QuerySet[Match]:
    """The matches of a tournament in the order of its rounds."""
    rows = Match.objects.filter(pairing__round__tournament=tournament)
    return with_games(rows).order_by("pairing__round__number", "pairing__number", "number")


def with_bot(bot: Bot) -> Q:
    """Matches in which any version of a bot has a seat."""
    return Q(pk__in=Seat.objects.filter(version__bot=bot).values("game__match"))


def with_game(game_id: str) -> Q:
    """Matches in any variant of a game."""
    return Q(pk__in=Game.objects.filter(variant__game_id=game_id).values("match"))


def entered_by(bot: Bot) -> Q:
    """Tournaments in which any version of a bot takes part."""
    return Q(pk__in=Entry.objects.filter(version__bot=bot).values("tournament"))


def games(match: Match) -> QuerySet[Game]:
    """The games of a match with their records, seats and logs."""
    seats = Seat.objects.select_related("version__bot__owner")
    rows = match.games.select_related("match", "variant")
    return rows.prefetch_related(Prefetch("seats", seats), "match__replaced_seeds")


def public_record(game: Game) -> dict[str, Any] | None:
    """The record of a finished game; it holds the seed of its dice once the match is over."""
    if game.record is None or not game.match.is_over:
        return game.record
    seed = game.match.seed_of(game.record)
    return record.reveal(game.record, seed) if seed else game.record
