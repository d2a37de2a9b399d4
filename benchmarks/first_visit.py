"""How soon somebody new sees a first game, and has a bot with a strength on a leaderboard.

`python -m benchmarks.first_visit` starts a site with an empty database, and goes the whole way in
Chromium with an empty cache, as `tests/e2e/whole_way.py` does: a robot, which neither reads nor
thinks. It prints the seconds from the request of the first page to each milestone, and the load of
the machine. Nothing is asserted.
"""

import os
import time

from playwright.sync_api import expect, sync_playwright

from benchmarks.common import own_site, parser
from tests.e2e.conftest import CHROMIUM, FLAGS
from tests.e2e.whole_way import PATIENCE, whole_way

SCREEN = {"width": 1366, "height": 900}


def main() -> None:
    parser(__doc__ or "").parse_args()
    expect.set_options(timeout=PATIENCE)
    with own_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_context(base_url=site.url, viewport=SCREEN).new_page()
        began = time.perf_counter()
        for milestone in whole_way(page):
            print(f"{time.perf_counter() - began:6.1f} s  {milestone}", flush=True)
        browser.close()
    print(f"load average of the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
