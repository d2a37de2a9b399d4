"""``python -m agents.sandbox.check``: what this machine guarantees; exit status 1 if too little."""

import sys

from agents.sandbox.diagnosis import check


def main() -> int:
    """Print the report and return the exit status."""
    report = check()
    for line in (*report.lines, *report.missing):
        print(line)
    verdict = "Strangers' bots may run here" if report.ok else "Strangers' bots must not run here"
    print(f"{verdict} (tier {report.tier}).")
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main())
