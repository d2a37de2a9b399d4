"""A person at the board of a casual game: a player, or a visitor known by a token."""

from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import CasualGame, CasualSeat, Player
from tournaments.models.casual import CasualGameQuerySet


@dataclass(frozen=True)
class Person:
    """A signed-in player, a visitor with the random token of a session, or both.

    A person with neither can only watch.
    """

    player: Player | None = None
    token: str = ""

    @property
    def is_somebody(self) -> bool:
        """Whether this person can take a seat."""
        return self.player is not None or bool(self.token)

    def holds(self, seat: CasualSeat) -> bool:
        """Whether this person moves for a seat."""
        if self.player is not None and seat.player_id == self.player.pk:
            return True
        return bool(self.token) and seat.visitor == self.token

    def seats(self, game: CasualGame) -> list[int]:
        """The numbers of the seats that this person moves for."""
        return [seat.number for seat in game.seats.all() if self.holds(seat)]

    def opened(self) -> CasualGameQuerySet:
        """The games that this person has opened."""
        if self.player is not None:
            return CasualGame.objects.filter(opened_by=self.player)
        return CasualGame.objects.filter(visitor=self.token) if self.token else _none()

    def games(self) -> CasualGameQuerySet:
        """The games that this person has opened or sat in, the newest first."""
        if not self.is_somebody:
            return _none()
        own = Q(pk__in=self.opened().values("pk"))
        mine = Q(player=self.player) if self.player is not None else Q(visitor=self.token)
        sat = Q(pk__in=CasualSeat.objects.filter(mine).values("game"))
        return CasualGame.objects.filter(own | sat).order_by("-created_at", "-pk")


def _none() -> CasualGameQuerySet:
    return CasualGame.objects.filter(pk__in=[])
