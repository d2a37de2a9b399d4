"""Queries about matches and their games, and how a game ended."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from engine import EngineError, record
from tournaments.errors import RecordUnavailable
from tournaments.mathematics import elo
from tournaments.models import (
    Bot,
    CasualGame,
    Game,
    LedgerEntry,
    Match,
    Player,
    Seat,
    Tournament,
    Variant,
    Version,
    load_records,
)
from tournaments.models.games import GameQuerySet
from tournaments.queries import tournament_lists
from tournaments.queries.games import films, replay
from tournaments.words import Sentence, endings


def visible_to(player: Player | AnonymousUser) -> QuerySet[Match]:
    """The matches that `player` may see.

    Staff see all matches. Everybody else sees the matches of the tournaments that they may see,
    and the checks of their own versions.
    """
    if player.is_staff:
        return Match.objects.all()
    seen = Q(tournament__in=tournament_lists.visible_to(player))
    if player.is_authenticated:
        seen |= Q(checks__bot__owner=player)
    return Match.objects.filter(seen)


def visible_variants(player: Player | AnonymousUser) -> QuerySet[Variant]:
    """The variants that `player` may see.

    A variant is hidden while only tournaments that the player may not see are played in it. The
    variant of a game without options is never hidden, because any upload makes it.
    """
    played = Tournament.objects.filter(variant=OuterRef("pk"))
    seen = tournament_lists.visible_to(player).filter(variant=OuterRef("pk"))
    is_public = Q(rated=True) | Q(key=F("game_id")) | ~Exists(played)
    return Variant.objects.filter(is_public | Exists(seen))


def newest_first(player: Player | AnonymousUser) -> QuerySet[Match]:
    """The matches that `player` may see, the newest first, with the columns of a list."""
    return _for_lists(visible_to(player)).order_by("-pk")


def of_tournament(tournament: Tournament) -> QuerySet[Match]:
    """The matches of a tournament in the order of its rounds, with the columns of a list."""
    # Rounds and their pairings are made one after the other, so their ids are in that order.
    return _for_lists(tournament.matches.all()).order_by("pairing_id", "number")


def with_bot(bot: Bot) -> Q:
    """Selects the matches in which any version of a bot has a seat."""
    # With literal ids the database can estimate how often they have played.
    versions = list(bot.versions.values_list("pk", flat=True))
    return Q(Exists(Seat.objects.filter(game__match=OuterRef("pk"), version__in=versions)))


def with_version(slug: str, number: int) -> Q:
    """Selects the matches in which one version of a bot has a seat."""
    versions = list(
        Version.objects.filter(bot__slug=slug, number=number).values_list("pk", flat=True)
    )
    return Q(Exists(Seat.objects.filter(game__match=OuterRef("pk"), version__in=versions)))


def with_fault(kind: str, versions: Sequence[int]) -> Q:
    """Selects the matches in which one of these versions had a fault of a kind."""
    rows = Seat.objects.filter(version__in=versions, fault__isnull=False, fault__kind=kind)
    return Q(pk__in=rows.values("game__match"))


def in_variant(variant: Variant) -> Q:
    """Selects the matches in a variant."""
    return Q(pk__in=Game.objects.filter(variant=variant).values("match"))


def ended(**bound: datetime) -> Q:
    """Selects the matches that ended within a bound, such as `gte`."""
    over = [status for status in Match.Status if status not in Match.OPEN]
    lookups = {f"ended_at__{name}": moment for name, moment in bound.items()}
    return Q(status__in=over, **lookups)


def with_game(game_id: str) -> Q:
    """Selects the matches in any variant of a game."""
    # With literal ids the database knows that nobody has played one, and reads no match for it.
    variants = Variant.objects.filter(game_id=game_id)
    played = variants.filter(Exists(Game.objects.filter(variant=OuterRef("pk"))))
    ids = list(played.values_list("pk", flat=True))
    return Q(pk__in=Game.objects.filter(variant__in=ids).values("match"))


def shown(player: Player | AnonymousUser) -> QuerySet[Match]:
    """The matches that `player` may see, with all that the page of a match shows."""
    games = Game.objects.select_related("variant").order_by("number")
    rows = visible_to(player).select_related(
        "pairing__round__tournament", "checks__bot__owner", "host", "tournament__variant"
    )
    return rows.prefetch_related(
        Prefetch("games", games), Prefetch("games__seats", _seats()), "replaced_seeds"
    )


def games(player: Player | AnonymousUser) -> GameQuerySet:
    """The games that `player` may see, with all that the page of a game shows."""
    rows = Game.objects.filter(match__in=visible_to(player))
    return rows.select_related(
        "variant", "match__pairing__round__tournament", "match__checks__bot__owner"
    ).prefetch_related(Prefetch("seats", _seats()), "match__replaced_seeds")


def games_of(match: Match) -> QuerySet[Game]:
    """The games of a match with their records, seats and logs."""
    rows = match.games.select_related("match", "variant")
    return rows.prefetch_related(Prefetch("seats", _seats()), "match__replaced_seeds")


def own_seats(match: Match, player: Player) -> QuerySet[Seat]:
    """The seats of a match whose logs a player may read: of their own bots; for staff, all."""
    rows = Seat.objects.filter(game__match=match).select_related("game", "version__bot__owner")
    rows = rows.defer("game__record_in_row").order_by("game__number", "number")
    return rows if player.is_staff else rows.filter(version__bot__owner=player)


def public_record(game: Game) -> dict[str, Any] | None:
    """The record of a finished game, with the seed of its dice once the match is over."""
    document = game.record
    if document is None or not game.match.is_over:
        return document
    seed = game.match.seed_of(document)
    return record.reveal(document, seed) if seed else document


def rating_changes(game: Game) -> dict[int, float]:
    """The rating changes by a game, in Elo, by version; empty if it is unrated or voided."""
    entries = LedgerEntry.objects.filter(game=game, game__voided_at=None)
    return {entry.version_id: entry.delta / elo.MILLI for entry in entries}


def in_hand(match: Match) -> Game | None:
    """The first game of a match that is not over; None where all are, or none is planned."""
    return next((game for game in match.games.all() if not game.is_over), None)


def board_of(game: Game) -> CasualGame | None:
    """The board at which a remote bot plays a game that is not reported yet; None without one."""
    return None if game.is_over else CasualGame.objects.filter(game=game).first()


def judged_games(match: Match) -> list[Game]:
    """The games of a match whose luck has been judged."""
    return [game for game in match.games.all() if game.seats.all()[0].luck is not None]


def opponents(match: Match) -> tuple[Version, Version] | None:
    """The two versions that meet in a match; None where there are more, or fewer."""
    seated = {seat.version for game in match.games.all() for seat in game.seats.all()}
    if len(seated) != 2:
        return None
    older, other = sorted(seated, key=lambda version: version.pk)
    return older, other


@dataclass(frozen=True)
class Ending:
    """How a game ended: who won, and why."""

    result: Sentence
    why: str


def ending(game: Game) -> Ending | None:
    """How a game ended; None before it has."""
    if not game.is_over:
        return None
    return Ending(_result(list(game.seats.all())), _why(game))


def with_endings(match: Match) -> list[tuple[Game, Ending | None]]:
    """The games of a match, each with how it ended."""
    games = list(match.games.all())
    with suppress(RecordUnavailable):  # each game whose record is there says how it ended
        load_records(games)
    return [(game, ending(game)) for game in games]


def _result(seats: Sequence[Seat]) -> Sentence:
    """The winner, by the ranks of the seats."""
    best = [_name(seat, seats) for seat in seats if seat.rank == 1]
    if len(best) == len(seats):
        return Sentence("draw")
    return (
        Sentence("wins", winner=best[0])
        if len(best) == 1
        else Sentence("shared-first", winners=best)
    )


def _why(game: Game) -> str:
    """A sentence on how a game ended by its rules; the bare reason where none can replay it."""
    if not game.has_record:
        return str(Sentence("ended-without-record", reason=game.reason))
    try:
        document = game.kept_record
        ended = replay.state_after(document, len(document["events"])).ending()
    except RecordUnavailable as error:
        return str(error)
    except EngineError:
        return str(Sentence("ended-under-old-rules", reason=game.reason))
    looks = films.seat_looks(game.variant)
    return endings.written(ended, [look.colour for look in looks]) if ended else game.reason


def _name(seat: Seat, seats: Sequence[Seat]) -> str:
    """The version's name, with its colour where it has more than one seat."""
    twins = sum(other.version_id == seat.version_id for other in seats) > 1
    if not twins:
        return str(seat.version)
    return f"{seat.version} ({films.seat_looks(seat.game.variant)[seat.number].colour})"


def _seats() -> QuerySet[Seat]:
    return Seat.objects.select_related("version__bot__owner").order_by("number")


_LISTED = (
    "id", "pairing__number", "pairing__round__number", "tournament", "checks", "host", "number",
    "time_control", "status", "queued_at", "not_before", "started_at", "ended_at", "attempt",
    "failures", "void_reason", "isolation", "speed_index", "seed", "opening", "value_function",
    "value_sha256",
)  # fmt: skip
"""The columns of a match that a list shows."""

_NAMED = ("number", "bot__slug", "bot__name", "bot__deleted_at", "bot__owner__username")
"""The columns that name a version and its author."""


def _for_lists(rows: QuerySet[Match]) -> QuerySet[Match]:
    """The same matches with what a list of them shows, without records and logs.

    Rows that many of them share are read once, as one object.
    """
    versions = Version.objects.order_by().select_related("bot__owner").only(*_NAMED)
    seats = Seat.objects.only("game", "number", "version", "rank", "returns", "luck", "fault")
    parts = (
        Prefetch("games", Game.objects.defer("record_in_row", "final").order_by("number")),
        "games__variant",
        Prefetch("games__seats", seats.order_by("number")),
        Prefetch("games__seats__version", versions),
        Prefetch("checks", versions),
        "tournament",
        "host",
        "replaced_seeds",
    )
    return rows.select_related("pairing__round").only(*_LISTED).prefetch_related(*parts)
