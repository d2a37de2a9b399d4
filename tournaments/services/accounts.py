"""What a player does to their own account."""

from django.db import transaction
from rest_framework.authtoken.models import Token

from tournaments.models import Player


@transaction.atomic
def renew_token(player: Player) -> Token:
    """A new token for the API; one that was there before is worth nothing from now on."""
    Player.objects.select_for_update().get(pk=player.pk)
    Token.objects.filter(user=player).delete()
    return Token.objects.create(user=player)
