"""What a site tells the player, and by which ways: choices, the webhook and the feed."""

from collections.abc import Iterator
from typing import Any

from tournaments.kit.client.answers import Feed, MarkedRead
from tournaments.kit.client.connection import Connection


class Notices(Connection):
    """Notices, and the ways that they take."""

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
        """By which ways the player hears each kind of notice."""
        return self._get(list[dict[str, Any]], "notices/choices/")

    def choose_notices(self, kind: str, **ways: bool) -> list[dict[str, Any]]:
        """Hear one kind by other ways: `site`, `mail`, `webhook`, `feed`."""
        return self._post(list[dict[str, Any]], "notices/choices/", {"kind": kind, **ways})

    def webhook(self) -> dict[str, Any]:
        """The address of the player's webhook."""
        return self._get(dict, "notices/webhook/")

    def set_webhook(self, url: str) -> dict[str, Any]:
        """Let notices go to this address; the answer has the key that signs them."""
        return self._post(dict, "notices/webhook/", {"url": url})

    def renew_webhook_key(self) -> dict[str, Any]:
        """A new key for the webhook."""
        return self._post(dict, "notices/webhook/secret/")

    def send_test_notice(self) -> dict[str, Any]:
        """Send the webhook a test."""
        return self._post(dict, "notices/webhook/test/")

    def webhook_deliveries(self) -> list[dict[str, Any]]:
        """What was sent to the webhook lately, or waits for it, the newest first."""
        return self._get(list[dict[str, Any]], "notices/webhook/deliveries/")

    def remove_webhook(self) -> None:
        """Send nothing there any more."""
        self._do("notices/webhook/remove/")

    def make_feed(self) -> str:
        """A new secret address of the player's feed; the one before leads nowhere."""
        return self._post(Feed, "notices/feed/")["url"]

    def remove_feed(self) -> None:
        """Let the feed have no address."""
        self._do("notices/feed/remove/")
