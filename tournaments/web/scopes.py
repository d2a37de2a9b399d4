"""The scope of the service worker that shows a page when offline; used by the settings."""

from collections.abc import MutableMapping

OFFLINE_WORKER = "/offline/worker."


def widen_scope(headers: MutableMapping[str, str], _path: str, url: str) -> None:
    """Allow the whole site as the scope of that script, and of no other."""
    if OFFLINE_WORKER in url and url.endswith(".js"):
        headers["Service-Worker-Allowed"] = "/"
