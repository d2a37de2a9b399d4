import contextlib
import os
import re
import time
from pathlib import Path

import pytest

import engine
from agents.sandbox import Isolation, runtime, slots
from agents.table import referee
from agents.table.conditions import Conditions, Deal, SeatedBot
from agents.table.stall import StallMeter
from agents.terms.clock import TimeControl
from agents.terms.limits import Limits
from tests import reserved
from tests.agents import leftovers
from tests.agents.bot_texts import packed
from tests.load import load

SEED = bytes(range(32))
AMPLE = TimeControl("ample", bank=20.0, increment=1.0, per_action=None, startup=20.0)


def conditions(*, time_control=AMPLE, limits=None, isolation=Isolation.BUBBLEWRAP):
    """What bots play under, unless a test says otherwise."""
    return Conditions(time_control, limits or Limits(), isolation)


@pytest.fixture(scope="session", autouse=True)
def user_ids_of_its_own(tmp_path_factory):
    """User ids that no other process's sandboxes have, nor their folders.

    A worker that is killed beside this process leaves a bot now and then, until its id is next in
    use; that is no bot of ours.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slots, "_LOCKS", tmp_path_factory.mktemp("ids"))
        patch.setattr(slots, "_USER_IDS", reserved.user_ids()[:-1])
        yield


@pytest.fixture(scope="session", autouse=True)
def nothing_is_left_at_the_end(user_ids_of_its_own):
    """When all bots have had their try, nothing of any is left on the machine."""
    # It stays open for as long as this process lives, and is no bot's.
    runtime.prepare()
    yield
    assert leftovers.found() == []


@pytest.fixture
def play(nothing_is_left):
    """Play a game between bots given as texts or archives, in real sandboxes."""

    def play_bots(
        *bots, variant="kalah", seed=SEED, bot_seeds=None, names=None, game_number=1, opening=(),
        watch=None, bench=None, ready=None, **terms
    ):  # fmt: skip
        game = engine.parse_variant(variant)
        archives = [packed(bot) if isinstance(bot, str) else bot for bot in bots]
        seeds = bot_seeds or range(len(archives))
        called = names or [(f"bot{seat}", 1) for seat in range(len(archives))]
        seated = [
            SeatedBot(archive, *name, seed=own)
            for archive, name, own in zip(archives, called, seeds, strict=True)
        ]
        deal = Deal(seed, game_number, opening)
        around = {"watch": watch, "bench": bench, "ready": ready}
        return referee.play_game(game, seated, deal, conditions(**terms), **around).report()

    return play_bots


@pytest.fixture
def probe(nothing_is_left):
    """Load a bot, given as a text or archive, in a real sandbox."""

    def probe_bot(bot, **terms):
        archive = packed(bot) if isinstance(bot, str) else bot
        return referee.probe(archive, conditions(**terms))

    return probe_bot


@pytest.fixture
def stalled(monkeypatch):
    """Let the host stall every bot for so many seconds whenever it runs, or not be able to tell."""

    def by(seconds, unmeasured=""):
        class Told(StallMeter):
            def __init__(self, *arguments):
                super().__init__(*arguments)
                self.unmeasured = self.unmeasured or unmeasured

            def seconds(self, cpu, *, absent=0.0):
                return seconds

        monkeypatch.setattr("agents.table.player.StallMeter", Told)

    return by


@pytest.fixture(scope="module")
def busy_host():
    """Every processor has something else to compute for as long as the tests of the module run."""
    with load(each=1):
        yield


def children() -> set[int]:
    """The processes that this one has started and that are not gone."""
    parents = {}
    # Not by the threads' own lists: a thread that ends in the middle hands its children to another.
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    return {pid for pid, parent in parents.items() if parent == os.getpid()}


def descriptors() -> set[str]:
    """The pipes of bots, and what else of theirs this process has open."""
    found = set()
    for path in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # by which the folder itself was read
            found.add(f"{path.name}: {path.readlink()}")
    of_bots = rf"pipe:|\[pidfd\]|memfd:seccomp|{slots._LOCKS}"
    return {one for one in found if re.search(of_bots, one)}


@pytest.fixture
def nothing_is_left():
    """Whatever bots a test has run, their processes and descriptors are gone at its end."""
    # What is prepared once stays open for as long as the process lives.
    runtime.prepare()
    before = {*children(), *descriptors()}
    yield
    deadline = time.monotonic() + 10  # a thread may be about to close its own
    while (left := {*children(), *descriptors()} - before) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert left == set()
