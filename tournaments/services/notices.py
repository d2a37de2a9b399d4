"""Tells players what became of something of theirs."""

from datetime import datetime

from tournaments.models import Notice, Player
from tournaments.words import Sentence


def tell(player: Player, text: Sentence, *, link: str, now: datetime) -> None:
    """Leave a notice for a player; `link` is the path of the page that it is about.

    The same notice stands once among those unread. Otherwise repeated invitations would bury the
    rest.
    """
    known = Notice.objects.unread().filter(player=player, text=text, link=link)
    if not known.update(at=now):
        Notice.objects.create(player=player, text=text, link=link, at=now)


def mark_read(player: Player, *, now: datetime) -> int:
    """The player has read all of their notices; how many were new."""
    return player.notices.unread().update(read_at=now)
