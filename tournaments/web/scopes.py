"""What the headers of single static files say otherwise; used by the settings."""

from collections.abc import MutableMapping

OFFLINE_WORKER = "/offline/worker."
FIXED = "packages/pyodide-"
"""Pyodide finds its files by their own names, in a folder that has its version in its name."""


def set_headers(headers: MutableMapping[str, str], _path: str, url: str) -> None:
    """Allow the whole site as the scope of the script that shows a page when offline, only there.

    The folder of Pyodide has its version in its name, and is kept for ever like hashed files.
    """
    if OFFLINE_WORKER in url and url.endswith(".js"):
        headers["Service-Worker-Allowed"] = f"{url.partition('/static/')[0]}/"
    if f"/{FIXED}" in url:
        headers["Cache-Control"] = "public, max-age=31536000, immutable"
