"""Tokens, players, clubs and courses."""

import platform
from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.kit.client.answers import Token
from tournaments.kit.client.connection import Connection

LONGEST_NAME = 80
"""The most characters of a token's name."""


class People(Connection):
    """Requests about tokens, players, clubs and courses."""

    def token(
        self, username: str, password: str, *, scopes: Sequence[str] = ("read", "upload")
    ) -> str:
        """A new token for a player's password; by default it may upload and enter bots."""
        sent = {
            "username": username,
            "password": password,
            "name": f"kauri on {platform.node() or 'a computer'}"[:LONGEST_NAME],
            "scopes": [*scopes],
        }
        return self._post(Token, "token/", sent)["token"]

    def players(self) -> Iterator[dict[str, Any]]:
        """The people with an account."""
        return self._pages(dict, "players/")

    def player(self, username: str) -> dict[str, Any]:
        """One of them."""
        return self._get(dict, f"players/{username}/")

    def clubs(self) -> Iterator[dict[str, Any]]:
        """The player's clubs, by name."""
        return self._pages(dict, "clubs/")

    def club(self, slug: str) -> dict[str, Any]:
        """One of them."""
        return self._get(dict, f"clubs/{slug}/")

    def join_club(self, code: str) -> dict[str, Any]:
        """Join the club that has this code."""
        return self._post(dict, "clubs/join/", {"code": code})

    def club_members(self, slug: str) -> Iterator[dict[str, Any]]:
        """Its members by the names that it shows, the organisers first."""
        return self._pages(dict, f"clubs/{slug}/members/")

    def club_tournaments(self, slug: str) -> Iterator[dict[str, Any]]:
        """Its tournaments, the newest first."""
        return self._pages(dict, f"clubs/{slug}/tournaments/")

    def club_ratings(self, slug: str, leaderboard: str) -> Iterator[dict[str, Any]]:
        """A leaderboard with the bots of its members alone."""
        return self._pages(dict, f"clubs/{slug}/leaderboards/{leaderboard}/")

    def club_results(self, slug: str) -> bytes:
        """The standings of its tournaments as CSV, for its organisers."""
        return self._file(f"clubs/{slug}/results/")

    def courses(self) -> Iterator[dict[str, Any]]:
        """The courses that the player organises, by name."""
        return self._pages(dict, "courses/")

    def course(self, slug: str) -> dict[str, Any]:
        """One of them, with the students who have not joined."""
        return self._get(dict, f"courses/{slug}/")

    def hold_course(
        self, name: str, leaderboard: str, *, starts_at: str, to_beat: str, **terms: Any
    ) -> dict[str, Any]:
        """A new course on these terms, as docs/60-api.md lists them."""
        sent = {"name": name, "leaderboard": leaderboard, "starts_at": starts_at}
        return self._post(dict, "courses/", {**sent, "to_beat": to_beat, **terms})

    def change_course(self, slug: str, **changes: Any) -> dict[str, Any]:
        """Change the `students` whom a course expects, what `counts`, or the bot `to_beat`."""
        return self._read(dict, self._request("PATCH", f"courses/{slug}/", json=changes))

    def course_results(self, slug: str) -> Iterator[dict[str, Any]]:
        """Its students with their bots, points and marks."""
        return self._pages(dict, f"courses/{slug}/results/")

    def course_marks(self, slug: str) -> bytes:
        """Its marks as CSV."""
        return self._file(f"courses/{slug}/marks/")
