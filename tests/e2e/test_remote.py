"""Programs in three languages play on a site from where they live, and it may start again."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from agents import samples
from engine import record
from tests.e2e.site import PROJECT, Site, eventually

pytestmark = pytest.mark.on_servers

EXAMPLES = PROJECT / "examples"
KIT = "from tournaments.kit.main import main; main()"

TOKEN = """
from django.utils import timezone
from tournaments.services.people import accounts
owner = Player.objects.create_user("remo")
token = accounts.make_token(owner, label="far", scopes=["remote"], now=timezone.now())
"""

GAME = """
from django.utils import timezone
from tournaments.queries.casual import remote
from tournaments.queries.casual.people import Person
from tournaments.services.casual import opening
now = timezone.now()
far = {version.bot.slug: version for version in remote.connected(now=now)}
house = {version.bot.slug: version for version in Version.objects.playable()}
config = opening.CasualConfiguration(
    variant=Variant.objects.get(key="kalah", is_open=False), time_control="rapid",
    seats=[(far | house)[slug] for slug in SEATS],
)
game = opening.open_game(config, who=Person(Player.objects.create_user(WHO)), now=now)
"""

CONNECTED = """
from django.utils import timezone
slugs = sorted(Bot.objects.connected(now=timezone.now()).values_list("slug", flat=True))
"""

DOCUMENT = "from tournaments.queries.casual.courses import document"


@pytest.fixture
def programs(site: Site, tmp_path) -> Iterator[list[list[str]]]:
    """A program of each language, connected."""
    token = str(site.query("token", after=TOKEN))
    (tmp_path / "bot.py").write_bytes(samples.read("greedy"))
    compiled = tmp_path / "bot"
    source = EXAMPLES / "remote-c" / "bot.c"
    strict = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["gcc", *strict, "-o", compiled, source], check=True)
    kit = ["connect", "bot.py", "--bot", "Python bot", "--game", "kalah", "--at-once", "2"]
    calls = [
        ["node", str(EXAMPLES / "remote-javascript" / "bot.mjs"), "Javascript bot", "kalah"],
        [str(compiled), "127.0.0.1", str(site.port), "c-bot", "kalah"],
        [sys.executable, "-c", KIT, *kit],
    ]
    environment = os.environ | {
        "KIT_SITE": site.url, "KIT_TOKEN": token, "PYTHONPATH": str(PROJECT),
        "DJANGO_SETTINGS_MODULE": "", "PYTHONUNBUFFERED": "1",
    }  # fmt: skip
    with (tmp_path / "said").open("wb") as said, contextlib.ExitStack() as stack:
        for call in calls:
            started = subprocess.Popen(
                call, cwd=tmp_path, env=environment, stdout=said, stderr=said
            )
            stack.callback(started.wait)
            stack.callback(started.kill)
        eventually(
            lambda: (
                site.query("slugs", after=CONNECTED) == ["c-bot", "javascript-bot", "python-bot"]
            ),
            what=(tmp_path / "said").read_text,
        )
        yield tmp_path / "said"


def test_programs_of_three_languages_play_on_when_the_site_has_started_again(site, programs):
    pairs = [("javascript-bot", "c-bot"), ("python-bot", "greedy"), ("c-bot", "python-bot")]
    keys = [
        site.query("game.key", after=f"SEATS, WHO = {pair!r}, 'fan-{number}'\n{GAME}")
        for number, pair in enumerate(pairs)
    ]
    eventually(lambda: _events(site, keys[0]) > 3, what=programs.read_text)
    _end_web_server(site)

    for key in keys:
        over = f"CasualGame.objects.get(key={key!r}).is_over"
        eventually(lambda over=over: site.query(over), what=programs.read_text)
        played = site.query(f"document(CasualGame.objects.get(key={key!r}))", after=DOCUMENT)
        assert record.verify(played).ok
        assert not [event for event in played["events"] if "forfeit" in event], programs.read_text()


def _events(site: Site, key: str) -> int:
    return int(str(site.query(f"len(CasualGame.objects.get(key={key!r}).events)")))


def _end_web_server(site: Site) -> None:
    """End the processes of the web server, which the site starts again."""
    answer = subprocess.run(
        ["ss", "-Hltnp", f"sport = :{site.port}"], capture_output=True, text=True, check=True
    )
    pids = {int(part.partition(",")[0]) for part in answer.stdout.split("pid=")[1:]}
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
