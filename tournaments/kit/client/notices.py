"""What a site tells the player, and by which ways: choices, the webhook and the feed."""

from collections.abc import Iterator
from typing import Any

from tournaments.kit.client.connection import Connection


class Notices(Connection):
    """Notices, and the ways that they take."""

    def notices(self, **asked: Any) -> Iterator[dict[str, Any]]:
        """The site's messages to the player, the newest first; only `unread` ones, if asked."""
        return self._pages("notices/", asked)

    def read_notices(self) -> int:
        """Mark them all as read, and return how many were new."""
        return int(self._post("notices/read/")["read"])

    def read_notice(self, notice: int) -> dict[str, Any]:
        """Mark one as read."""
        return dict(self._post(f"notices/{notice}/read/"))

    def notice_choices(self) -> list[dict[str, Any]]:
        """By which ways the player hears each kind of notice."""
        return list(self._get("notices/choices/"))

    def choose_notices(self, kind: str, **ways: bool) -> list[dict[str, Any]]:
        """Hear one kind by other ways: `site`, `mail`, `webhook`, `feed`."""
        return list(self._post("notices/choices/", {"kind": kind, **ways}))

    def webhook(self) -> dict[str, Any]:
        """The address of the player's webhook."""
        return dict(self._get("notices/webhook/"))

    def set_webhook(self, url: str) -> dict[str, Any]:
        """Let notices go to this address; the answer has the key that signs them."""
        return dict(self._post("notices/webhook/", {"url": url}))

    def renew_webhook_key(self) -> dict[str, Any]:
        """A new key for the webhook."""
        return dict(self._post("notices/webhook/secret/"))

    def send_test_notice(self) -> dict[str, Any]:
        """Send the webhook a test."""
        return dict(self._post("notices/webhook/test/"))

    def webhook_deliveries(self) -> list[dict[str, Any]]:
        """What was sent to the webhook lately, or waits for it, the newest first."""
        return list(self._get("notices/webhook/deliveries/"))

    def remove_webhook(self) -> None:
        """Send nothing there any more."""
        self._post("notices/webhook/remove/")

    def make_feed(self) -> str:
        """A new secret address of the player's feed; the one before leads nowhere."""
        return str(self._post("notices/feed/")["url"])

    def remove_feed(self) -> None:
        """Let the feed have no address."""
        self._post("notices/feed/remove/")
