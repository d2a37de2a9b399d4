"""Tournaments: to read, to enter, and to hold."""

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.kit.client.answers import Match, Standing, Tournament
from tournaments.kit.client.connection import Connection


class Tournaments(Connection):
    """Requests of entrants and organisers; a token needs the scope for them."""

    def tournaments(self, **asked: Any) -> Iterator[Tournament]:
        """The tournaments, the latest first.

        By `bot`, `game`, `leaderboard`, `organiser`, `since`, `status`, `until` or `variant`.
        """
        return self._pages(Tournament, "tournaments/", asked)

    def tournament(self, slug: str) -> Tournament:
        """A tournament by its name in addresses."""
        return self._get(Tournament, f"tournaments/{slug}/")

    def every_series(self) -> Iterator[dict[str, Any]]:
        """The tournaments that recur, the newest series first."""
        return self._pages(dict, "series/")

    def series(self, slug: str) -> dict[str, Any]:
        """One of them, with its next dates."""
        return self._get(dict, f"series/{slug}/")

    def series_standings(self, slug: str) -> Iterator[dict[str, Any]]:
        """Its standings over all its tournaments, by division."""
        return self._pages(dict, f"series/{slug}/standings/")

    def entries(self, slug: str) -> Iterator[dict[str, Any]]:
        """Its entrants by their seeds."""
        return self._pages(dict, f"tournaments/{slug}/entries/")

    def standings(self, slug: str) -> list[Standing]:
        """The lines of a tournament's table, the best first."""
        return list(self._pages(Standing, f"tournaments/{slug}/standings/", member="standings"))

    def results(self, slug: str, kind: str) -> bytes:
        """Its results as a file: csv, json, jsonl, pgn or trf."""
        return self._file(f"tournaments/{slug}/results/{kind}/")

    def tournament_matches(self, slug: str, **asked: Any) -> Iterator[Match]:
        """The matches of a tournament in the order of its rounds.

        By `bot`, `opponent`, `version`, `status`, `fault`, `since` or `until`.
        """
        return self._pages(Match, f"tournaments/{slug}/matches/", asked)

    def enter(self, slug: str, bot: str) -> Tournament:
        """Enter a bot of the player's into a tournament."""
        return self._step(slug, "enter", bot=bot)

    def leave(self, slug: str, entrant: str) -> Tournament:
        """Take an entrant of the player's out while registration is open."""
        return self._step(slug, "leave", entrant=entrant)

    def withdraw(self, slug: str, entrant: str) -> Tournament:
        """Take an entrant out; its owner and organisers may."""
        return self._step(slug, "withdraw", entrant=entrant)

    def bye(self, slug: str, entrant: str, *, number: int, worth: str) -> Tournament:
        """Give an entrant a bye in the round of a number: `half`, `zero`, or `none` of it."""
        return self._step(slug, "bye", entrant=entrant, round=number, worth=worth)

    def preview(self, variant: str, **terms: Any) -> dict[str, Any]:
        """The size of a tournament on these terms, as docs/60-api.md lists them."""
        return self._post(dict, "tournaments/preview/", {"variant": variant, **terms})

    def hold(self, name: str, variant: str, **terms: Any) -> Tournament:
        """A new tournament on these terms, as docs/60-api.md lists them."""
        sent = {"name": name, "variant": variant, **terms}
        return self._post(Tournament, "tournaments/", sent)

    def start_tournament(self, slug: str) -> Tournament:
        """Start it before its time."""
        return self._step(slug, "start")

    def pause_tournament(self, slug: str) -> Tournament:
        """Pause it: its matches wait."""
        return self._step(slug, "pause")

    def resume_tournament(self, slug: str) -> Tournament:
        """Resume it after a pause."""
        return self._step(slug, "resume")

    def extend_tournament(self, slug: str) -> Tournament:
        """Add a cycle or a round."""
        return self._step(slug, "extend")

    def cancel_tournament(self, slug: str) -> Tournament:
        """Call it off."""
        return self._step(slug, "cancel")

    def set_people(
        self, slug: str, *, invited: Sequence[str], co_organisers: Sequence[str]
    ) -> Tournament:
        """Set the invited players and the co-organisers, by their usernames."""
        return self._step(slug, "people", invited=[*invited], co_organisers=[*co_organisers])

    def _step(self, slug: str, step: str, **body: Any) -> Tournament:
        return self._post(Tournament, f"tournaments/{slug}/{step}/", body)
