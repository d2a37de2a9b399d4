"""``python -m agents.sandbox.check``: what this machine guarantees; exit status 1 if too little."""

import argparse
import sys

from agents.sandbox.diagnosis import AUTO, TIERS, check
from agents.sandbox.errors import Isolation
from agents.words import Sentence
from agents.words.printing import echo

if __name__ != "__main__":
    # As a module it would take the function's place in the package.
    raise ImportError("agents.sandbox.check is a command; the function is agents.sandbox.check()")


def main() -> int:
    """Print the report and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m agents.sandbox.check", description=__doc__)
    allowed = [AUTO, *(isolation.value for isolation in TIERS)]
    parser.add_argument("--isolation", choices=allowed, default=AUTO)
    tier = parser.parse_args().isolation
    report = check(None if tier == AUTO else Isolation(tier))
    for line in (*report.lines, *report.missing, *report.notes):
        echo(line)
    echo(Sentence("check-passed" if report.ok else "check-failed-here", tier=report.tier))
    return 0 if report.ok else 1


sys.exit(main())
