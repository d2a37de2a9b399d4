"""What a player does to their own account."""

import secrets
from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from tournaments.models import ApiToken, Player, Scope
from tournaments.words import Sentence

MOST_TOKENS = 20
"""A new token beyond these takes the place of the player's oldest."""


@transaction.atomic
def make_token(
    player: Player, *, label: str, now: datetime, scopes: Collection[str] = tuple(Scope)
) -> str:
    """A new token for the API. Only its hash is stored, so nobody can read it again."""
    Player.objects.select_for_update().get(pk=player.pk)
    token = f"kauri_{secrets.token_urlsafe(32)}"
    player.api_tokens.create(
        digest=ApiToken.hashed(token),
        label=label,
        created_at=now,
        may_upload=Scope.UPLOAD in scopes,
        may_organise=Scope.ORGANISE in scopes,
    )
    kept = player.api_tokens.order_by("-pk").values_list("pk", flat=True)[:MOST_TOKENS]
    player.api_tokens.exclude(pk__in=list(kept)).delete()
    return token


class TokensEnd:
    """A rule of passwords that refuses none: a new password ends all tokens made before it.

    Django calls it wherever a password changes: by its player, by staff or by a command.
    """

    def validate(self, _password: str, _user: Player | None = None) -> None:
        """Any password will do."""

    def password_changed(self, _password: str, user: Player | None = None) -> None:
        """The tokens of `user` are worth nothing from now on."""
        if user is not None:
            user.api_tokens.all().delete()

    def get_help_text(self) -> str:
        """What people read beside the field."""
        return str(Sentence("password-ends-tokens"))
