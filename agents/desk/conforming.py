"""Whether a game's package keeps every promise: what is missing in it, then the suite of all games.

docs/22-adding-a-game.md is the walk to such a package.
"""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import engine
from agents.desk.contenders import Misuse
from agents.words import Sentence
from engine import dice, packages, record, svg
from engine.facts import GameInfo
from engine.sentences import say
from engine.shelf import Shelf

PARTS = ("rules", "documents", "planes", "text", "words", "picture", "shelf")
FILES = ("rules.md", "lessons.json", "tests/cases.py", "tests/plain.py", "tests/perft.json")
GERMAN = "locale/de/LC_MESSAGES/django.po"
SUITE = ("conformance", "lockstep", "parts", "svg")
"""The tests that every game passes; in a checkout they are those of the platform."""

SEED = bytes(range(32))

_ENTRY = re.compile(r'^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)', re.MULTILINE)


def opened(name: str) -> GameInfo:
    """Return the game that a module or folder is, the only package from now on.

    Raises Misuse if it is none.
    """
    folder = Path(name).resolve()
    os.environ[packages.SETTING] = str(folder) if folder.is_dir() else name
    if folder.is_dir():
        # The suite runs in another process.
        os.environ["PYTHONPATH"] = os.pathsep.join(
            filter(None, (str(folder.parent), os.environ.get("PYTHONPATH")))
        )
    try:
        (info,) = (info for info in engine.games() if info.is_package)
    except engine.EngineError as error:
        raise Misuse("no-game-package", why=error) from None
    return info


def missing(info: GameInfo) -> list[Sentence]:
    """Return what the package lacks, in the order in which one writes it."""
    folder = Path(info.folder)
    parts = [f"{part}.py" for part in PARTS]
    lacking = [place for place in (*parts, *FILES) if not (folder / place).exists()]
    if lacking:
        return [Sentence("game-lacks", file=place) for place in lacking]
    return [*_bots(info), *_rules(info), *_lessons(info), *_german(info), *_golden(info)]


def suite(info: GameInfo, root: Path) -> int:
    """Run the tests of every game for this one; return pytest's exit status.

    They lie in `tests/engine` below the folder.
    """
    modules = [f"tests.engine.test_{name}" for name in SUITE]
    settings = ("-c", str(root / "tests/engine/conform.ini"), "--noconftest", "--pyargs")
    return _run("pytest", [*settings, *modules], info, root)


def write(info: GameInfo, root: Path) -> None:
    """Write what the suite compares with: counts of the plain rules, and a game of each kind."""
    _run("tests.engine.plain", [], info, root)
    shelf: Shelf = info.part("shelf").SHELF
    folder = Path(info.folder, "tests", "golden")
    folder.mkdir(exist_ok=True)
    for key in {info.id, *(board.key for board in shelf.leaderboards)}:
        text = json.dumps(_played(engine.parse_variant(key)), indent=1) + "\n"
        (folder / f"{re.sub('[^a-z0-9]+', '-', key).strip('-')}.json").write_text(text, "utf-8")


def _run(module: str, arguments: Sequence[str], info: GameInfo, root: Path) -> int:
    """Run a module of the suite, which knows the engine by its name in the platform."""
    start = "import runpy, sys"
    if __name__.startswith("kauri."):
        start += "\nfrom kauri.inside.names import alias\nalias('engine', 'kauri.engine')"
    start += "\nrunpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
    own = {"CONFORM_GAME": info.id, packages.SETTING: info.module}
    path = os.pathsep.join(filter(None, (str(root), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-c", start, module, *arguments]
    environment = {**os.environ, **own, "PYTHONPATH": path}
    return subprocess.run(command, env=environment, check=False).returncode  # noqa: S603 - ours


def _played(game: engine.Game) -> dict[str, Any]:
    """Return the record of a game whose players are simple and fixed."""
    seats = [{"name": f"seat-{seat}", "version": 1} for seat in range(game.num_players())]
    recorder = record.Recorder(game, seats, dice.commitment(SEED), 1)
    state, throws = game.new_initial_state(), dice.Dice(SEED, 1)
    while not state.is_terminal():
        if state.is_chance_node():
            action = throws.throw(state)
            recorder.throw(state, action)
        else:
            legal = state.legal_actions()
            action = legal[(7 * state.move_number() + 3) % len(legal)]
            recorder.action(state, action)
        state.apply_action(action)
    return record.reveal(recorder.document(state), SEED)


def _bots(info: GameInfo) -> Iterator[Sentence]:
    shelf: Shelf = info.part("shelf").SHELF
    for bot in shelf.bots:
        place = f"bots/{bot.code.replace('-', '_')}.py"
        if not Path(info.folder, place).exists():
            yield Sentence("game-lacks", file=place)
    for board in shelf.leaderboards:
        if engine.parse_variant(board.key).variant != board.key:
            yield Sentence("board-spelt", key=board.key)


def _rules(info: GameInfo) -> Iterator[Sentence]:
    page = Path(info.folder, "rules.md").read_text("utf-8")
    for option in info.options:
        if f"| `{option.name}` |" not in page:
            yield Sentence("rules-lack", option=option.name)


def _lessons(info: GameInfo) -> Iterator[Sentence]:
    """What cannot be played of the lessons."""
    document = _document(info)
    game = engine.parse_variant(document["variant"])
    for number, lesson in enumerate(document["lessons"], 1):
        try:
            position = game.new_initial_state().to_dict() | lesson["position"]
            state = game.state_from_dict(position)
            for action in lesson["right"]:
                state.string_to_action(action)
        except engine.EngineError as error:
            yield Sentence("lesson-wrong", number=number, why=error)


def _german(info: GameInfo) -> Iterator[Sentence]:
    """What has no German."""
    path = Path(info.folder, GERMAN)
    texts = dict.fromkeys(texts_of(info))
    entries = read_words(path) if path.exists() else {}
    for text in texts:
        if not entries.get(text):
            yield Sentence("no-german", text=text)


def texts_of(info: GameInfo) -> Iterator[str]:
    """Return every text of a package that people read: its facts, words, lessons and bots."""
    yield from (info.name, info.summary, *(option.help for option in info.options))
    for part in ("text", "words"):
        for code, text in info.part(part).SENTENCES.items():
            if code.startswith(f"{info.id}-"):
                yield text
    yield info.part("picture").TALLY
    yield from _titles(info)
    shelf: Shelf = info.part("shelf").SHELF
    yield from (board.name for board in shelf.leaderboards)
    yield from (bot.description for bot in shelf.bots)
    document = _document(info)
    yield from (rule["says"] for rule in document["rules"])
    for lesson in document["lessons"]:
        yield from (lesson["asks"], lesson["well"])


def _titles(info: GameInfo) -> set[str]:
    """Return what the pictures of a game say of the things in them."""
    said: set[str] = set()

    def note(template: str, /, **values: object) -> str:
        said.add(template)
        return say(template, **values)

    for state in record.states(_played(engine.load_game(info.id))):
        svg.draw(state, translate=note)
    return said


def read_words(path: Path) -> dict[str, str]:
    """Return the translations of a catalogue of gettext's, without its heading."""
    entries = _ENTRY.findall(path.read_text("utf-8"))
    return {_joined(text): _joined(said) for text, said in entries if _joined(text)}


def _joined(lines: str) -> str:
    return "".join(map(ast.literal_eval, lines.splitlines()))


def _golden(info: GameInfo) -> Iterator[Sentence]:
    """Games of the package that do not hold any more."""
    files: Sequence[Path] = sorted(Path(info.folder, "tests", "golden").glob("*.json"))
    if not files:
        yield Sentence("no-golden-game")
    for file in files:
        verdict = record.verify(json.loads(file.read_text("utf-8")))
        if not verdict.ok:
            yield Sentence("golden-differs", file=file.name, why=verdict.line)


def _document(info: GameInfo) -> dict[str, Any]:
    text = Path(info.folder, "lessons.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document
