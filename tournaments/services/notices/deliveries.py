"""Sends what notices have queued: to webhooks, and as mail. A worker's task does both.

A worker that takes a row first moves its time on to the next try. So a row is sent at least once,
and twice only if a worker dies between sending and storing that it has been sent.
"""

import json
import logging
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import translation

from tournaments.machinery.web import webhooks
from tournaments.machinery.web.webhooks import Letter
from tournaments.models import Delivery, Notice, Player, Webhook
from tournaments.queries.people import hearing
from tournaments.services.notices import mailing, notices
from tournaments.words import Sentence

logger = logging.getLogger(__name__)

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 480, 10))
"""How long a delivery waits for its next try. The last pause ends only if the worker has died."""

TRIES = len(PAUSES)

AT_ONCE = 20
"""The most webhooks that are posted to, or mails that are sent, in one go."""


def are_wanted(*, now: datetime) -> bool:
    """Whether anything is to be sent now."""
    return any(Delivery.objects.due(way, now=now).exists() for way in Delivery.Way.values)


def send(*, now: datetime) -> bool:
    """Send some of what is due; return whether there may be more."""
    return _post(now) + _mail(now) > 0 and are_wanted(now=now)


def _post(now: datetime) -> int:
    """Post one delivery for each of some players, all at once; return how many."""
    _give_up_lost(Delivery.Way.WEBHOOK, now)
    taken = _taken(_one_a_player(now), now)
    if not taken:
        return 0
    webhook_rows = Webhook.objects.filter(player__in=[delivery.player_id for delivery in taken])
    hooks = {hook.player_id: hook for hook in webhook_rows}
    gone = [delivery for delivery in taken if delivery.player_id not in hooks]
    _fail(gone, Sentence("no-webhook"), now, tries=1)
    reachable = [delivery for delivery in taken if delivery.player_id in hooks]
    letters = [letter(delivery, hooks[delivery.player_id], now=now) for delivery in reachable]
    problems = webhooks.post_all(letters, internal=settings.WEBHOOK_HOSTS)
    for delivery, problem in zip(reachable, problems, strict=True):
        if problem:
            _fail([delivery], problem, now)
        else:
            delivery.finish(now=now)
    return len(taken)


def _one_a_player(now: datetime) -> list[Delivery]:
    """Return one due delivery a player, so that a silent webhook delays others by one timeout."""
    due = Delivery.objects.due(Delivery.Way.WEBHOOK, now=now).order_by("not_before", "pk")
    rows: dict[int, Delivery] = {}
    for delivery in due.select_related("player")[: AT_ONCE * 20]:
        rows.setdefault(delivery.player_id, delivery)
    return list(rows.values())[:AT_ONCE]


def _taken(rows: Iterable[Delivery], now: datetime) -> list[Delivery]:
    """Take these rows; return, reloaded, those that no other worker has taken."""
    taken = [row.pk for row in rows if row.take(until=now + PAUSES[row.tries])]
    found = Delivery.objects.pending().filter(pk__in=taken).select_related("player", "notice")
    return list(found.order_by("player", "pk"))


def letter(row: Delivery, hook: Webhook, *, now: datetime) -> Letter:
    """Return the message that a webhook gets for a delivery."""
    told = document(row.notice, created_at=row.created_at)
    body = json.dumps(told, ensure_ascii=True, separators=(",", ":")).encode()
    return Letter(f"kauri_{row.pk}", hook.url, hook.secret, body, int(now.timestamp()))


def document(notice: Notice | None, *, created_at: datetime) -> dict[str, object]:
    """Return the body of a webhook's message; a test has no notice."""
    if notice is None:
        return {"type": "test", "timestamp": created_at.isoformat(), "data": {}}
    with translation.override(settings.LANGUAGE_CODE):
        text = str(notice)
    return {
        "type": f"notice.{notice.kind}",
        "timestamp": notice.at.isoformat(),
        "data": {
            "id": notice.pk,
            "kind": notice.kind,
            **notice.text.stored(),
            "text": text,
            "count": notice.count,
            "url": notice.address,
            "reproduce": notice.reproduce,
        },
    }


def _mail(now: datetime) -> int:
    """Send one mail to each of some players, with all that waits for them; return how many."""
    _give_up_lost(Delivery.Way.MAIL, now)
    due = Delivery.objects.due(Delivery.Way.MAIL, now=now)
    players = list(dict.fromkeys(due.values_list("player", flat=True)[: AT_ONCE * 20]))[:AT_ONCE]
    # A mail includes everything that waits for the player, also what is not due yet.
    _drop_read(players)
    for number, player in enumerate(players, start=1):
        own = Delivery.objects.pending().filter(way=Delivery.Way.MAIL, player=player)
        rows = _taken(own.filter(Q(not_before__lte=now) | Q(tries=0)), now)
        if rows and not _mail_to(rows[0].player, rows, now):
            return number  # a server that is away would hold up the worker once for each
    return len(players)


def _drop_read(players: Collection[int]) -> None:
    """Drop the mail deliveries of notices that were read on the site."""
    read = Delivery.objects.pending().filter(way=Delivery.Way.MAIL, player__in=players)
    read.filter(notice__read_at__isnull=False).delete()


def _mail_to(player: Player, rows: list[Delivery], now: datetime) -> bool:
    """Send these rows in one mail; return False if the mail server did not take it."""
    address = hearing.mail_address(player)
    if not address:
        _fail(rows, Sentence("mail-without-address"), now, tries=1)
        return True
    new_notices = [row.notice for row in rows if row.notice is not None]
    try:
        mailing.send(player, address, new_notices)
    except (OSError, SMTPException) as error:
        logger.warning("mail to player %s could not be sent: %s", player.pk, error)
        _fail(rows, Sentence("mail-unsent", why=type(error).__name__), now)
        return False
    for row in rows:
        row.finish(now=now)
    return True


def _give_up_lost(way: str, now: datetime) -> None:
    """Give up the deliveries during whose last try a worker has died."""
    lost: QuerySet[Delivery] = Delivery.objects.due(way, now=now).filter(tries__gte=TRIES)
    _fail(list(lost.select_related("player", "notice")), Sentence("worker-was-lost"), now)


def _fail(
    rows: Iterable[Delivery], problem: Sentence, now: datetime, *, tries: int = TRIES
) -> None:
    """Let these wait for their next try; after `tries`, give them up and notify the player."""
    for row in rows:
        if row.tries < tries:
            row.fail(problem)
            _hold_up(row)
        elif row.give_up(problem, now=now):
            _tell(row, problem, now)


def _hold_up(row: Delivery) -> None:
    """Delay the player's other deliveries of the same kind until the next try of this one."""
    row.refresh_from_db(fields=["not_before"])
    others = Delivery.objects.pending().filter(player=row.player, way=row.way)
    others.filter(not_before__lt=row.not_before).update(not_before=row.not_before)


def _tell(row: Delivery, problem: Sentence, now: datetime) -> None:
    """Leave a notice on the site, except for a test, whose own page shows its outcome."""
    if row.notice is None:
        return
    code = "webhook-gave-up" if row.way == Delivery.Way.WEBHOOK else "mail-gave-up"
    notices.tell(
        row.player,
        Sentence(code, tries=row.tries, why=problem),
        kind=notices.Kind.DELIVERY,
        link=reverse("account-notices"),
        now=now,
        group=f"delivery {row.way}",
    )
