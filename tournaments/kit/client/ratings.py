"""Games, variants, leaderboards, and the site's limits and hosts."""

from collections.abc import Iterator
from typing import Any

from agents.learning import published
from tournaments.kit.client.connection import Connection


class Ratings(Connection):
    """Requests about games, leaderboards and ratings."""

    def games(self) -> Iterator[dict[str, Any]]:
        """The games that can be played on the site, with their options."""
        return self._pages(dict, "games/")

    def game_facts(self, game_id: str) -> dict[str, Any]:
        """One of them."""
        return self._get(dict, f"games/{game_id}/")

    def variants(self, **asked: Any) -> Iterator[dict[str, Any]]:
        """Games with options, with a leaderboard or of tournaments; by `game` or `rated`."""
        return self._pages(dict, "variants/", asked)

    def limits(self) -> dict[str, Any]:
        """The limits of a bot in a game, and the packages that it may import."""
        return self._get(dict, "limits/")

    def workers(self) -> Iterator[dict[str, Any]]:
        """The hosts that reported within a day."""
        return self._pages(dict, "workers/")

    def leaderboards(self, **asked: Any) -> Iterator[dict[str, Any]]:
        """The variants with a leaderboard; by `game`."""
        return self._pages(dict, "leaderboards/", asked)

    def leaderboard(self, slug: str) -> dict[str, Any]:
        """One of them."""
        return self._get(dict, f"leaderboards/{slug}/")

    def ratings(self, leaderboard: str, **asked: Any) -> Iterator[dict[str, Any]]:
        """Its bots by strength; by `bot` or `owner`."""
        return self._pages(dict, f"leaderboards/{leaderboard}/ratings/", asked)

    def rating_history(self, leaderboard: str, bot: str, number: int) -> Iterator[dict[str, Any]]:
        """The history of a version's rating, entry by entry of the ledger."""
        path = f"leaderboards/{leaderboard}/ratings/{bot}/{number}/history/"
        return self._pages(dict, path)

    def anomalies(self, leaderboard: str) -> Iterator[dict[str, Any]]:
        """Unlikely results between two players, the last found first."""
        return self._pages(dict, f"leaderboards/{leaderboard}/anomalies/")

    def game_files(self, leaderboard: str) -> Iterator[dict[str, Any]]:
        """The files of its rated games, one a month, the latest first."""
        return self._pages(dict, f"leaderboards/{leaderboard}/files/")

    def games_of_leaderboard(self, leaderboard: str) -> Iterator[dict[str, Any]]:
        """All its rated games with their records, in one request, the latest month first.

        They come as lines of the files, without withdrawn games.
        """
        path = f"leaderboards/{leaderboard}/files/games/"
        with self._download(path) as download:
            try:
                yield from published.games_of_months(download)
            except published.DamagedFile as error:
                raise self._odd(path) from error

    def fit(self, leaderboard: str, **asked: Any) -> dict[str, Any]:
        """A fit of all its games; `page` and `page_size` say which of its lines."""
        return self._get(dict, f"leaderboards/{leaderboard}/fit/", asked)

    def compute_fit(self, leaderboard: str) -> dict[str, Any]:
        """Compute the fit now."""
        return self._post(dict, f"leaderboards/{leaderboard}/fit/")

    def compare(
        self, leaderboard: str, bot: str, number: int, other: str, other_number: int
    ) -> dict[str, Any]:
        """The difference of two versions by all its games."""
        against = f"{bot}/{number}/against/{other}/{other_number}"
        return self._get(dict, f"leaderboards/{leaderboard}/fit/{against}/")
