"""Who asks, by the token in the header."""

from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed

from tournaments.models import ApiToken, Player


class TokenAuthentication(authentication.TokenAuthentication):
    """Looks a token up by its hash, in one query."""

    def authenticate_credentials(self, key: str) -> tuple[Player, ApiToken]:
        tokens = ApiToken.objects.select_related("player")
        token = tokens.filter(digest=ApiToken.hashed(key), player__is_active=True).first()
        if token is None:
            raise AuthenticationFailed("Invalid token.")
        return token.player, token
