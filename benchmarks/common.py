"""What several measurements share: the command line, time taken in turn, sites of their own."""

import argparse
import contextlib
import http.client
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.e2e.site import PATIENCE, Site, stop
from tournaments.machinery.processes import programs


def parser(text: str, **defaults: object) -> argparse.ArgumentParser:
    """A command line, described by a docstring's first line: options with these defaults.

    Each option takes values of its default's type.
    """
    made = argparse.ArgumentParser(
        description=text.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    for name, default in defaults.items():
        made.add_argument(f"--{name}", type=type(default), default=default, help=" ")
    return made


def seconds(action: Callable[[], object]) -> float:
    """The wall seconds that something takes."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def in_turn(rows: Mapping[str, Callable[[], float]], repeats: int) -> dict[str, float]:
    """The median of what each measures, in turn: the machine's moods meet every row alike."""
    rounds = [{title: measure() for title, measure in rows.items()} for _ in range(repeats)]
    return {title: statistics.median(one[title] for one in rounds) for title in rows}


def settle_environment(folder: Path, addresses: Mapping[str, str], **settings: str) -> None:
    """Tell this process and its children where a platform is; what an operator set counts no more.

    `folder` takes its files, `addresses` lead to its database and messages.
    """
    for name in [*os.environ]:
        if name.startswith("KAURI_") or name in {"DATABASE_URL", "REDIS_URL"}:
            del os.environ[name]
    # Ladders would never come to an end.
    common = {"KAURI_VAR": str(folder / "var"), "KAURI_LADDER_BOT_GAMES": "0"}
    os.environ.update(addresses, DJANGO_SETTINGS_MODULE="tournaments.settings")
    os.environ.update(common | settings)


@contextlib.contextmanager
def own_site(**settings: str) -> Iterator[Site]:
    """A site by `manage.py run` with these settings, and with its data in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="kauri-") as folder:
        site = Site(Path(folder), number=0)
        site.environment.update(settings)
        process = site.start()
        try:
            yield site
        finally:
            stop(process)


@contextlib.contextmanager
def web_server(port: int, environment: Mapping[str, str] = os.environ) -> Iterator[None]:
    """The web server alone, from the moment that it answers."""
    server = subprocess.Popen(programs.web(address="127.0.0.1", port=port), env=environment)
    try:
        deadline = time.monotonic() + PATIENCE
        while not _answers(port):
            if time.monotonic() > deadline:
                raise SystemExit("the site does not answer")
            time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait()


def _answers(port: int) -> bool:
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        client.request("GET", "/healthz")
        return client.getresponse().status == 200
    except OSError:
        return False
    finally:
        client.close()
