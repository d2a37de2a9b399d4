"""Notifies the players whose bots are in a tournament that it began or ended."""

from collections.abc import Iterable
from datetime import datetime

from tournaments.models import Player, Tournament
from tournaments.services.notices import notices
from tournaments.words import Sentence


def tell(
    tournament: Tournament, text: Sentence, *, now: datetime, also: Iterable[Player] = ()
) -> None:
    """Leave a notice for the owner of every entrant, once each; call it in the transaction.

    There are none for house bots, and none about ladders, whose entrants come one by one.
    """
    if tournament.format == Tournament.Format.LADDER:
        return
    entered = Player.objects.filter(
        bots__versions__entries__tournament=tournament,
        bots__versions__entries__withdrawn_at=None,
        bots__is_house=False,
    )
    link = tournament.get_absolute_url()
    players = [*entered.distinct(), *also]
    notices.tell_all(players, text, kind=notices.Kind.TOURNAMENT, link=link, now=now)
