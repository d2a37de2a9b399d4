"""Matches, their games, and casual games."""

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.kit.client.answers import Analysis, CasualGame, Game, Log, Match
from tournaments.kit.client.connection import Connection


class Matches(Connection):
    """Requests about matches: records, logs of the player's bots, checks and analyses."""

    def matches(self, **asked: Any) -> Iterator[Match]:
        """The matches that the player may see, the newest first.

        By `bot`, `opponent`, `version`, `game`, `variant`, `leaderboard`, `tournament`, `status`,
        `fault`, `since` or `until`.
        """
        return self._pages(Match, "matches/", asked)

    def match(self, number: int) -> Match:
        """A match with its games, without their records."""
        return self._get(Match, f"matches/{number}/")

    def games_of(self, match: int) -> Iterator[Game]:
        """The games of a match with their records."""
        return self._pages(Game, f"matches/{match}/games/")

    def game(self, match: int, number: int) -> Game:
        """A game of a match with its record."""
        return self._get(Game, f"matches/{match}/games/{number}/")

    def logs(self, match: int) -> list[Log]:
        """The output and faults of the player's bots in a match, game by game."""
        return self._get(list[Log], f"matches/{match}/logs/")

    def verify(self, match: int, *, commitment: str = "") -> list[dict[str, Any]]:
        """A check of a match that is over, and of a commitment that was noted before it."""
        asked = {"commitment": commitment} if commitment else {}
        return self._get(list[dict[str, Any]], f"matches/{match}/verify/", asked)

    def analysis(self, match: int, number: int) -> Analysis:
        """The judge's view of a game, if it was requested on its page."""
        return self._get(Analysis, f"matches/{match}/games/{number}/analysis/")

    def void(self, match: int, number: int, *, reason: str) -> Game:
        """Void a finished game; staff may."""
        return self._post(Game, f"matches/{match}/games/{number}/void/", {"reason": reason})

    def casual_games(self) -> Iterator[CasualGame]:
        """The casual games that the player has opened or sat in, the newest first."""
        return self._pages(CasualGame, "casual-games/")

    def challenge(self, variant: str, seats: Sequence[str], **terms: Any) -> CasualGame:
        """Let bots play each other now, unrated; a seat is `sower` or `sower/3`.

        The other term is `time_control`.
        """
        sent = {"variant": variant, "seats": [*seats], **terms}
        return self._post(CasualGame, "casual-games/", sent)

    def casual_game(self, key: str) -> CasualGame:
        """A casual game by its key."""
        return self._get(CasualGame, f"casual-games/{key}/")

    def casual_record(self, key: str) -> dict[str, Any]:
        """The record of a casual game that is over."""
        return self._get(dict, f"casual-games/{key}/record/")

    def casual_analysis(self, key: str) -> Analysis:
        """The judge's view of a casual game, if it was requested on its page."""
        return self._get(Analysis, f"casual-games/{key}/analysis/")
