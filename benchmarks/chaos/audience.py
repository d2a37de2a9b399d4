"""People who read the site while all goes wrong: pages, and streams of what is played."""

import http.client
import itertools
import json
import threading
from collections import Counter
from collections.abc import Sequence

MATCHES = "/api/v1/matches/"
PAGES = ("/", "/tournaments/", "/leaderboards/kalah-6-3/", MATCHES)
PAGE_SECONDS = 30.0
STREAM_SECONDS = 2.0
PAUSE_SECONDS = 1.0


class Audience(threading.Thread):
    """Reads the sites at these ports in turn, until it is told to leave.

    `answers` counts what came: pages, streams, sites that were away or busy, and other statuses.
    """

    def __init__(self, ports: Sequence[int]) -> None:
        super().__init__(daemon=True)
        self.answers: Counter[str] = Counter()
        self._ports = ports
        self._leaving = threading.Event()

    def run(self) -> None:
        for port, path in zip(itertools.cycle(self._ports), itertools.cycle(PAGES), strict=False):
            body = self._read(port, path, "pages")
            rows = json.loads(body)["results"] if body and path == MATCHES else []
            for row in rows[:1]:
                self._read(port, f"/live/matches/{row['id']}/", "streams")
            if self._leaving.wait(PAUSE_SECONDS):
                return

    def leave(self) -> list[str]:
        """Stop reading; a sentence for each answer that no reader should have seen."""
        self._leaving.set()
        self.join()
        wrong = [f"{told}: {count}" for told, count in self.answers.items() if "answered" in told]
        return wrong + [
            f"no {kind} came" for kind in ("pages", "streams") if not self.answers[kind]
        ]

    def _read(self, port: int, path: str, kind: str) -> bytes:
        """What an address answers; of a stream, what comes within some seconds."""
        patience = STREAM_SECONDS if kind == "streams" else PAGE_SECONDS
        client, body = http.client.HTTPConnection("localhost", port, timeout=patience), b""
        told = "away"
        try:
            client.request("GET", path)
            answer = client.getresponse()
            told = _told(answer.status, path, kind)
            while (piece := answer.read1()) and told == kind:
                body += piece
        except (OSError, http.client.HTTPException):
            body = b""
        finally:
            client.close()
        self.answers[told] += 1
        return body


def _told(status: int, path: str, kind: str) -> str:
    if status == 200:
        return kind
    return "busy" if status == 503 else f"{path} answered {status}"
