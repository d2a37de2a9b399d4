"""Authentication by the token in the header."""

from django.utils import timezone
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.models import ApiToken, Player


class TokenAuthentication(authentication.TokenAuthentication):
    """Looks a token up by its hash, in one query, and notes its use now and then."""

    def authenticate(self, request: Request) -> tuple[Player, ApiToken] | None:
        who: tuple[Player, ApiToken] | None = super().authenticate(request)
        if who is not None:
            throttle: BaseThrottle = BaseThrottle()
            who[1].note_use(str(throttle.get_ident(request)), now=timezone.now())
        return who

    def authenticate_credentials(self, key: str) -> tuple[Player, ApiToken]:
        token = ApiToken.objects.holder(key, now=timezone.now())
        if token is None:
            raise AuthenticationFailed("Invalid token.")
        return token.player, token
