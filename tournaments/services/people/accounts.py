"""What a player does to their own account, and what becomes of its tokens."""

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
"""A new token beyond these takes the place of the player's oldest."""

DAYS, LONGEST_DAYS = 90, 365
"""How long a token works, unless its player says otherwise, and at the most."""

MOST_ACTS = 100
"""How many acts of a token are kept, the latest."""

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
    """A new token for the API. Only its hash is stored, so nobody can read it again."""
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
    """End tokens with what they have set; return how many. What they uploaded stays.

    Code that one of them has published is private again.
    """
    ended = _close(tokens.filter(ended_at=None), now)
    public = Version.objects.filter(published_with__in=ended)
    public.update(source_is_public=False, published_with=None)
    return len(ended)


@transaction.atomic
def expire_tokens(*, now: datetime) -> int:
    """Close what expired tokens have set; return how many they were.

    Code stays public, as its readers have it: the end of a token's time is no sign of a leak.
    """
    return len(_close(ApiToken.objects.filter(ended_at=None, expires_at__lte=now), now))


def _close(tokens: QuerySet[ApiToken], now: datetime) -> list[int]:
    """End tokens, and the webhooks and feeds by which they send anything out."""
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
    """Keep that a token has changed something, among its latest acts."""
    token.acts.create(at=now, method=method, path=path[:200])
    older = list(token.acts.values_list("pk", flat=True)[MOST_ACTS : 2 * MOST_ACTS])
    token.acts.filter(pk__in=older).delete()


def old_acts(*, now: datetime) -> QuerySet[TokenAct]:
    """Those that are kept no longer."""
    return TokenAct.objects.filter(at__lt=now - ACTS_KEPT)


def old_tokens(*, now: datetime) -> QuerySet[ApiToken]:
    """The ended ones that are kept no longer."""
    return ApiToken.objects.filter(ended_at__lt=now - ACTS_KEPT)


class TokensEnd:
    """A rule of passwords that refuses none: a new password ends all tokens made before it.

    Django calls it wherever a password changes: by its player, by staff or by a command.
    """

    def validate(self, _password: str, _user: Player | None = None) -> None:
        """Any password will do."""

    def password_changed(self, _password: str, user: Player | None = None) -> None:
        """The tokens of `user` are worth nothing from now on, nor is what they have set."""
        if user is not None:
            end_tokens(user.api_tokens.all(), now=timezone.now())

    def get_help_text(self) -> str:
        """What people read beside the field."""
        return str(Sentence("password-ends-tokens"))
