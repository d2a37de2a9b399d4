"""Notifies players of what concerns them, in the ways that they have chosen.

Mail and webhook messages are stored here as rows (`Delivery`), in the transaction of the notice.
`deliveries` sends them.
"""

import hashlib
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import transaction

from tournaments import dispatch
from tournaments.models import Delivery, Notice, NoticeChoice, Player
from tournaments.queries.people import hearing
from tournaments.words import Sentence

Kind = Notice.Kind

MAIL_WAITS = timedelta(minutes=5)
"""Notices within this time come in one mail."""

AGAIN_AFTER = {Delivery.Way.MAIL: timedelta(days=1), Delivery.Way.WEBHOOK: timedelta(minutes=10)}
"""How long after the last time the same notice is sent again, if it has been counted up."""


@transaction.atomic
def tell(
    player: Player,
    text: Sentence,
    *,
    kind: str,
    link: str,
    now: datetime,
    group: str = "",
    reproduce: str = "",
) -> None:
    """Leave a notice for a player; `link` is the path of the page that it is about.

    The same notice is listed once while it is unread. Otherwise repeated invitations would bury the
    rest. Notices of a `group` are counted in one row until it is read, which shows the newest.
    """
    choice = hearing.choice(player, kind)
    if not _hears(choice):
        return
    row, new = Notice.objects.select_for_update().get_or_create(
        player=player,
        group=group or _same(text, link),
        read_at=None,
        defaults={**_told(kind, text, link, now, choice), "reproduce": reproduce},
    )
    if not new:
        row.happens_again(text, link=link, reproduce=reproduce, now=now, counts=bool(group))
    if new or group:
        _send(row, choice, now=now)


@transaction.atomic
def tell_all(
    players: Iterable[Player], text: Sentence, *, kind: str, link: str, now: datetime
) -> None:
    """Leave the same notice for many players, in a few statements.

    An unread notice with the same text gets the new date instead of a duplicate: a tournament may
    end again after it was extended.
    """
    addressees, group = {player.pk: player for player in players}, _same(text, link)
    choices = hearing.choices_of_all(addressees, kind)
    unread = Notice.objects.filter(player__in=addressees, group=group, read_at=None)
    know = set(unread.values_list("player", flat=True))
    unread.update(at=now)
    hearers = [
        player for pk, player in addressees.items() if pk not in know and _hears(choices[pk])
    ]
    rows = Notice.objects.bulk_create(
        Notice(
            player=player,
            group=group,
            **_told(kind, text, link, now, choices[player.pk]),
        )
        for player in hearers
    )
    _send_all([(row, way) for row in rows for way in _ways(choices[row.player_id])], now=now)


def mark_read(player: Player, *, now: datetime, only: Collection[int] | None = None) -> int:
    """Mark the player's notices as read, or `only` some; return how many were unread."""
    rows = player.notices.unread()
    return (rows if only is None else rows.filter(pk__in=only)).update(read_at=now)


def _told(
    kind: str, text: Sentence, link: str, now: datetime, choice: NoticeChoice
) -> dict[str, object]:
    seen = {"is_on_site": choice.site, "is_in_feed": choice.feed}
    return {"kind": kind, "text": text, "link": link, "at": now, **seen}


def _hears(choice: NoticeChoice) -> bool:
    return any(getattr(choice, way) for way in NoticeChoice.WAYS)


def _same(text: Sentence, link: str) -> str:
    """Return a key that notices share if they say the same about the same page."""
    return hashlib.sha256(f"{link} {text!r}".encode()).hexdigest()


def _ways(choice: NoticeChoice) -> list[str]:
    """Return the ways out of the site that this choice has."""
    return [way for way in Delivery.Way.values if getattr(choice, way)]


def _send(row: Notice, choice: NoticeChoice, *, now: datetime) -> None:
    """Queue a notice for each chosen way, unless it waits there already."""
    sent = {delivery.way: delivery for delivery in row.deliveries.order_by("created_at", "pk")}
    unsent = [
        (row, way)
        for way in _ways(choice)
        if way not in sent or sent[way].done_at or sent[way].given_up_at
    ]
    _send_all(unsent, now=now, again={way: delivery.created_at for way, delivery in sent.items()})


def _send_all(
    unsent: Collection[tuple[Notice, str]],
    *,
    now: datetime,
    again: dict[str, datetime] | None = None,
) -> None:
    reached = hearing.reached({row.player_id for row, _way in unsent}) if unsent else set()
    rows = [
        Delivery(
            player_id=row.player_id,
            notice=row,
            way=way,
            created_at=now,
            not_before=_when(way, now, (again or {}).get(way)),
        )
        for row, way in unsent
        if (row.player_id, way) in reached
    ]
    Delivery.objects.bulk_create(rows)
    if any(row.way == Delivery.Way.WEBHOOK for row in rows):
        dispatch.wake(dispatch.DELIVER)


def _when(way: str, now: datetime, last: datetime | None) -> datetime:
    """Return when it may first be sent; `last` is when the same notice was last queued."""
    soon = now + MAIL_WAITS if way == Delivery.Way.MAIL else now
    return soon if last is None else max(soon, last + AGAIN_AFTER[Delivery.Way(way)])
