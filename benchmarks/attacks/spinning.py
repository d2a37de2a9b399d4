"""How games end whose bot spins for ever while the machine has other things to do.

`python -m benchmarks.attacks.spinning` plays bullet games beside busy processes on all processors:
of a bot that loops for ever, and of one that computes for half of its bank. Then it starts a site
by `manage.py run`, has a spinning bot play a tournament there, and reads its pages by six readers.
It prints how every game ended, and exits with 1 where one was void, where an honest bot lost on
time, or where a spinning one did not. It takes some minutes; `--games 0` or `--readers 0` leaves
out a part, and `--each` is the number of busy processes on every processor.
"""

import contextlib
import sys
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPException

import engine
from agents.bots import archive
from agents.sandbox import Isolation
from agents.table import referee
from agents.table.conditions import Conditions, Deal, SeatedBot
from agents.terms.clock import preset
from agents.terms.faults import PlatformFault
from agents.terms.limits import Limits
from benchmarks.common import own_site, parser
from tests.e2e.site import Site
from tests.load import load

HONEST = """from agents.sdk import Bot

class Plain(Bot):
    def choose(self, state, clock):
        return state.legal_actions()[0]
"""
SPINS = """from agents.sdk import Bot

class Spins(Bot):
    def choose(self, state, clock):
        while True:
            pass
"""
HALF = """import time
from agents.sdk import Bot

class Half(Bot):
    def choose(self, state, clock):
        until = time.process_time() + (0.5 if len(state.history()) < 4 else 0)
        while time.process_time() < until:
            pass
        return state.legal_actions()[0]
"""
LOST, WELL = "timeout, and no fault", "no fault, and no fault"
PATIENCE_SECONDS = 300.0
BOTS = f"""
from tournaments.models import *
from django.utils import timezone
from agents import samples
import engine, uuid
from tournaments.services.bots import uploads
from tournaments.services.house import opening
from tournaments.services.tournaments import create
from tournaments.services.tournaments.configuration import Configuration
opening.ensure_variants()
now = timezone.now()
owner = Player.objects.create_user("spinner")
made = []
for name, data in (("Spins", {SPINS.encode()!r}), ("Rival", samples.read("random"))):
    bot = uploads.create_bot(owner=owner, name=name, now=now)
    made.append(uploads.ship(bot=bot, data=data, games=["kalah"], now=now))
cup = Configuration(name="Cup", game=engine.load_game("kalah"), games_per_pairing=4,
                    time_control="bullet", starts_at=now)
create.create(cup, organiser=owner, versions=made, submission=uuid.uuid4(), now=now)
"""
ASK = """
from tournaments.models import *
cup = Match.objects.filter(tournament__name="Cup")
faults = Seat.objects.filter(game__match__in=cup, fault__isnull=False)
print(cup.open().count(), cup.void().count(), cup.finished().count(),
      *sorted(one.fault["kind"] for one in faults))
"""


def ending(bot: str, number: int) -> str:
    """How a game of this bot against an honest one ended."""
    try:
        report = referee.play_game(
            engine.load_game("kalah"),
            [
                SeatedBot(archive.pack("bot.py", text.encode()).data, name, 1, seed)
                for text, name, seed in ((bot, "bot", 1), (HONEST, "honest", 2))
            ],
            Deal(number.to_bytes(32, "big"), 1),
            Conditions(preset("bullet"), Limits(), Isolation.BUBBLEWRAP),
        ).report()
    except PlatformFault:
        return "void"
    return ", and ".join(fault.kind if fault else "no fault" for fault in report.faults)


def beside_load(games: int, each: int) -> bool:
    """Play them beside busy processes; tell whether all ended as they should."""
    well = True
    for name, bot, wanted in (("spins", SPINS, LOST), ("half its bank", HALF, WELL)):
        with load(each):
            ends = Counter(ending(bot, number) for number in range(games))
        print(f"{name}: {dict(ends)}", flush=True)
        well = well and set(ends) <= {wanted}
    return well


class Readers:
    """Threads that read pages of a site as fast as they can."""

    def __init__(self, site: Site, number: int) -> None:
        self.read = 0
        self._pages = [f"{site.url}/{path}" for path in ("", "leaderboards/", "tournaments/")]
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._run) for _ in range(number)]

    def _run(self) -> None:
        while not self._stop.is_set():
            for page in self._pages:
                # A page that is refused for the rate at which they are read has cost something too.
                with contextlib.suppress(OSError, HTTPException):
                    urllib.request.urlopen(page, timeout=30).read()
                    self.read += 1

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._stop.set()
            for thread in self._threads:
                thread.join()


def on_a_site(number: int) -> bool:
    """Have a spinning bot play on a site whose pages are read; tell whether it lost its games."""
    with own_site() as site:
        readers = Readers(site, number)
        with readers.reading():
            site.manage("shell", "--verbosity", "0", "--command", BOTS)
            waiting, void, finished, *kinds = _over(site)
    print(
        f"beside {number} readers of {readers.read} pages: {void} matches void, {finished} "
        f"finished, {waiting} not over, faults {dict(Counter(kinds))}"
    )
    return (waiting, void, set(kinds)) == ("0", "0", {"timeout"})


def _over(site: Site) -> list[str]:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        said = site.manage("shell", "--verbosity", "0", "--command", ASK).stdout.split()
        if said[0] == "0" or time.monotonic() > until:
            return said
        time.sleep(1.0)


def main() -> int:
    """Play them all; 1 if one ended as it should not."""
    options = parser(__doc__, games=9, each=2, readers=6).parse_args()
    well = beside_load(options.games, options.each) if options.games else True
    if options.readers:
        well = on_a_site(options.readers) and well
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
