"""The bots that the form for a tournament offers: some, any by name, and the chosen ones."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypedDict

from django.utils.translation import gettext

from tournaments.forms.fields import MAX_ID, MOST_CHOSEN
from tournaments.models import Player, Variant, Version
from tournaments.queries.bots import enterable
from tournaments.queries.bots.enterable import EnterableVersion
from tournaments.queries.ratings import leaderboards

OFFERED = 50
"""The most bots offered in addition to the chosen ones: own, and others'."""

FOUND_BY = 100
"""The most characters of a search for bots."""


@dataclass(frozen=True)
class EntrantChoice:
    """A version that may be chosen, as the form shows it."""

    version: EnterableVersion
    elo: float | None
    is_own: bool
    is_chosen: bool

    @property
    def whose(self) -> str:
        """Whose bot it is, in words for the player."""
        if self.is_own:
            return gettext("yours")
        return gettext("by {author}").format(author=self.version.owner_name)

    @property
    def value(self) -> str:
        """The version's id, as the form sends it."""
        return str(self.version.pk)


class _Asked(TypedDict):
    player: Player
    game_id: str
    is_open: bool


def choices(
    *,
    player: Player,
    game_id: str,
    is_open: bool,
    variant: Variant | None,
    chosen: Collection[str],
    words: str,
) -> list[EntrantChoice]:
    """The player's own bots first, and of these and of the others first those that are `chosen`.

    They include the bots with all `words` in their names; `chosen` are ids as sent.
    """
    ticked = _known(chosen)
    text = words.replace("\0", "")[:FOUND_BY]
    asked: _Asked = {"player": player, "game_id": game_id, "is_open": is_open}
    bots = enterable.bots_by_words(words=text, limit=OFFERED, **asked)
    among = {*bots, *ticked.values()}
    newest = enterable.newest_versions(among=among, **asked)
    versions = newest + _superseded(ticked, newest)
    ratings = leaderboards.elo_of(variant=variant, versions=[version.pk for version in versions])
    rows = [
        EntrantChoice(
            version,
            ratings.get(version.pk),
            version.owner_id == player.pk,
            str(version.pk) in chosen,
        )
        for version in versions
    ]
    return sorted(rows, key=lambda row: (not row.is_own, not row.is_chosen))


def _known(chosen: Collection[str]) -> dict[int, int]:
    """The bots of chosen versions, both as ids."""
    ids = [pk for pk in chosen if pk.isdecimal() and len(pk) < len(str(MAX_ID))]
    rows = Version.objects.filter(pk__in=ids[:MOST_CHOSEN])
    return dict(rows.values_list("pk", "bot"))


def _superseded(
    chosen: Mapping[int, int], newest: list[EnterableVersion]
) -> list[EnterableVersion]:
    """Chosen versions of these bots that have a newer one since the page was sent."""
    by_bot = {version.bot_id: version.pk for version in newest}
    older = [pk for pk, bot in chosen.items() if by_bot.get(bot, pk) != pk]
    return enterable.shown_of(older) if older else []
