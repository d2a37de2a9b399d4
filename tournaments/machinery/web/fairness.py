"""Find what makes clocks unfair on this machine: other work, and processors that change speed.

Bots think by the clock. Each finding says what is so, what that does to bots, and what to set.
The kernel's documents of cpufreq, SMT and /proc/stat are the source, and isolate's check of the
environment is the model (Mareš and Blackham, "A New Contest Sandbox", 2012).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

STEAL_SHARE = 0.01
"""The share of the processor's time that a hypervisor may take before it is reported."""

_STEAL = 7
"""The position of the stolen time among the figures of /proc/stat."""


@dataclass(frozen=True)
class Unfairness:
    """Something that makes the same bot slower at one time than at another."""

    number: int
    text: str
    hint: str


def findings(root: Path = Path("/")) -> Iterator[Unfairness]:
    """Yield what makes clocks unfair on this machine; `root` holds its `sys` and `proc`."""
    processors = root / "sys/devices/system/cpu"
    if governors := _governors(processors) - {"performance"}:
        text = f"Processors change their speed with the load (governor {', '.join(governors)}): "
        text += "a bot that waited for its opponent begins its turn slowly."
        yield Unfairness(13, text, "cpupower frequency-set --governor performance")
    if _boosts(processors):
        text = "A core runs faster while others rest, so bots are slower when more games run."
        yield Unfairness(14, text, "Switch turbo boost off, in the firmware or in the kernel.")
    if _read(processors / "smt/active") == "1":
        text = "Two threads share a core (SMT), so a bot is slower while its neighbour works."
        yield Unfairness(15, text, "Set KAURI_SLOTS to half the cores, or switch SMT off.")
    if len(_read(root / "proc/swaps").splitlines()) > 1:
        text = "Memory may be swapped out, and a bot that waits for the disk loses time."
        yield Unfairness(16, text, "swapoff --all, and remove it from /etc/fstab.")
    if (share := _stolen(root)) > STEAL_SHARE:
        text = f"The hypervisor gave {share:.1%} of this machine's working time to other machines."
        yield Unfairness(17, text, "Reserve cores for this machine, or use one of its own.")


def _governors(processors: Path) -> set[str]:
    return {_read(path) for path in processors.glob("cpu*/cpufreq/scaling_governor")}


def _boosts(processors: Path) -> bool:
    intel, others = processors / "intel_pstate/no_turbo", processors / "cpufreq/boost"
    return _read(intel) == "0" or _read(others) == "1"


def _stolen(root: Path) -> float:
    """Return the stolen share of the time in which something was to run here, since the start."""
    times = [int(word) for word in _read(root / "proc/stat").partition("\n")[0].split()[1:]]
    if len(times) <= _STEAL:
        return 0.0
    user, nice, system, _idle, _iowait, irq, softirq, steal = times[: _STEAL + 1]
    worked = user + nice + system + irq + softirq + steal
    return steal / worked if worked else 0.0


def _read(path: Path) -> str:
    """Return the text of a kernel file; empty if it cannot be read."""
    try:
        return path.read_text().strip()
    except OSError:
        return ""
