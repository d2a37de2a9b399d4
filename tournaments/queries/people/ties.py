"""What ties a player to the subject of a page, so that it shows more than visitors see."""

from django.contrib.auth.models import AnonymousUser

from tournaments.models import Bot, Entry, Player, Seat, Tournament
from tournaments.queries import tournament_lists
from tournaments.queries.games import matches


def to_private_tournaments(player: Player, **_address: object) -> bool:
    """Whether a player may see a private tournament, and so more in lists."""
    rows = tournament_lists.visible_to(player)
    return rows.filter(access=Tournament.Access.PRIVATE).exists()


def to_bot(player: Player, slug: str) -> bool:
    """Whether a bot is the player's own, or may have games that only some see."""
    is_own = Bot.objects.filter(slug=slug, owner=player).exists()
    return is_own or to_private_tournaments(player)


def to_player(player: Player, username: str) -> bool:
    """Whether the page is the player's own, or may name tournaments that only some see."""
    return player.username == username or to_private_tournaments(player)


def to_match(_player: Player, pk: int) -> bool:
    """Whether a match is one that visitors do not see: of a private tournament, or a check."""
    return not matches.visible_to(AnonymousUser()).filter(pk=pk).exists()


def to_game(player: Player, pk: int, number: int) -> bool:
    """Whether a bot of the player plays in a game, so that its output is shown."""
    if to_match(player, pk):
        return True
    seats = Seat.objects.filter(game__match__pk=pk, game__number=number)
    return seats.filter(version__bot__owner=player).exists()


def to_tournament(player: Player, slug: str) -> bool:
    """Whether a tournament is private, or a player organises it, has a bot in it, or may enter one.

    Bots may enter between the dates of its registration, and late, so one with such dates is the
    page of everybody.
    """
    row = Tournament.objects.filter(slug=slug).first()
    if row is None or row.is_ladder:
        return False
    is_open = not row.is_over and row.registration_opens_at is not None
    is_private = row.access == Tournament.Access.PRIVATE
    if is_open or is_private or tournament_lists.may_manage(player=player, tournament=row):
        return True
    return Entry.objects.filter(tournament=row, version__bot__owner=player).exists()
