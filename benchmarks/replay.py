"""What a replay costs: the film of short and long games, and a step in a browser.

`python -m benchmarks.replay` plays random games and cuts them after 22, 300 and 3,500 events. It
tells the bytes of each film, plain and compressed, and the CPU milliseconds to make it. Then it
opens the longest in Chromium and tells the milliseconds from one step to the picture, by a script
in the page: the median and the 95th of a hundred. Nothing is asserted. `--without-browser` leaves
that out.
"""

import gzip
import json
import os
import random
import shutil
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django
from playwright.sync_api import sync_playwright

import engine
from agents.table.reels import Reel
from agents.terms.clock import PRESETS
from benchmarks.common import parser

LONG = "pachisi(mode=teams,barriers=true,passing=true,turn_limit=5000)"
"""Who may pass plays on for long."""

SIZES = (("kalah", 22), ("pachisi", 300), ("ashte-kashte", 3500), (LONG, 3500))
SCRIPTS = Path(__file__).parents[1] / "tournaments" / "static" / "kauri" / "replay"
PAGE = """<!DOCTYPE html><meta charset="utf-8"><title>Replay</title><main></main>
<script type="module">
import { Board } from "./board.js";
import { Player } from "./player.js";
import { Timeline } from "./timeline.js";
const began = performance.now();
const film = await (await fetch("film.json")).json();
const timeline = new Timeline(film);
const board = new Board(film, timeline.looks);
document.querySelector("main").append(board.element);
const player = new Player(timeline, board, 0);
window.first = performance.now() - began;
window.steps = async (begin) => {
  player.go(begin);
  const times = [];
  for (let n = 1; n <= 100; n += 1) {
    const at = performance.now();
    player.go(begin + n);
    board.element.getBoundingClientRect();
    times.push(performance.now() - at);
    await new Promise((done) => requestAnimationFrame(done));
  }
  const at = performance.now();
  player.go(7);
  player.go(timeline.last);
  board.element.getBoundingClientRect();
  times.sort((a, b) => a - b);
  return [times[50], times[95], performance.now() - at];
};
</script>"""


def events(variant: str, most: int) -> list[dict[str, Any]]:
    """The events of random games; of one after the other, the longest of ten."""
    return max((_events(variant, most, seed) for seed in range(10)), key=len)


def _events(variant: str, most: int, seed: int) -> list[dict[str, Any]]:
    rng = random.Random(seed)
    found: list[dict[str, Any]] = []
    state = engine.parse_variant(variant).new_initial_state()
    while not state.is_terminal() and len(found) < most:
        action = rng.choice(state.legal_actions())
        text = state.action_to_string(action)
        if variant == LONG and not state.is_chance_node() and rng.random() < 0.6:
            # The pass is the last of the actions where there is one.
            action = state.legal_actions()[-1]
            text = state.action_to_string(action)
        if state.is_chance_node():
            found.append({"seat": state.chance_seat(), "throw": text})
        else:
            seat = state.current_player()
            note = f"{text} {rng.uniform(-1, 1):+.2f}"
            found.append({"seat": seat, "action": text, "wall": 0.012, "cpu": 0.01, "note": note})
        state.apply_action(action)
    return found


def film(variant: str, played: list[dict[str, Any]]) -> dict[str, Any]:
    """The document of a game."""
    game = engine.parse_variant(variant)
    reel = Reel(game, PRESETS["rapid"])
    names = [f"Bot {seat}" for seat in range(game.num_players())]
    return reel.head(names) | {"events": [reel.add(event) for event in played]}


def in_browser(text: bytes) -> list[float]:
    """Milliseconds: to the first board, a step in the median and the 95th, and two long jumps."""
    with TemporaryDirectory() as folder:
        for script in SCRIPTS.glob("*.js"):
            shutil.copy(script, folder)
        Path(folder, "film.json").write_bytes(text)
        Path(folder, "index.html").write_text(PAGE)
        handler = partial(_Quiet, directory=folder)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            measured = _measured(f"http://127.0.0.1:{server.server_port}/")
            server.shutdown()
    return measured


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: Any) -> None:
        """Say nothing of each request."""


def _measured(address: str) -> list[float]:
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        page = browser.new_page()
        page.goto(address)
        page.wait_for_function("window.first !== undefined")
        found: list[float] = [page.evaluate("window.first"), *page.evaluate("window.steps(200)")]
        browser.close()
    return found


def main() -> None:
    """Measure and tell."""
    arguments = parser(__doc__)
    arguments.add_argument("--without-browser", action="store_true")
    chosen = arguments.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
    django.setup()
    print(
        "variant          events   bytes     gzip    ms    browser: first, step, 95th, jumps (ms)"
    )
    for variant, most in SIZES:
        played = events(variant, most)
        began = time.process_time()
        text = json.dumps(film(variant, played), separators=(",", ":")).encode()
        spent = 1000 * (time.process_time() - began)
        shown = [] if chosen.without_browser else in_browser(text)
        sizes = f"{len(played):6} {len(text):9,} {len(gzip.compress(text)):8,} {spent:6.0f}"
        print(f"{variant.partition('(')[0]:15} {sizes}   ", *(f"{one:6.1f}" for one in shown))


if __name__ == "__main__":
    main()
