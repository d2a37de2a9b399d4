"""What the script that keeps a page for times without network may see; for the settings."""

from collections.abc import MutableMapping

OFFLINE_WORKER = "/offline/worker."


def widen_scope(headers: MutableMapping[str, str], _path: str, url: str) -> None:
    """Let that one script see the whole site, and no other."""
    if OFFLINE_WORKER in url and url.endswith(".js"):
        headers["Service-Worker-Allowed"] = "/"
