"""What the web server does for many clients: pages a second, idle connections, large answers.

`python -m benchmarks.connections` starts a site of its own by `manage.py run`, and prints for some
pages what `--clients` that keep their connections get in a second and what CPU time a page takes,
how `/healthz` answers while `--idle` connections send nothing, and how long a file of 90 MB and a
takeout of 60 MB take, with what memory. Nothing is asserted.
"""

import contextlib
import http.client
import os
import socket
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.attacks.requests import ACCOUNTS, PASSWORD, Visitor
from benchmarks.common import own_site, parser
from tests.e2e.site import Site

FREE = dict.fromkeys(["KAURI_RATE_ANON", "KAURI_RATE_USER"], "1000000/minute")
PAGES = ("/", "/games/", "/bots/", "/api/v1/games/")
TICKS = os.sysconf("SC_CLK_TCK")
LARGE = """
import hashlib, io, os, zipfile
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone
from tournaments.models import GameFile, Player, Variant
from tournaments.services.bots import uploads
now = timezone.now()
uploads.MAX_UNCHECKED = 9
owner = Player.objects.get(username="author")
for number in range(6):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        made.writestr("bot.py", "from agents.sdk import Bot\\n")
        made.writestr("noise.bin", os.urandom(10_000_000))
    uploads.introduce(owner=owner, name=f"Large {number}", description="", open_to_all=True,
                      now=now, code=uploads.CodeFile("bot.zip", target.getvalue()))
data = os.urandom(90_000_000)
file = GameFile.objects.create(
    variant=Variant.objects.first(), month=now.date().replace(day=1), sha256="1" * 64,
    size=len(data), games=1, withdrawn=0, made_at=now,
    content=default_storage.save("games/11/large.gz", ContentFile(data)))
print(file.get_absolute_url())
"""


def processes(port: int) -> list[Path]:
    """The processes of the web server: all that the process which listens has begun, and itself."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    listening = {row[9] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "0A"}
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            links = [os.readlink(one) for one in (folder / "fd").iterdir()]
            if any(link[8:-1] in listening for link in links if link.startswith("socket:[")):
                found.append(folder)
    return found


def cpu(port: int) -> float:
    """The CPU seconds that they have used."""
    fields = [(one / "stat").read_text().rpartition(")")[2].split() for one in processes(port)]
    return sum(int(one[11]) + int(one[12]) for one in fields) / TICKS


def memory(port: int) -> float:
    """Their memory (PSS) in MiB."""
    rollups = [(one / "smaps_rollup").read_text() for one in processes(port)]
    return sum(int(text.split("Pss:")[1].split()[0]) for text in rollups) / 1024


@contextlib.contextmanager
def peak(site: Site) -> Iterator[list[float]]:
    """The memory before, and the most that is seen meanwhile."""
    seen, ended = [memory(site.port)] * 2, threading.Event()

    def look() -> None:
        while not ended.wait(0.1):
            seen[1] = max(seen[1], memory(site.port))

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield seen
    finally:
        ended.set()
        looking.join()


def pages(site: Site, path: str, clients: int, seconds: float) -> str:
    """How often, and how soon, clients get a page that they ask for again and again."""
    waits: list[float] = []
    used, began = cpu(site.port), time.monotonic()

    def ask() -> None:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", site.port)) as client:
            while time.monotonic() < began + seconds:
                asked = time.monotonic()
                client.request("GET", path, headers={"Accept-Encoding": "gzip"})
                answer = client.getresponse()
                answer.read()
                assert answer.status == 200, answer.status
                waits.append(time.monotonic() - asked)

    threads = [threading.Thread(target=ask) for _ in range(clients)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    lasted, used = time.monotonic() - began, cpu(site.port) - used
    return (
        f"{path:16} {len(waits) / lasted:6.1f} a second, {1000 * used / len(waits):5.1f} ms of CPU "
        f"each, median {1000 * statistics.median(waits):5.0f} ms"
    )


def idle(site: Site, count: int, seconds: float) -> str:
    """How the site answers while connections send nothing."""
    answers, slowest = Counter[object](), 0.0
    with contextlib.ExitStack() as stack:
        address = ("127.0.0.1", site.port)
        silent = [stack.enter_context(socket.create_connection(address)) for _ in range(count)]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            asked = time.monotonic()
            try:
                answers[Visitor(site).ask("/healthz")[0]] += 1
            except OSError as error:
                answers[type(error).__name__] += 1
            slowest = max(slowest, time.monotonic() - asked)
            time.sleep(1.0)
        left = sum(_is_open(one) for one in silent)
    return f"{count} idle: /healthz {dict(answers)}, slowest {1000 * slowest:.0f} ms, {left} left"


def _is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def download(site: Site, path: str, cookies: str) -> str:
    """How long a large answer takes, and what memory."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port)
    size, began = 0, time.monotonic()
    with contextlib.closing(connection), peak(site) as seen:
        connection.request("GET", path, headers={"Cookie": cookies})
        answer = connection.getresponse()
        first = time.monotonic() - began
        while piece := answer.read(1 << 16):
            size += len(piece)
    return (
        f"{path}: {answer.status}, {size / 1e6:.0f} MB, first after {first:.2f} s, all after "
        f"{time.monotonic() - began:.1f} s, {seen[0]:.0f} MiB before, {seen[1]:.0f} at most"
    )


def main() -> None:
    """Print all of it."""
    asked = parser(str(__doc__), clients=8, seconds=10.0, idle=2000).parse_args()
    with own_site(**FREE) as site:
        site.manage("shell", "--verbosity", "0", "--command", ACCOUNTS)
        made = site.manage("shell", "--verbosity", "0", "--command", LARGE)
        author = Visitor(site)
        author.post_form("/accounts/login/", {"login": "author", "password": PASSWORD})
        for path in PAGES:
            print(pages(site, path, asked.clients, asked.seconds), flush=True)
        for path in (made.stdout.split()[-1], "/accounts/download/"):
            print(download(site, path, author.cookies), flush=True)
        print(idle(site, asked.idle, 3 * asked.seconds), flush=True)
        print(f"load {os.getloadavg()[0]:.0f}")


if __name__ == "__main__":
    main()
