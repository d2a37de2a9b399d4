"""What hostile clients do to a site: slow requests, unread answers, odd charsets, guessing, bombs.

`python -m benchmarks.attacks.requests` starts a site of its own by `manage.py run`, sends each
attack from this machine to it, a bounded number of times, and asks `/healthz` meanwhile. It prints
how the site answered, and exits with 1 where an attack came through. It takes three minutes.
"""

import contextlib
import io
import json
import re
import socket
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections import Counter
from collections.abc import Callable
from http.cookiejar import CookieJar

from benchmarks.common import own_site
from tests.e2e.site import Site

SLOW_CLIENTS = 24
READERS = 200
NAMES = 50_000
GUESSES = 12
ALLOWED_GUESSES = 5
WATCHED_SECONDS = 24.0
PASSWORD = "a long word for tests"
HALF_HEAD = b"GET / HTTP/1.1\r\nHost: local"
HALF_BODY = (
    b"POST /api/v1/tournaments/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 1000\r\n\r\n{"name": '
)
ACCOUNTS = f"""
from django.utils import timezone
from tournaments.models import Player
from tournaments.services.people import accounts
for name in ("author", "victim"):
    player = Player.objects.create_user(name, password={PASSWORD!r})
author = Player.objects.get(username="author")
print(accounts.make_token(author, label="attacks", now=timezone.now()))
"""
LARGE = """
import hashlib, io, os, zipfile
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone
from tournaments.models import GameFile, Player, Variant
from tournaments.services.bots import uploads
now = timezone.now()
for owner in Player.objects.filter(username__in=("author", "victim")):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        made.writestr("bot.py", "from agents.sdk import Bot\\n")
        made.writestr("noise.bin", os.urandom(8_500_000))
    uploads.introduce(owner=owner, name=f"Large {owner}", description="", open_to_all=True,
                      now=now, code=uploads.CodeFile("bot.zip", target.getvalue()))
data = os.urandom(8_500_000)
file = GameFile.objects.create(
    variant=Variant.objects.first(), month=now.date().replace(day=1), sha256="0" * 64,
    size=len(data), games=1, withdrawn=0, made_at=now,
    content=default_storage.save("games/00/large.gz", ContentFile(data)))
print(file.get_absolute_url())
"""
STORED = "max(Version.objects.filter(bot__name='Bomb').values_list('stored_size', flat=True))"


class Visitor:
    """A browser of one person, with its cookies."""

    def __init__(self, site: Site) -> None:
        self._url = site.url
        self._jar = CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self._jar)
        self._opener = urllib.request.build_opener(cookies)

    @property
    def cookies(self) -> str:
        """As a header has them."""
        return "; ".join(f"{one.name}={one.value}" for one in self._jar)

    def ask(
        self, path: str, data: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, str]:
        """The status and the text of an answer."""
        request = urllib.request.Request(self._url + path, data, headers or {})
        try:
            with self._opener.open(request, timeout=60) as answer:
                return answer.status, answer.read().decode(errors="replace")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode(errors="replace")

    def post_form(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        """Fill in the form of a page."""
        page = self.ask(path)[1]
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        given = {**fields, "csrfmiddlewaretoken": token[1] if token else ""}
        return self.ask(path, urllib.parse.urlencode(given).encode())


def slow_clients(site: Site, beginning: bytes) -> tuple[bool, str]:
    """Many connections send a byte every second; the site answers others and cuts them off."""
    with contextlib.ExitStack() as stack:
        address = ("127.0.0.1", site.port)
        open_ones = [
            stack.enter_context(socket.create_connection(address)) for _ in range(SLOW_CLIENTS)
        ]
        for one in open_ones:
            one.sendall(beginning)
        held, said = _health(site, meanwhile=lambda: _drip_on(open_ones))
    return held and not open_ones, f"{said}, {len(open_ones)} left"


def deaf_readers(site: Site, _token: str) -> tuple[bool, str]:
    """Very many ask for large answers of every kind, and read none; the site answers others."""
    said = site.manage("shell", "--verbosity", "0", "--command", LARGE)
    stored = said.stdout.split()[-1]
    asked = [
        (path, "") for path in (stored, "/api/v1/schema/?format=json", "/", "/games/", "/bots/")
    ]
    asked += [("/accounts/download/", _logged_in(site, name)) for name in ("author", "victim")]
    with contextlib.ExitStack() as stack:
        readers = [
            stack.enter_context(_deaf(site, *asked[number % len(asked)]))
            for number in range(READERS)
        ]
        held, said_of_health = _health(site, meanwhile=lambda: None)
        begun = sum(_has_begun(one) for one in readers)
    return held and begun == READERS, f"{said_of_health}, {begun} of {READERS} answers begun"


def _logged_in(site: Site, name: str) -> str:
    visitor = Visitor(site)
    visitor.post_form("/accounts/login/", {"login": name, "password": PASSWORD})
    return visitor.cookies


def _deaf(site: Site, path: str, cookies: str) -> socket.socket:
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.connect(("127.0.0.1", site.port))
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n\r\n"
    reader.sendall(head.encode())
    return reader


def _has_begun(reader: socket.socket) -> bool:
    reader.settimeout(60.0)
    try:
        return reader.recv(12) == b"HTTP/1.1 200"
    except ConnectionResetError:  # it was cut off, and its answer forgotten
        return True


def _health(site: Site, *, meanwhile: Callable[[], None]) -> tuple[bool, str]:
    """Whether the site is well for a while, and how it answers."""
    answers, waits = Counter[int | str](), []
    until = time.monotonic() + WATCHED_SECONDS
    while time.monotonic() < until:
        meanwhile()
        begun = time.monotonic()
        try:
            answers[Visitor(site).ask("/healthz")[0]] += 1
        except OSError as error:
            answers[type(error).__name__] += 1
        waits.append(time.monotonic() - begun)
        time.sleep(1.0)
    said = f"/healthz {dict(answers)}, slowest {max(waits) * 1000:.0f} ms"
    return set(answers) == {200}, said


def _drip_on(connections: list[socket.socket]) -> None:
    connections[:] = [one for one in connections if _drips(one)]


def _drips(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"a")
    except OSError:
        return False
    return True


def long_lists(site: Site, token: str) -> tuple[bool, str]:
    """One request names very many people."""
    names = [f"nobody{number}" for number in range(NAMES)]
    body = json.dumps({"name": "Cup", "game": "kalah", "invited": names}).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Token {token}"}
    begun = time.monotonic()
    status, text = Visitor(site).ask("/api/v1/tournaments/", body, headers)
    return status in {400, 413}, f"{status} after {time.monotonic() - begun:.2f} s: {text[:90]}"


def odd_charsets(site: Site, _token: str) -> tuple[bool, str]:
    """Forms in charsets that Python knows and no browser sends."""
    statuses = Counter(
        Visitor(site).ask(
            "/accounts/login/",
            b"login=x",
            {"Content-Type": f"application/x-www-form-urlencoded; charset={charset}"},
        )[0]
        for charset in ("idna", "punycode", "utf-7", "utf-16", "rot13", "zlib", "undefined", "no")
    )
    return not any(status >= 500 for status in statuses), str(dict(statuses))


def guessing(site: Site, _token: str) -> tuple[bool, str]:
    """Guess a password again and again; the site has two processes."""
    visitor, passed = Visitor(site), 0
    for number in range(GUESSES):
        fields = {"login": "victim", "password": f"wrong {number}"}
        passed += visitor.post_form("/accounts/login/", fields)[0] == 200
    return passed <= ALLOWED_GUESSES, f"{passed} of {GUESSES} guesses were looked at"


def bomb(site: Site, _token: str) -> tuple[bool, str]:
    """Upload a small zip that unpacks to much."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("bot.py", "from agents.sdk import Bot\n")
        made.writestr("zeros.txt", bytes(15 << 20))
        made.writestr("more.txt", bytes(15 << 20))
    site.manage("shell", "--verbosity", "0", "--command", _introduce(target.getvalue()))
    stored = int(str(site.query(STORED)))
    said = f"{len(target.getvalue()) >> 10} KiB of zip take {stored >> 10} KiB of storage"
    return stored < 2 * len(target.getvalue()), said


def _introduce(data: bytes) -> str:
    return (
        "from django.utils import timezone; from tournaments.models import Player; "
        "from tournaments.services.bots import uploads; "
        "uploads.introduce(owner=Player.objects.get(username='author'), name='Bomb', "
        "description='', open_to_all=True, now=timezone.now(), "
        f"code=uploads.CodeFile('bot.zip', {data!r}))"
    )


def main() -> int:
    """Try every attack; 1 if one came through."""
    attacks: dict[str, Callable[[Site, str], tuple[bool, str]]] = {
        "half a header": lambda site, _token: slow_clients(site, HALF_HEAD),
        "half a body": lambda site, _token: slow_clients(site, HALF_BODY),
        f"{READERS} readers who do not read": deaf_readers,
        f"{NAMES} names": long_lists,
        "odd charsets": odd_charsets,
        "guessing": guessing,
        "a bomb": bomb,
    }
    with own_site() as site:
        said = site.manage("shell", "--verbosity", "0", "--command", ACCOUNTS)
        results = [
            _try(name, attack, site, said.stdout.strip()) for name, attack in attacks.items()
        ]
    return 0 if all(results) else 1


def _try(
    name: str, attack: Callable[[Site, str], tuple[bool, str]], site: Site, token: str
) -> bool:
    held, said = attack(site, token)
    print(f"{'held' if held else 'CAME THROUGH':12}  {name}: {said}", flush=True)
    return held


if __name__ == "__main__":
    sys.exit(main())
