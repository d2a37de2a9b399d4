"""`python -m tests.releases.look PAGES`: look at a restored site, by the present release.

It opens the pages that PAGES lists and verifies every record. When a line comes in, it checks the
ratings. It prints what it has found as JSON.
"""

import json
import os
import sys
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

import django

django.setup()

from django.utils import timezone  # noqa: E402

from engine import record  # noqa: E402
from tests.releases import pages  # noqa: E402
from tournaments.models import Game, Match  # noqa: E402
from tournaments.queries.games import matches  # noqa: E402
from tournaments.services.ratings import ledger  # noqa: E402


def wrong_records() -> list[str]:
    """The finished games of tournaments whose records do not hold."""
    games = Game.objects.finished().filter(match__pairing__isnull=False)
    games = games.select_related("match", "variant")
    return [str(game) for game in games if not record.verify(matches.public_record(game)).ok]


def main(file: str) -> None:
    """Look, wait, and check the ratings."""
    shown = json.loads(Path(file).read_text())
    refused, wrong = pages.refused(shown["pages"]), wrong_records()
    sys.stdin.readline()
    seen = {
        "refused": refused,
        "wrong": wrong,
        "played": Match.objects.finished().count() - shown["finished"],
        "differences": ledger.check(now=timezone.now()).sentences,
    }
    print(json.dumps(seen))


if __name__ == "__main__":
    main(sys.argv[1])
