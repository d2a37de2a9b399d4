"""Actions of staff on matches, bots and accounts; each needs a reason, which is recorded."""

from datetime import datetime

from django.db import transaction

from tournaments import dispatch
from tournaments.errors import Invalid
from tournaments.models import (
    Bot,
    Game,
    Match,
    Player,
    StaffAction,
    Tournament,
    TournamentTable,
    Version,
)
from tournaments.services import trail
from tournaments.services.bots import health
from tournaments.services.people import closing
from tournaments.services.ratings import voiding
from tournaments.services.tournaments import pairings
from tournaments.words import Sentence

Kind = StaffAction.Kind
ANY_ROUND = frozenset({"round-robin", "gauntlet", "swiss", "ladder"})
"""Formats in which no entrant is knocked out by a match of an earlier round."""


@transaction.atomic
def void_game(game: Game, *, player: Player, reason: str, now: datetime) -> int:
    """Void one finished game by `voiding.void`, and return and raise what that does."""
    voided = voiding.void([game], player=player, reason=reason, now=now)
    if voided:
        text = f"Game {game.number}: {reason.strip()}"
        trail.note(Kind.VOID_GAME, game.match, by=player, reason=text, now=now)
    return voided


@transaction.atomic
def void_match(match: Match, *, player: Player, reason: str, now: datetime) -> None:
    """Void a whole match: what waits or is being played, and the games that have counted.

    Raises NotAllowed for anybody but staff, Invalid without a reason, or for a check.
    """
    trail.note(Kind.VOID_MATCH, match, by=player, reason=reason, now=now)
    _refuse_checks(match)
    _void(match, player, reason, now)


@transaction.atomic
def set_trust(
    organiser: Player, *, trusted: bool, player: Player, reason: str, now: datetime
) -> bool:
    """Let the games of an organiser's tournaments count in full, or not, from the next fit on.

    Return False if that is so already, or the account is closed. Raises NotAllowed for anybody but
    staff, Invalid without a reason.
    """
    trail.note(
        Kind.TRUST if trusted else Kind.DISTRUST, organiser, by=player, reason=reason, now=now
    )
    rows = Player.objects.filter(pk=organiser.pk, closed_at=None, is_trusted=not trusted)
    return rows.update(is_trusted=trusted) == 1


@transaction.atomic
def play_again(match: Match, *, player: Player, reason: str, now: datetime) -> Match:
    """Void a match, and queue and return another one in its place, with new dice.

    Raises NotAllowed for anybody but staff, Invalid without a reason, and if the tournament is
    over, is a trial, or has already used the result for a later round.
    """
    trail.note(Kind.PLAY_AGAIN, match, by=player, reason=reason, now=now)
    _refuse_checks(match)
    tournament, pairing = match.tournament, match.pairing
    assert tournament is not None, "of no check"
    assert pairing is not None, "of no check"
    if Tournament.objects.locked(tournament.pk).status not in Tournament.BEGUN:
        raise Invalid("again-when-over", tournament=tournament)
    later = tournament.rounds.filter(number__gt=pairing.round.number)
    if tournament.format == Tournament.Format.TRIAL or (
        tournament.format not in ANY_ROUND and later.exists()
    ):
        raise Invalid("again-too-late", match=match)
    _void(match, player, reason, now)
    pairings.add_blocks(tournament, [pairing], blocks=1, now=now)
    dispatch.wake(dispatch.PLAY)
    return pairing.matches.order_by("-number")[:1].get()


@transaction.atomic
def requeue(match: Match, *, player: Player, reason: str, now: datetime) -> bool:
    """Requeue a match at once: take it from its worker, or end its pause after a failure.

    Games that are reported stay. Return False if there is nothing to do. Raises NotAllowed for
    anybody but staff, Invalid without a reason.
    """
    trail.note(Kind.REQUEUE, match, by=player, reason=reason, now=now)
    current = Match.objects.select_for_update().get(pk=match.pk)
    if current.status == Match.Status.RUNNING:
        return current.hand_back(now=now)
    waiting = Match.objects.queued().filter(pk=match.pk, not_before__gt=now)
    moved = waiting.update(not_before=now) == 1
    dispatch.wake(dispatch.PLAY if match.tournament_id else dispatch.VALIDATE)
    return moved


@transaction.atomic
def ban(row: Bot | Version, *, player: Player, reason: str, now: datetime) -> bool:
    """Ban a bot with all its versions, or one version; False if it is banned already.

    Raises NotAllowed for anybody but staff, Invalid without a reason.
    """
    trail.note(Kind.BAN, row, by=player, reason=reason, now=now)
    return health.ban(row, reason=reason.strip(), now=now)


@transaction.atomic
def unban(row: Bot | Version, *, player: Player, reason: str, now: datetime) -> bool:
    """Let a bot or a version be entered again; False if it was not banned. Raises as `ban`."""
    trail.note(Kind.UNBAN, row, by=player, reason=reason, now=now)
    return health.unban(row, now=now)


@transaction.atomic
def close_account(account: Player, *, player: Player, reason: str, now: datetime) -> bool:
    """Close any player's account; return False if it is closed already. Raises as `close`."""
    trail.note(Kind.CLOSE_ACCOUNT, account, by=player, reason=reason, now=now)
    return closing.close(account, player=player, now=now)


def _void(match: Match, player: Player, reason: str, now: datetime) -> None:
    voided = Sentence("voided-by-staff", reason=reason.strip())
    Match.objects.filter(pk=match.pk).call_off(reason=voided, now=now)
    voiding.void(match.games.all(), player=player, reason=reason, now=now)
    TournamentTable.changed([match.tournament_id])
    dispatch.wake(dispatch.ADVANCE)


def _refuse_checks(match: Match) -> None:
    if match.checks_id is not None:
        raise Invalid("check-is-no-match", match=match)
