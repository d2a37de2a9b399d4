"""What the documentation says of commands, settings, dependencies and pages is so."""

import json
import re
import shutil
import subprocess
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from django.core.management import get_commands

from agents.bots import archive
from agents.samples import read
from agents.sandbox import Isolation
from agents.table import referee
from agents.table.conditions import Conditions, Deal, SeatedBot
from agents.terms.clock import PRESETS
from agents.terms.limits import Limits
from engine import load_game
from tournaments.machinery.setup import environment

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z-]+):.*##", MAKEFILE, re.MULTILINE))

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def _code(text):
    """The page's code, from blocks and from lines."""
    found = re.findall(r"^```\w*\n(.*?)^```|`([^`\n]+)`", text, re.MULTILINE | re.DOTALL)
    return "\n".join(block or line for block, line in found)


def _read(name):
    return (ROOT / name).read_text()


@every_page
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())
    local = [link for link in links if not link.startswith(("http://", "https://", "mailto:"))]

    assert [link for link in local if not (page.parent / link).exists()] == []


@every_page
def test_every_make_command_exists(page):
    named = re.findall(r"^\s*(?:\w+=\S+ )*make ([a-z-]+)", _code(page.read_text()), re.MULTILINE)

    assert set(named) <= TARGETS


@every_page
def test_every_management_command_exists(page):
    named = re.findall(r"manage\.py ([a-z_]+)", _code(page.read_text()))

    assert set(named) <= set(get_commands()) | {"help"}


@every_page
def test_every_setting_exists(page):
    named = re.findall(r"\bKAURI_[A-Z0-9_]+", page.read_text())

    assert set(named) <= {variable.name for variable in environment.VARIABLES}


@every_page
def test_every_file_that_is_named_exists(page):
    named = re.findall(
        r"`((?:engine|agents|tournaments|templates|tests|docs|benchmarks|tools)/[\w./-]+)`",
        page.read_text(),
    )

    # GAME stands for the game that somebody is about to add.
    real = [name for name in named if "GAME" not in name]
    assert [name for name in real if not (ROOT / name).exists()] == []


def test_every_command_of_ours_is_documented():
    ours = {name for name, app in get_commands().items() if app == "tournaments"}
    text = "\n".join(page.read_text() for page in PAGES)

    assert {name for name in ours if f"manage.py {name}" not in text} == set()


def test_every_make_command_is_documented():
    assert {name for name in TARGETS if f"make {name}" not in _read("CONTRIBUTING.md")} == set()


def test_help_lists_every_command_and_is_what_make_alone_says():
    said = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert set(re.findall(r"^make (\S+)", said, re.MULTILINE)) == TARGETS
    assert {
        "run",
        "kit",
        "test",
        "quick",
        "coverage",
        "test-scripts",
        "check",
        "fmt",
        "lock",
        "migration",
        "audit",
        "release",
        "sheet",
        "clean",
        "help",
    } == TARGETS


def test_the_page_of_settings_is_the_list_of_settings():
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \| (.*) \|$", _read("docs/51-settings.md"), re.M)

    assert rows == [_row(variable) for variable in environment.VARIABLES]


def _row(variable):
    default = variable.default
    if variable.kind == "flag":
        default = str(int(default))
    elif isinstance(default, list):
        default = ",".join(default)
    allowed = ", ".join(f"`{value}`" for value in variable.allowed)
    return (
        variable.name,
        "empty" if default == "" else f"`{default}`",
        variable.help + (f" ({allowed})" if allowed else ""),
    )


def test_every_dependency_says_what_it_is_for():
    page = _read("docs/90-dependencies.md")
    to_run, rest = page.split("## To keep archives in a bucket")
    for_a_bucket, rest = rest.split("## To build")
    to_build, rest = rest.split("## What these need in turn")
    in_turn, to_test = rest.split("## From npm")[0].split("## To test")
    in_turn = in_turn.split("## What browsers get")[0]
    extras = PROJECT["optional-dependencies"]

    assert _named(to_run) == _required(PROJECT["dependencies"])
    assert _named(for_a_bucket) == _required(extras["s3"])
    assert _named(to_build) == _required(extras["build"])
    assert _named(to_test) == _required(extras["dev"])
    locked = {name for name, _version in _locked("requirements-s3.txt")}
    direct = {*_named(to_run), *_named(for_a_bucket), *_named(to_build)}
    assert _named(in_turn) == sorted(locked - direct)


def _named(text):
    return re.findall(r"^\| `([\w-]+)`", text, re.MULTILINE)


def _required(requirements):
    return [re.match(r"[\w-]+", requirement).group() for requirement in requirements]


def test_every_system_package_is_documented():
    needed = set(re.findall(r"^ +need (\S+)", _read("tools/system-packages"), re.MULTILINE))
    told = _read("docs/90-dependencies.md").split("## From the system")[1]

    assert needed == {name for row in _rows(told) for name in re.findall(r"`([\w-]+)`", row)}


def _rows(text):
    """The first cells of a table."""
    return re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)


LOCKS = [
    "requirements.txt",
    "requirements-build.txt",
    "requirements-s3.txt",
    "requirements-dev.txt",
]


def test_every_package_of_npm_is_documented_with_its_licence():
    page = _read("docs/90-dependencies.md").split("## From npm")[1].split("## From the system")[0]
    told = re.findall(r"^\| `(\S+)` \| (\S.*?) \|", page, re.MULTILINE)
    locked = json.loads(_read("package-lock.json"))["packages"]
    project = json.loads(_read("package.json"))
    needed = [*sorted(project["dependencies"]), *sorted(project["devDependencies"])]

    assert told == [(name, locked[f"node_modules/{name}"]["license"]) for name in needed]


@pytest.mark.parametrize("name", LOCKS)
def test_the_lock_names_no_host(name):
    assert re.findall(r"https?://|--(?:index|find|trusted|extra-index)\S*", _read(name)) == []


def test_the_lock_of_npm_names_no_registry_and_pins_everything_with_hashes():
    packages = json.loads(_read("package-lock.json"))["packages"]
    del packages[""]

    assert packages
    assert all(
        "resolved" not in package and package["integrity"].startswith("sha512-")
        for package in packages.values()
    )


@pytest.mark.parametrize("name", LOCKS)
def test_the_lock_pins_everything_with_hashes(name):
    entries = re.split(r"\n(?=[a-z])", _read(name))[1:]

    assert entries
    assert [
        entry for entry in entries if not re.match(r"[\w.\[\],-]+==\S+ \\\n +--hash", entry)
    ] == []


def _locked(name):
    """What a lock pins: the packages with their versions."""
    return set(re.findall(r"^([\w-]+)(?:\[.*\])?==(\S+)", _read(name), re.MULTILINE))


@pytest.mark.parametrize(("smaller", "larger"), list(pairwise(LOCKS)))
def test_each_lock_adds_to_the_one_before_and_pins_the_rest_as_it_does(smaller, larger):
    assert _locked(smaller) < _locked(larger)


def test_the_lock_that_the_first_page_waits_for_has_nothing_that_only_builds():
    only_builds = _required(PROJECT["optional-dependencies"]["build"])

    assert {name for name, _version in _locked("requirements.txt")}.isdisjoint(only_builds)
    assert {name for name, _version in _locked("requirements-build.txt")} > set(only_builds)


def test_the_index_lists_every_page():
    listed = re.findall(r"\]\(([\w-]+\.md)\)", _read("docs/README.md"))

    assert sorted(listed) == sorted(
        page.name for page in (ROOT / "docs").glob("*.md") if page.name != "README.md"
    )


def test_the_changelog_begins_with_what_is_new_or_with_the_present_version():
    first, *_others = re.findall(r"^## (\S+)", _read("CHANGELOG.md"), re.MULTILINE)

    assert first in {"Unreleased", PROJECT["version"]}


@pytest.mark.parametrize("game_id", ["kalah", "einstein"])
def test_the_bot_of_the_readme_wins_most_games_against_the_random_one(game_id):
    code = re.search(r"```python\n(.*?)```", _read("README.md"), re.DOTALL).group(1)
    bots = [archive.pack("bot.py", source).data for source in (code.encode(), read("random"))]

    reports = [_game(game_id, bots, seed=bytes([number]) * 32) for number in range(9)]

    assert all(report.faults == (None, None) for report in reports)
    assert sum(report.ranks == (1, 2) for report in reports) > 4


def _game(game_id, bots, *, seed):
    seated = [SeatedBot(bot, f"bot{seat}", 1, seed=seat) for seat, bot in enumerate(bots)]
    conditions = Conditions(PRESETS["rapid"], Limits(), Isolation.BUBBLEWRAP)
    return referee.play_game(load_game(game_id), seated, Deal(seed, 1), conditions).report()


def test_what_a_bucket_takes_is_locked_beside_all_that_runs():
    pins = [set(re.findall(r"^[\w.-]+==\S+", _read(name), re.MULTILINE)) for name in LOCKS[:2]]

    assert pins[0] <= pins[1]


PRODUCTION = _read("docs/49-production.md")
UNITS = {path.name for path in (ROOT / "deploy/systemd").glob("kauri-*.service")}


def test_production_takes_ten_steps():
    steps = re.findall(r"^## (\d+)\. ", PRODUCTION, re.MULTILINE)

    assert steps == [str(number) for number in range(1, 11)]


def test_production_runs_only_commands_that_exist():
    named = re.findall(r"\bmanage ([a-z]+)", _code(PRODUCTION))

    assert {"migrate", "furnish", "doctor", "backup", "restore"} <= set(named)
    assert set(named) <= set(get_commands())


def test_production_copies_and_starts_every_part():
    copied = set(re.findall(r"deploy/systemd/(\S+)", PRODUCTION))
    started = re.findall(r"^systemctl enable --now ((?:kauri-\w+ ?)+)$", PRODUCTION, re.MULTILINE)

    assert copied == UNITS
    assert {f"{name}.service" for line in started for name in line.split()} == UNITS


def test_production_has_units_that_systemd_accepts(tmp_path):
    units = re.findall(r"^```ini\n(.*?)^```", PRODUCTION, re.MULTILINE | re.DOTALL)
    names = ("kauri-backup.service", "kauri-backup.timer", "kauri-doctor.service")
    for name, unit in zip(names, units, strict=True):
        program = unit.replace("/srv/kauri/.venv/bin/python", shutil.which("true"))
        (tmp_path / name).write_text(program.replace("/srv/kauri", str(tmp_path)))

    said = subprocess.run(
        ["systemd-analyze", "verify", *(tmp_path / name for name in names[1:])],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (said.returncode, said.stderr) == (0, "")


ORGANISERS = _read("docs/15-organisers.md")


def test_organisers_ask_questions():
    questions = re.split(r"^## (.*)\n", ORGANISERS, flags=re.MULTILINE)[1:]

    assert {one[-1] for one in questions[::2]} == {"?"}


def test_organisers_read_of_buttons_that_pages_have():
    pages = _read("locale/de/LC_MESSAGES/django.po")
    buttons = set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", ORGANISERS))

    assert len(buttons) > 8
    assert [one for one in buttons if f'\nmsgid "{one}' not in pages] == []
