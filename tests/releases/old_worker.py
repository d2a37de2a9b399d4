"""`python -m tests.releases.old_worker`: play what waits first, by the code of this folder's tree.

It prints how many matches it has played.
"""

import os
from datetime import timedelta

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.utils import timezone  # noqa: E402

from agents import sandbox  # noqa: E402
from tournaments.services.playing import play, workers  # noqa: E402


def main() -> None:
    """Claim a match, play it in a sandbox, and report it."""
    worker = workers.Worker(
        name="old",
        isolation=sandbox.choose(settings.ISOLATION),
        lease=timedelta(seconds=60),
        now=timezone.now,
    )
    print(int(play.play_next(worker, validation=False)))


if __name__ == "__main__":
    main()
