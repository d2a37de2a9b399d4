"""Mails with notices: plain text, in the player's language, and easy to end."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from tournaments.models import Notice, Player
from tournaments.models.notices import on_one_line
from tournaments.queries.people import hearing

_SALT = "notices by mail"
_SUBJECT = 150
"""The most characters of a subject; a longer one is cut and ends in an ellipsis."""


def send(player: Player, address: str, new_notices: Sequence[Notice]) -> None:
    """Send a player these notices in one mail. Raises OSError and SMTPException."""
    end = ending_address(player)
    with translation.override(hearing.language(player)):
        context = {
            "player": on_one_line(player.username),
            "notices": new_notices,
            "choices": settings.SITE + reverse("account-notices"),
            "end": end,
            "site": settings.SITE + reverse("home").rstrip("/"),
        }
        subject = render_to_string("account/email/notices_subject.txt", context)
        message = EmailMessage(
            subject=_short(on_one_line(subject)),
            body=render_to_string("account/email/notices_message.txt", context).strip() + "\n",
            to=[address],
            # RFC 2369 and RFC 8058: mail programs show a button that ends such mail.
            headers={
                "List-Unsubscribe": f"<{end}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
    message.send()


def ending_address(player: Player) -> str:
    """Return the address at which a reader of the player's mail can end it without logging in."""
    key = signing.Signer(salt=_SALT).sign(str(player.pk))
    return f"{settings.SITE}{reverse('notices-end-mail')}?{urlencode({'key': key})}"


def player_of(key: str) -> Player | None:
    """Return the player whose mail the address with this key ends; None for an invalid key."""
    try:
        signed = int(signing.Signer(salt=_SALT).unsign(key))
    except signing.BadSignature:
        return None
    return Player.objects.filter(pk=signed, is_active=True).first()


def _short(text: str) -> str:
    return text if len(text) <= _SUBJECT else f"{text[: _SUBJECT - 1]}…"
