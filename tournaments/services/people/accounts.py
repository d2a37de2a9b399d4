"""API tokens of an account: how they are made, ended, expired and logged."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import (
    ApiToken,
    Delivery,
    NoticeFeed,
    Player,
    Scope,
    TokenAct,
    Version,
    Webhook,
)
from tournaments.words import Sentence

MOST_TOKENS = 20
"""The most valid tokens of a player; a further one ends the oldest."""

DAYS, LONGEST_DAYS = 90, 365
"""How long a token is valid by default, and at most."""

MOST_ACTS = 100
"""How many of the latest acts of a token are kept."""

ACTS_KEPT = timedelta(days=90)
"""How long acts are kept, and ended tokens with them."""


@transaction.atomic
def make_token(
    player: Player,
    *,
    label: str,
    now: datetime,
    scopes: Collection[str] = tuple(Scope),
    days: int = DAYS,
) -> str:
    """Return a new token for the API. Only its hash is stored, so it cannot be read again."""
    Player.objects.select_for_update().get(pk=player.pk)
    token = f"kauri_{secrets.token_urlsafe(32)}"
    chosen = set(scopes) - {Scope.READ}
    player.api_tokens.create(
        digest=ApiToken.hashed(token),
        label=label,
        created_at=now,
        expires_at=now + timedelta(days=days),
        **{f"may_{scope}": True for scope in chosen},
    )
    valid = player.api_tokens.valid(now=now).order_by("-pk").values_list("pk", flat=True)
    end_tokens(player.api_tokens.filter(pk__in=list(valid[MOST_TOKENS:])), now=now)
    return token


@transaction.atomic
def end_tokens(tokens: QuerySet[ApiToken], *, now: datetime) -> int:
    """End tokens with the webhooks and feeds they have set; return how many. Uploads stay.

    Code that one of them has published becomes private again.
    """
    ended = _close(tokens.filter(ended_at=None), now)
    public = Version.objects.filter(published_with__in=ended)
    public.update(source_is_public=False, published_with=None)
    return len(ended)


@transaction.atomic
def expire(tokens: QuerySet[ApiToken], *, now: datetime) -> int:
    """End expired tokens with the webhooks and feeds they have set; return how many.

    Code that they have published stays public: that a token expires is no sign of a leak.
    """
    return len(_close(tokens, now))


def _close(tokens: QuerySet[ApiToken], now: datetime) -> list[int]:
    """End tokens, and the webhooks and feeds that they have set; return the ended tokens."""
    ended = list(tokens.select_for_update().values_list("pk", flat=True))
    hooks = Webhook.objects.filter(token__in=ended)
    owners = list(hooks.values_list("player", flat=True))
    Delivery.objects.filter(player__in=owners, way=Delivery.Way.WEBHOOK).delete()
    hooks.delete()
    NoticeFeed.objects.filter(token__in=ended).delete()
    ApiToken.objects.filter(pk__in=ended).update(ended_at=now)
    return ended


@transaction.atomic
def note_act(token: ApiToken, *, method: str, path: str, now: datetime) -> None:
    """Store that a token has changed something; only its latest acts are kept."""
    token.acts.create(at=now, method=method, path=path[:200])
    older = list(token.acts.values_list("pk", flat=True)[MOST_ACTS : 2 * MOST_ACTS])
    token.acts.filter(pk__in=older).delete()


def expired_tokens(now: datetime) -> QuerySet[ApiToken]:
    """Return the expired tokens that have not been ended yet."""
    return ApiToken.objects.filter(ended_at=None, expires_at__lte=now)


def old_acts(now: datetime) -> QuerySet[TokenAct]:
    """Return the acts that are no longer kept."""
    return TokenAct.objects.filter(at__lt=now - ACTS_KEPT)


def old_tokens(now: datetime) -> QuerySet[ApiToken]:
    """Return the ended tokens that are no longer kept."""
    return ApiToken.objects.filter(ended_at__lt=now - ACTS_KEPT)


class TokensEnd:
    """A password validator that refuses none: a new password ends all tokens made before it.

    Django calls it wherever a password changes: by its player, by staff or by a command.
    """

    def validate(self, _password: str, _user: Player | None = None) -> None:
        """Accept any password."""

    def password_changed(self, _password: str, user: Player | None = None) -> None:
        """End the tokens of `user`, and what they have set."""
        if user is not None:
            end_tokens(user.api_tokens.all(), now=timezone.now())

    def get_help_text(self) -> str:
        """Return the text next to the field."""
        return str(Sentence("password-ends-tokens"))
