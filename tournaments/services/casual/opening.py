"""Opens casual games, seats the friends who join, and opens rematches with rotated seats."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Bot, CasualGame, CasualSeat, Player, Variant, Version, names
from tournaments.models.casual import CLOCKS, FRIEND_HERE, GUEST
from tournaments.queries.casual import remote
from tournaments.queries.casual.courses import course_of
from tournaments.queries.casual.people import Person
from tournaments.services.casual import moves
from tournaments.services.casual.changes import keep
from tournaments.services.tournaments.configuration import check_time_control

ME, HERE, FRIEND, ANYBODY = "me", "here", "friend", "anybody"
"""Who may sit at a seat besides a bot: the person who opens the game, another one at the same
screen, anyone who comes by the game's address, or anyone who comes by the lobby."""

MOST_OPEN, MOST_OPEN_AS_VISITOR, MOST_CHALLENGES = 6, 2, 1
"""The most open games of a player, of a visitor without an account, and of bots alone."""

Sitter = Version | str
"""A bot, or one of ME, HERE, FRIEND and ANYBODY."""


@dataclass(frozen=True, kw_only=True)
class CasualConfiguration:
    """The settings of a casual game: who sits where, and the clocks of bots and people.

    `first` is the first action of the person who opens it, for one who is to act at once, and
    `guest` is that person's name, if it has no account. `start` are the events, as in a record, of
    the position from which the game begins.
    """

    variant: Variant
    seats: Sequence[Sitter]
    time_control: str = "blitz"
    clock: str = ""
    first: str = ""
    guest: str = ""
    start: Sequence[dict[str, Any]] = ()

    @property
    def has_people(self) -> bool:
        return any(isinstance(sitter, str) for sitter in self.seats)


@transaction.atomic
def open_game(config: CasualConfiguration, *, who: Person, now: datetime) -> CasualGame:
    """Open a game; it begins at once if no seat waits for a person.

    Raises Invalid for what cannot be played and for too many open games, and NotAllowed without a
    player or a visitor's token. Only players may let bots play alone.
    """
    _check(config, who, now)
    _check_allowance(config, who)
    game = _made(config, who, now)
    for number, sitter in enumerate(config.seats):
        CasualSeat.objects.create(game=game, number=number, **_sitting(sitter, who, config.guest))
    _number_alike(game)
    _begin(game, now)
    if config.first:
        return moves.act(game, who=who, state=game.state, action=config.first, now=now)
    return game


@transaction.atomic
def sit_down(
    game: CasualGame, *, number: int, who: Person, now: datetime, guest: str = ""
) -> CasualGame:
    """Take a free seat; `guest` is the name of a person without an account.

    Raises Invalid if the seat or the name is taken, and NotAllowed without player or token.
    """
    row = CasualGame.objects.select_for_update(of=("self",)).get(pk=game.pk)
    if not who.is_somebody:
        raise NotAllowed("nobody-sits")
    seat = next((seat for seat in row.seats.all() if seat.number == number), None)
    if seat is None or not seat.is_free or not row.is_open:
        raise Invalid("seat-is-taken")
    if guest and names.look(guest) in {names.look(other.guest) for other in row.seats.all()}:
        raise Invalid("name-at-this-board", "guest")
    for name, value in _sitting(ME, who, guest).items():
        setattr(seat, name, value)
    seat.save()
    _number_alike(row)
    row.change()
    _begin(row, now)
    return row


@transaction.atomic
def play_again(game: CasualGame, *, who: Person, now: datetime) -> CasualGame:
    """Return the one rematch of a game, in which everybody sits one seat further on."""
    row = CasualGame.objects.select_for_update(of=("self",)).get(pk=game.pk)
    seats = list(row.seats.all())
    if not (who.seats(row) or _has_opened(row, who)):
        raise NotAllowed("not-at-this-board")
    if not row.is_over:
        raise Invalid("game-goes-on")
    existing = CasualGame.objects.filter(rematch_of=row).first()
    if existing is not None:
        return existing
    turned = [seats[number - 1] for number in range(len(seats))]
    bots = [seat.version for seat in turned if seat.version is not None]
    sitters: list[Sitter] = [seat.version or FRIEND for seat in turned]
    config = CasualConfiguration(
        variant=row.variant, seats=sitters, time_control=row.time_control, clock=row.clock
    )
    _check_bots(config, bots, who, now)
    _check_allowance(config, who)
    rematch = _made(config, who, now, rematch_of=row)
    for number, seat in enumerate(turned):
        sitting = ("version", "player", "visitor", "guest")
        CasualSeat.objects.create(
            game=rematch, number=number, **{name: getattr(seat, name) for name in sitting}
        )
    _begin(rematch, now)
    return rematch


def _made(config: CasualConfiguration, who: Person, now: datetime, **more: Any) -> CasualGame:
    return CasualGame.objects.create(
        key=secrets.token_hex(8),
        variant=config.variant,
        time_control=config.time_control,
        clock=config.clock,
        events=list(config.start),
        has_people=config.has_people,
        has_remote=any(isinstance(each, Version) and each.is_remote for each in config.seats),
        is_offered=ANYBODY in config.seats,
        opened_by=who.player,
        visitor=who.token,
        due_since=now,
        due_until=now + timedelta(minutes=settings.CASUAL_IDLE_MINUTES),
        created_at=now,
        not_before=now,
        **more,
    )


def _begin(game: CasualGame, now: datetime) -> None:
    """Throw the first dice, unless a seat is still free."""
    if not any(seat.is_free for seat in game.seats.all()):
        course = course_of(game)
        course.roll()
        keep(game, course, now=now)


def _number_alike(game: CasualGame) -> None:
    """Number the people who gave no name, where there are several of a kind."""
    for word in (GUEST, FRIEND_HERE):
        alike = [seat for seat in game.seats.all() if seat.guest.partition(" ")[0] == word]
        for number, seat in enumerate(alike if len(alike) > 1 else (), start=1):
            seat.guest = f"{word} {number}"
            seat.save(update_fields=["guest"])


def _sitting(sitter: Sitter, who: Person, guest: str) -> dict[str, Any]:
    if isinstance(sitter, Version):
        return {"version": sitter}
    if sitter in {FRIEND, ANYBODY}:
        return {}
    if sitter == HERE:
        return {"visitor": who.token, "guest": FRIEND_HERE}
    if who.player is not None:
        return {"player": who.player}
    return {"visitor": who.token, "guest": guest or GUEST}


def _has_opened(game: CasualGame, who: Person) -> bool:
    return who.player is not None and game.opened_by_id == who.player.pk


def _check(config: CasualConfiguration, who: Person, now: datetime) -> None:
    if not who.is_somebody:
        raise NotAllowed("nobody-sits")
    seats = config.variant.load().num_players()
    if len(config.seats) != seats:
        raise Invalid("one-for-each-seat", "seats", seats=seats)
    if list(config.seats).count(ME) > 1:
        raise Invalid("one-seat-is-mine", "seats")
    check_time_control(config.time_control)
    if config.clock and config.clock not in CLOCKS:
        raise Invalid("unknown-clock", "clock", allowed=list(CLOCKS))
    bots = [sitter for sitter in config.seats if isinstance(sitter, Version)]
    _check_bots(config, bots, who, now)


def may_play(version: Version, who: Person) -> bool:
    """Whether a person may seat a bot: one of its own, or one that is open to everybody."""
    is_own = who.player is not None and version.bot.owner_id == who.player.pk
    is_able = version.may_play_remotely if version.is_remote else version.may_play
    return is_able and (version.bot.open_to_all or is_own)


def is_at_hand(version: Version, who: Person, *, now: datetime) -> bool:
    """Whether a person may seat a bot now: a remote one must take another game."""
    is_away = version.is_remote and remote.refusal(version, now=now)
    return may_play(version, who) and not is_away


def _check_bots(
    config: CasualConfiguration, bots: Sequence[Version], who: Person, now: datetime
) -> None:
    for version in bots:
        if not may_play(version, who):
            raise Invalid("bot-not-at-hand", "seats", version=version)
        if version.is_remote:
            _check_connected(version, now)
        version.check_plays(config.variant.key, field="seats")


def _check_connected(version: Version, now: datetime) -> None:
    """Raise Invalid for a remote bot that takes no game, under a lock that counts its games."""
    version.bot = Bot.objects.select_for_update(of=("self",)).get(pk=version.bot_id)
    refusal = remote.refusal(version, now=now)
    if refusal:
        raise Invalid(refusal, "seats", bot=version.bot)


def _check_allowance(config: CasualConfiguration, who: Person) -> None:
    """Raise Invalid for too many open games, counted under a lock of the player."""
    if who.player is not None:
        Player.objects.select_for_update().get(pk=who.player.pk)
    going_on = who.opened().going_on()
    if not config.has_people:
        if who.player is None:
            raise NotAllowed("players-challenge")
        _refuse_more(going_on.filter(has_people=False).count(), MOST_CHALLENGES, "challenges-open")
    most = MOST_OPEN if who.player is not None else MOST_OPEN_AS_VISITOR
    _refuse_more(going_on.count(), most, "casual-games-open")


def _refuse_more(having: int, most: int, code: str) -> None:
    if having >= most:
        raise Invalid(code, most=most)
