"""What looking for missing names tells the next game, and what it leaves in the kernel's memory.

Usage: python -m benchmarks.channels [SECONDS]

One bot looks for names that do not exist in the folder that all bots share, and ends. The next one
times each of these names, and as many that nobody has looked for. Then one does nothing else for
SECONDS (default: 5). With KAURI_RUNTIME_DIR on a disk the figures are those of a disk.
"""

import json
import os
import select
import sys
from pathlib import Path

from agents.sandbox import Isolation, SandboxUnavailable, memory, runtime, start
from agents.terms.limits import Limits

NAMES = 4000
BEGIN = f"import json, os, statistics, time\nNAMES = {NAMES}\nPLACE = '/usr/lib/missing'\n"
WRITES = """
for number in range(NAMES):
    os.access(f"{PLACE}-{GAME}-{number}", os.F_OK)
os.write(4, b"1")
"""
READS = """
def look(name):
    begun = time.perf_counter()
    os.access(name, os.F_OK)
    return 1e6 * (time.perf_counter() - begun)
old, new = [], []
for number in range(NAMES):
    old.append(look(f"{PLACE}-{GAME}-{number}"))
    new.append(look(f"{PLACE}-{GAME}-new-{number}"))
os.write(4, json.dumps([statistics.median(old), statistics.median(new)]).encode())
"""
FLOODS = """
number, end = 0, time.monotonic() + SECONDS
while time.monotonic() < end:
    for number in range(number + 1, number + 1000):
        os.access(f"{PLACE}-{GAME}-flood-{number}", os.F_OK)
os.write(4, str(number).encode())
"""


def main(seconds: float) -> None:
    """Print the figures for each cage that there is here."""
    where = "in memory" if memory.holds(runtime.location()) else "on a disk"
    print(f"What all bots share lies {where}.")
    for game, isolation in enumerate((Isolation.BUBBLEWRAP, Isolation.CHROOT)):
        head = f"{BEGIN}GAME = {game}\nSECONDS = {seconds}\n"
        try:
            answer(head + WRITES, isolation)
        except SandboxUnavailable as error:
            print(f"Not measured: {isolation.value}. {error}")
            continue
        old, new = json.loads(answer(head + READS, isolation))
        names, slab = kernel()
        looks = int(answer(head + FLOODS, isolation))
        more, larger = kernel()
        print(
            f"{isolation.value:10}  names that an earlier game looked for {old:.2f} us, others "
            f"{new:.2f} us: {new / old:.2f} times\n{'':10}  after {looks:,} look-ups and the end "
            f"of their game the kernel keeps {more - names:,} more names, {larger - slab} MiB"
        )


def answer(program: str, isolation: Isolation) -> str:
    """What a program in a fresh sandbox replies, once it has ended."""
    with start(limits=Limits(), isolation=isolation, program=program) as child:
        text = b""
        while select.select([child.replies], [], [])[0] and (part := os.read(child.replies, 65536)):
            text += part
    return text.decode()


def kernel() -> tuple[int, int]:
    """How many names the kernel keeps that it did not find, and its memory that it could free."""
    names = Path("/proc/sys/fs/dentry-state").read_text(encoding="utf-8").split()[4]
    lines = Path("/proc/meminfo").read_text(encoding="utf-8").splitlines()
    reclaimable = next(line.split()[1] for line in lines if line.startswith("SReclaimable"))
    return int(names), int(reclaimable) // 1024


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
