"""Bots, their versions and their trials."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agents.bots.archive import pack_folder
from tournaments.kit.client.answers import Bot, Trial, Version
from tournaments.kit.client.connection import Connection


class Bots(Connection):
    """Requests about bots."""

    def bots(self, **asked: Any) -> Iterator[Bot]:
        """The bots by name; by `game`, `is_house`, `open_to_all` or `owner`."""
        return self._pages(Bot, "bots/", asked)

    def bot(self, slug: str) -> Bot:
        """A bot by its name in addresses."""
        return self._get(Bot, f"bots/{slug}/")

    def create_bot(self, name: str, *, description: str = "", open_to_all: bool = True) -> Bot:
        """Create a bot of the player's."""
        terms = {"name": name, "description": description, "open_to_all": open_to_all}
        return self._post(Bot, "bots/", terms)

    def change_bot(self, slug: str, **changes: Any) -> Bot:
        """Change a bot: `description`, `open_to_all`, `on_ladders`, `on_open_ladders`."""
        return self._read(Bot, self._request("PATCH", f"bots/{slug}/", json=changes))

    def hide_bot(self, slug: str) -> Bot:
        """Remove a bot from all lists; its results stay."""
        return self._post(Bot, f"bots/{slug}/hide/")

    def show_bot(self, slug: str) -> Bot:
        """List it again."""
        return self._post(Bot, f"bots/{slug}/show/")

    def delete_bot(self, slug: str) -> None:
        """Delete a bot with its versions; its results stay under a neutral name."""
        self._do(f"bots/{slug}/delete/")

    def bot_quality(self, slug: str) -> dict[str, Any]:
        """The luck and the losses of a bot's last games, and those of note."""
        return self._get(dict, f"bots/{slug}/quality/")

    def bot_against(self, slug: str, other: str) -> list[dict[str, Any]]:
        """The score of a bot against another, variant by variant."""
        return self._get(list[dict[str, Any]], f"bots/{slug}/against/{other}/")

    def versions(self, slug: str, **asked: Any) -> Iterator[Version]:
        """The versions of a bot, the newest first; by `status`."""
        return self._pages(Version, f"bots/{slug}/versions/", asked)

    def upload(self, slug: str, file: Path, *, notes: str = "", held_back: bool = False) -> Version:
        """Upload a version of a bot; returns the existing one if it has the same code.

        `file` is bot.py, a folder with one, or a zip. Raises ArchiveError for another folder.
        One that is held back plays only after a trial shows that it is better.
        """
        fields = {"notes": notes, "held_back": str(held_back).lower()}
        is_folder = file.is_dir()
        data = pack_folder(file).data if is_folder else file.read_bytes()
        sent = {
            "data": fields,
            "files": {"archive": (f"{file.name}.zip" if is_folder else file.name, data)},
        }
        answer = self._request("POST", f"bots/{slug}/versions/", **sent)
        return self._read(Version, answer)

    def version(self, slug: str, number: int) -> Version:
        """A version of a bot."""
        return self._get(Version, f"bots/{slug}/versions/{number}/")

    def archive(self, slug: str, number: int) -> bytes:
        """The code of a version as a zip: the player's own, or a public one."""
        return self._file(f"bots/{slug}/versions/{number}/archive/")

    def check_again(self, slug: str, number: int) -> Version:
        """Check again a version that the site could not check."""
        return self._version_step(slug, number, "check")

    def resume_version(self, slug: str, number: int) -> Version:
        """Try a paused version again."""
        return self._version_step(slug, number, "resume")

    def hide_version(self, slug: str, number: int) -> Version:
        """Keep a version from being entered."""
        return self._version_step(slug, number, "hide")

    def show_version(self, slug: str, number: int) -> Version:
        """Let it be entered again."""
        return self._version_step(slug, number, "show")

    def publish(self, slug: str, number: int) -> Version:
        """Make the code of a version public."""
        return self._version_step(slug, number, "publish")

    def unpublish(self, slug: str, number: int) -> Version:
        """Make its code private again, to its owner and staff."""
        return self._version_step(slug, number, "unpublish")

    def delete_version(self, slug: str, number: int) -> None:
        """Delete the code and the logs of a version; its results stay."""
        self._do(f"bots/{slug}/versions/{number}/delete/")

    def version_against(
        self, slug: str, number: int, other: str, other_number: int
    ) -> list[dict[str, Any]]:
        """The score of a version against another, variant by variant."""
        against = f"against/{other}/{other_number}/"
        return self._get(list[dict[str, Any]], f"bots/{slug}/versions/{number}/{against}")

    def start_trial(
        self, slug: str, number: int, *, against: int, variant: str, **terms: Any
    ) -> Trial:
        """Try a version against another; `variant` is a leaderboard's name in addresses.

        Terms are `bot` (of the other version), `time_control`, `elo1`, `most_pairs`, `replaces`.
        """
        sent = {"number": against, "variant": variant, **terms}
        return self._post(Trial, f"bots/{slug}/versions/{number}/trials/", sent)

    def trials(self) -> Iterator[Trial]:
        """The player's trials, the newest first."""
        return self._pages(Trial, "trials/")

    def trial(self, number: int) -> Trial:
        """A trial, with its likelihood ratio pair by pair."""
        return self._get(Trial, f"trials/{number}/")

    def trial_outlook(self, **size: Any) -> dict[str, Any]:
        """The chances of a trial of this size: `elo1`, `most_pairs`. It starts none."""
        return self._get(dict, "trials/outlook/", size)

    def stop_trial(self, number: int) -> Trial:
        """End a trial without a verdict."""
        return self._post(Trial, f"trials/{number}/stop/")

    def _version_step(self, slug: str, number: int, step: str) -> Version:
        return self._post(Version, f"bots/{slug}/versions/{number}/{step}/")
