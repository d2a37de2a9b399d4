"""What is left after some minutes of random kills, restarts and repeated messages.

`python benchmarks/chaos.py` starts a PostgreSQL and a Redis of its own, four workers, a background
worker and the scheduler, plays tournaments of house bots in parallel, and meanwhile kills and
repeats all that it can. It prints what was survived, and exits with 1 if a game was lost, counted
twice or blamed on a bot, or if anything is left behind. See docs/52-load-and-chaos.md.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT)

from tests.chaos.main import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
