"""Two sites on one PostgreSQL: threads of one keep their connections, the other has a pool.

`python -m tests.servers .venv/bin/python -m benchmarks.pool` needs the package `psycopg-pool`. It
asks both in turn for the same pages, `--pairs` times, and prints the ratios of the pool to kept
connections, in order: pages a second, and CPU a page. The databases' connections are the most
that each site had. Nothing is asserted.
"""

import contextlib
import http.client
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import psycopg

from benchmarks.common import parser, web_server
from benchmarks.connections import cpu
from tests import reserved

PAGES = ("/", "/bots/", "/api/v1/bots/")
SITES = {"kept": "tournaments.settings", "pool": "benchmarks.pool.settings"}
"""The settings of each site, by its name in the database."""

CLIENTS = 8


def ask(client: http.client.HTTPConnection, page: str) -> int:
    client.request("GET", page)
    answer = client.getresponse()
    answer.read()
    return answer.status


def load(port: int, page: str, seconds: float) -> tuple[float, float]:
    """The pages a second that clients get which keep their connections, and the CPU a page."""
    counts, end = [0] * CLIENTS, time.monotonic() + seconds

    def read(number: int) -> None:
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        while time.monotonic() < end:
            assert ask(client, page) == 200
            counts[number] += 1

    clients = [threading.Thread(target=read, args=(number,)) for number in range(CLIENTS)]
    begun, used = time.monotonic(), cpu(port)
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    pages = sum(counts)
    return pages / (time.monotonic() - begun), (cpu(port) - used) / pages


def connections(name: str) -> int:
    with psycopg.connect(os.environ["DATABASE_URL"]) as database:
        rows = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"
        (count,) = database.execute(rows, [name]).fetchone() or (0,)
        return int(count)


def measure(ports: dict[str, int], page: str, *, pairs: int, seconds: float) -> None:
    figures: dict[str, list[tuple[float, float]]] = {name: [] for name in ports}
    most = dict.fromkeys(ports, 0)
    for pair in range(pairs + 1):
        for name in sorted(ports, reverse=bool(pair % 2)):
            figures[name].append(load(ports[name], page, seconds))
            most[name] = max(most[name], connections(name))
    # The first pair only warms both up.
    both = list(zip(figures["pool"], figures["kept"], strict=True))[1:]
    for kind, what in enumerate(("pages a second", "CPU a page")):
        ratios = sorted(pool[kind] / kept[kind] for pool, kept in both)
        listed = " ".join(f"{ratio:.2f}" for ratio in ratios)
        print(f"{page:16} {what}: median {statistics.median(ratios):.2f} of {listed}", flush=True)
    print(f"{page:16} connections: {most}", flush=True)


def main() -> None:
    chosen = parser(__doc__, pairs=8, seconds=3.0).parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        # No limit by address, and 240 views a minute would soon be over.
        unlimited = {"KAURI_VIEWS_A_MINUTE": "0", "KAURI_TRUSTED_NETWORKS": "127.0.0.0/8"}
        environment = {**os.environ, **unlimited, "KAURI_VAR": folder, "KAURI_LOG_LEVEL": "ERROR"}
        for command in ("migrate", "furnish"):
            subprocess.run([sys.executable, "manage.py", command], env=environment, check=True)
        ports = {name: reserved.port() for name in SITES}
        for name, port in ports.items():
            own = {"PGAPPNAME": name, "DJANGO_SETTINGS_MODULE": SITES[name]}
            stack.enter_context(web_server(port, environment | own))
        for page in PAGES:
            measure(ports, page, pairs=chosen.pairs, seconds=chosen.seconds)


if __name__ == "__main__":
    main()
