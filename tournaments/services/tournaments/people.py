"""The people of a tournament: its co-organisers, and the players who are invited."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Player, Tournament
from tournaments.queries import tournament_lists
from tournaments.services.notices import notices
from tournaments.words import Sentence

MOST = 200
"""The most players that one tournament may invite, and the most that may organise it."""


@transaction.atomic
def invite(
    tournament: Tournament, players: Iterable[Player], *, player: Player, now: datetime
) -> int:
    """Make these players the invited ones; return how many are new. Each new one gets a notice.

    A player who is no longer invited keeps the bots that have been entered. Raises NotAllowed for
    anybody but the organisers and staff.
    """
    if not tournament_lists.may_manage(player=player, tournament=tournament):
        raise NotAllowed("organiser-invites", organiser=tournament.organiser, tournament=tournament)
    return _replace(tournament, "invited", players, by=player, now=now)


@transaction.atomic
def appoint(
    tournament: Tournament, players: Iterable[Player], *, player: Player, now: datetime
) -> int:
    """Make these players the co-organisers; return how many are new. Each new one gets a notice.

    Raises NotAllowed for anybody but the organiser and staff: co-organisers may not appoint.
    """
    if player.pk != tournament.organiser_id and not player.is_staff:
        raise NotAllowed(
            "organiser-appoints", organiser=tournament.organiser, tournament=tournament
        )
    others = [other for other in players if other.pk != tournament.organiser_id]
    return _replace(tournament, "co_organisers", others, by=player, now=now)


def announce(tournament: Tournament, *, now: datetime) -> None:
    """Send a notice to the players whom the organiser of a new tournament has named."""
    for role in ("invited", "co_organisers"):
        _tell(tournament, role, getattr(tournament, role).all(), tournament.organiser, now)


def check(role: str, players: Iterable[Player]) -> None:
    """Raise Invalid, naming the field, for too many."""
    count = len(set(players))
    if count > MOST:
        raise Invalid("too-many-named", role, most=MOST, given=count)


def _replace(
    tournament: Tournament, role: str, players: Iterable[Player], *, by: Player, now: datetime
) -> int:
    people = list(dict.fromkeys(players))
    check(role, people)
    named = getattr(tournament, role)
    before = set(named.values_list("pk", flat=True))
    new = [person for person in people if person.pk not in before]
    named.set(people)
    _tell(tournament, role, new, by, now)
    return len(new)


def _tell(
    tournament: Tournament, role: str, players: Iterable[Player], by: Player, now: datetime
) -> None:
    done = {
        "invited": Sentence("invited", by=by, tournament=tournament),
        "co_organisers": Sentence("made-co-organiser", by=by, tournament=tournament),
    }
    for player in players:
        if player != by:
            link = tournament.get_absolute_url()
            notices.tell(player, done[role], kind=notices.Kind.PEOPLE, link=link, now=now)
