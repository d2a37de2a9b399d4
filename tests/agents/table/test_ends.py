"""Every end of a bot's game has a name; what the platform does to a bot is not called its fault."""

import os
import signal

import pytest

from agents.sandbox import Child, Isolation
from agents.table.bench import Bench
from agents.terms.faults import ENDS, KINDS, RESIGNED, PlatformFault
from tests.agents.bot_texts import FIRST, bot

EVERY_CAGE = pytest.mark.parametrize(
    "isolation", [Isolation.BUBBLEWRAP, Isolation.CHROOT], ids=lambda one: one.value
)


@pytest.fixture
def kill_first(monkeypatch):
    """A `watch` that ends the process of seat 0 at its third call, as an operator might."""
    begun = []
    take = Bench.take
    monkeypatch.setattr(Bench, "take", lambda bench: begun.append(take(bench)) or begun[-1])
    calls = []

    def watch():
        calls.append(1)
        if len(calls) == 3:
            os.kill(begun[0].child.pid, signal.SIGKILL)

    return watch


def test_every_fault_and_resigning_are_ends_of_a_game():
    assert set(ENDS) == {"normal", RESIGNED, "void", *KINDS}
    assert all(sentence.endswith(".") for sentence in ENDS.values())


def test_a_bot_that_is_killed_from_outside_is_not_blamed(play, kill_first):
    with pytest.raises(
        PlatformFault, match="outside the sandbox ended the bot's process by SIGKILL"
    ):
        play(bot("time.sleep(60)"), FIRST, watch=kill_first)


def test_a_bot_that_fills_its_root_folders_scratch_space_is_blamed(play):
    text = bot("for n in range(10**6): open(f'/tmp/{n}', 'wb').write(bytes(1 << 20))")
    fault = play(text, FIRST, isolation=Isolation.CHROOT).faults[0]
    assert (fault.kind, fault.summary) == ("scratch", "It put more than 64 MiB into /tmp.")


KEEP_MAPPING = """
    import mmap
    kept = type(self).kept = []
    try:
        # Neighbours of one kind would be one mapping.
        while True:
            rights = mmap.PROT_READ | mmap.PROT_WRITE * (len(kept) % 2)
            kept.append(mmap.mmap(-1, 4096, prot=rights))
    except OSError:
        {then}
    small = type(self).small = []
    try:
        while True: small.append([object() for _ in range(100)])
    except MemoryError:
        pass
    try:
        while True: small.append(object())
    except MemoryError:
        return state.legal_actions()[0]
    """


@EVERY_CAGE
@pytest.mark.parametrize("then", ["raise", "pass"], ids=["and stops", "and goes on"])
def test_a_bot_that_uses_up_its_mappings_is_told_of_its_memory(play, isolation, then):
    text = bot(KEEP_MAPPING.replace("{then}", then))

    fault = play(text, FIRST, isolation=isolation).faults[0]

    assert fault is not None
    assert fault.kind == "memory"


@EVERY_CAGE
@pytest.mark.parametrize("timer", ["ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF"])
def test_a_timer_that_a_bot_does_not_handle_does_nothing(play, isolation, timer):
    text = bot(
        """
        import signal
        signal.setitimer(signal.@@, 0.01)
        while signal.getitimer(signal.@@)[0]: time.process_time()
        return state.legal_actions()[0]
        """.replace("@@", timer)
    )

    assert play(text, FIRST, isolation=isolation).faults[0] is None


def test_without_isolation_a_bot_may_have_killed_itself(play):
    text = bot("os.kill(os.getpid(), 9)")
    fault = play(text, FIRST, isolation=Isolation.NONE).faults[0]
    assert (fault.kind, fault.summary) == ("crash", "Its process was ended by SIGKILL.")


def test_a_bot_cannot_lower_its_own_cpu_limit_to_die_as_if_by_the_host(play):
    text = bot(
        """
        import resource
        before = resource.getrlimit(resource.RLIMIT_CPU)
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
        except (OSError, ValueError) as error:
            self.note(type(error).__name__)
        self.note(resource.getrlimit(resource.RLIMIT_CPU) == before)
        return state.legal_actions()[0]
        """
    )
    event = play(text, FIRST).record["events"][0]
    assert event["note"].splitlines()[1] == "True"


def test_what_a_bot_wrote_beyond_its_scratch_space_is_named(play, monkeypatch):
    # As the sandbox tells where no file system of its own stops a bot.
    monkeypatch.setattr(Child, "_scratch_exceeded", lambda _: True)
    fault = play(bot("os._exit(3)"), FIRST).faults[0]
    assert (fault.kind, fault.summary) == ("scratch", "It put more than 64 MiB into /tmp.")
