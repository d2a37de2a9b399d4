"""Changes how a player is notified of what: choices, the webhook, the feed."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from urllib.parse import urlencode

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from tournaments import dispatch
from tournaments.errors import Invalid
from tournaments.machinery.web import webhooks
from tournaments.models import ApiToken, Delivery, Notice, NoticeChoice, NoticeFeed, Player, Webhook


@transaction.atomic
def choose(
    player: Player, choices: Mapping[str, Mapping[str, bool]], *, language: str | None = None
) -> None:
    """Set how the player is notified of these kinds; what is not named stays as it is.

    Raises Invalid for a language that the site does not have.
    """
    for kind in Notice.CHOSEN:
        if choice := choices.get(kind):
            NoticeChoice.objects.update_or_create(player=player, kind=kind, defaults=choice)
    if language is not None:
        _speak(player, language)


def _speak(player: Player, language: str) -> None:
    if language not in {code for code, _name in settings.LANGUAGES}:
        raise Invalid("unknown-language", "language", given=language[:20])
    player.language = language
    player.save(update_fields=["language"])


def end_mail(player: Player) -> None:
    """Turn off all mail with notices; what waits is not sent."""
    player.notice_choices.update(mail=False)
    player.deliveries.pending().filter(way=Delivery.Way.MAIL).delete()


@transaction.atomic
def set_webhook(
    player: Player, url: str, *, now: datetime, token: ApiToken | None = None
) -> Webhook:
    """Set the address of the player's webhook, which ends with the `token` that has set it.

    The key stays if the last address was set by the same token, or likewise without one. Raises
    Invalid for an address that no webhook may have.
    """
    webhooks.check(url, internal=settings.WEBHOOK_HOSTS)
    values = {"url": url, "token": token}
    if not Webhook.objects.filter(player=player, token=token).exists():
        values["secret"] = webhooks.new_secret()
    row, _new = Webhook.objects.update_or_create(
        player=player, defaults=values, create_defaults={**values, "created_at": now}
    )
    return row


def renew_secret(player: Player, *, token: ApiToken | None = None) -> str:
    """Return a new key for the player's webhook, in place of the previous one. Raises Invalid.

    The webhook ends with the `token` that has asked for the key, since its user knows the key.
    """
    secret = webhooks.new_secret()
    if not Webhook.objects.filter(player=player).update(secret=secret, token=token):
        raise Invalid("no-webhook")
    return secret


@transaction.atomic
def remove_webhook(player: Player) -> bool:
    """Remove the webhook with its deliveries; return False if there is none."""
    player.deliveries.filter(way=Delivery.Way.WEBHOOK).delete()
    return Webhook.objects.filter(player=player).delete()[0] > 0


@transaction.atomic
def test_webhook(player: Player, *, now: datetime) -> Delivery:
    """Queue a test of the player's webhook, in place of one that waits. Raises Invalid."""
    if not Webhook.objects.select_for_update().filter(player=player).exists():
        raise Invalid("no-webhook")
    waiting = player.deliveries.pending().filter(way=Delivery.Way.WEBHOOK, notice=None)
    waiting.delete()
    row = player.deliveries.create(way=Delivery.Way.WEBHOOK, created_at=now, not_before=now)
    dispatch.wake(dispatch.DELIVER)
    return row


def make_feed(player: Player, *, now: datetime, token: ApiToken | None = None) -> str:
    """Return a new address of the player's feed; the previous one stops working.

    It ends with the `token` that has made it. Its key is in the query, which is never logged.
    """
    key = secrets.token_urlsafe(32)
    digest = {"digest": ApiToken.hashed(key), "created_at": now, "token": token}
    NoticeFeed.objects.update_or_create(player=player, defaults=digest)
    return f"{settings.SITE}{reverse('notices-feed')}?{urlencode({'key': key})}"


def remove_feed(player: Player) -> bool:
    """Remove the address of the player's feed; return False if it had none."""
    return NoticeFeed.objects.filter(player=player).delete()[0] > 0
