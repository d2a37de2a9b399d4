"""A site's notices to the player, and how they are sent: choices, webhook and feed."""

from collections.abc import Iterator
from typing import Any

from tournaments.kit.client.answers import Feed, MarkedRead
from tournaments.kit.client.connection import Connection


class Notices(Connection):
    """Requests about notices and how they are sent."""

    def notices(self, **asked: Any) -> Iterator[dict[str, Any]]:
        """The site's messages to the player, the newest first; only `unread` ones, if asked."""
        return self._pages(dict, "notices/", asked)

    def read_notices(self) -> int:
        """Mark them all as read, and return how many were new."""
        return self._post(MarkedRead, "notices/read/")["read"]

    def read_notice(self, notice: int) -> dict[str, Any]:
        """Mark one as read."""
        return self._post(dict, f"notices/{notice}/read/")

    def notice_choices(self) -> list[dict[str, Any]]:
        """How the player is notified of each kind."""
        return self._get(list[dict[str, Any]], "notices/choices/")

    def choose_notices(self, kind: str, **ways: bool) -> list[dict[str, Any]]:
        """Change how the player is notified of a kind: `site`, `mail`, `webhook`, `feed`."""
        return self._post(list[dict[str, Any]], "notices/choices/", {"kind": kind, **ways})

    def webhook(self) -> dict[str, Any]:
        """The address of the player's webhook."""
        return self._get(dict, "notices/webhook/")

    def set_webhook(self, url: str) -> dict[str, Any]:
        """Set the webhook to this address; the answer has the key that signs notices."""
        return self._post(dict, "notices/webhook/", {"url": url})

    def renew_webhook_key(self) -> dict[str, Any]:
        """A new key for the webhook."""
        return self._post(dict, "notices/webhook/secret/")

    def send_test_notice(self) -> dict[str, Any]:
        """Send the webhook a test."""
        return self._post(dict, "notices/webhook/test/")

    def webhook_deliveries(self) -> list[dict[str, Any]]:
        """Recent and waiting deliveries to the webhook, the newest first."""
        return self._get(list[dict[str, Any]], "notices/webhook/deliveries/")

    def remove_webhook(self) -> None:
        """Remove the webhook."""
        self._do("notices/webhook/remove/")

    def make_feed(self) -> str:
        """Make a new secret address of the player's feed; the old one ends."""
        return self._post(Feed, "notices/feed/")["url"]

    def remove_feed(self) -> None:
        """Remove the address of the feed."""
        self._do("notices/feed/remove/")
