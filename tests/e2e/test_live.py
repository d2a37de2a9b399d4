"""Somebody watches a slow game in a browser, and a script follows it by the same stream."""

import json
import re
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.site import eventually

SLOW = "Match.objects.filter(tournament__name='Slow Cup')"
RUNNING = f"list({SLOW}.filter(status='running').values_list('pk', flat=True))"


CUP = """
import uuid
from django.utils import timezone
import engine
from tests.e2e import bots
from tournaments.services.bots import uploads
from tournaments.services.tournaments import create
from tournaments.services.tournaments.configuration import Configuration
now = timezone.now()
owner = Player.objects.create_user("walter")
for name in ("Sedate", "Unhurried"):
    bot = uploads.create_bot(owner=owner, name=name, now=now)
    code = bots.SEDATE.replace("Sedate", name).encode()
    uploads.ship(bot=bot, data=code, games=["kalah"], now=now)
cup = Configuration(name="Slow Cup", game=engine.load_game("kalah", seeds=2), games_per_pairing=2,
                    time_control="rapid", starts_at=now)
create.create(cup, organiser=owner, versions=Version.objects.filter(bot__owner=owner),
              submission=uuid.uuid4(), now=now)
"""


@pytest.fixture(scope="module")
def match(site):
    """A match of two bots that take their time, from its first moments."""
    site.do(CUP)
    (found,) = eventually(lambda: site.query(RUNNING), what=site.story)
    return found


@pytest.fixture(scope="module")
def script(site, match):
    """All that a script is told of the match, which follows it from its first moments."""

    def follow():
        with urllib.request.urlopen(f"{site.url}/live/matches/{match}/", timeout=150) as stream:
            return stream.read().decode()

    with ThreadPoolExecutor(1) as threads:
        yield threads.submit(follow)


def test_a_visitor_sees_each_action_on_every_page_and_then_the_replay(people, match, script):
    page = people.visitor()
    for path in ("./", "tournaments/slow-cup/", f"matches/{match}/"):
        page.goto(path)
        board = page.locator(f"[data-board='{match}']")
        expect(board.locator(".live-picture svg")).to_be_visible()
        before = board.locator(".live-told").text_content()
        expect(board.locator(".live-told")).not_to_have_text(before)
    page.context.close()


def steps(page):
    """Where the page stands, and how many events it has."""
    found = re.match(r"(\d+) of (\d+)", page.locator("p.now").inner_text())
    return int(found[1]), int(found[2])


def test_one_steps_back_in_a_running_game_returns_and_then_has_its_replay(
    people, site, match, screenshots
):
    page = people.visitor(viewport={"width": 1280, "height": 900})
    page.goto(f"matches/{match}/games/2/")
    page.evaluate("window.here = true")
    expect(page.locator("#replay.ready")).to_be_visible(timeout=150_000)
    expect(page.locator("p.now")).to_contain_text(re.compile(r"^[1-9]\d* of"))

    page.keyboard.press("Home")
    expect(page.locator("#replay.behind")).to_be_visible()
    _ply, before = steps(page)
    expect(page.locator("p.now")).not_to_contain_text(f"of {before} ")
    assert steps(page)[0] == 0
    page.screenshot(path=screenshots / "live-game.png")

    page.get_by_role("link", name="Live").click()
    expect(page.locator("#replay.behind")).to_have_count(0)
    ply, last = steps(page)
    assert ply == last
    page.context.set_offline(True)
    page.context.set_offline(False)

    expect(page.get_by_role("heading", name="Record and dice")).to_be_visible(timeout=150_000)
    expect(page.get_by_role("link", name="Live")).to_have_count(0)
    assert page.evaluate("window.here")
    page.keyboard.press("End")
    expect(page.locator("p.now")).to_contain_text(re.compile("wins|a draw"))
    events = site.query(f"Game.objects.get(match={match}, number=2).record['events']")
    shown = page.evaluate("replay.timeline.events.map((one) => one.action ?? one.forfeit)")
    assert shown == [one.get("action", one.get("forfeit")) for one in events]
    page.context.close()


def test_without_scripts_the_page_of_a_running_game_shows_it(people, match):
    page = people.visitor(java_script_enabled=False)
    page.goto(f"matches/{match}/games/2/")

    expect(page.locator("#replay svg").first).to_be_visible()
    page.context.close()


def test_a_script_gets_every_event_of_the_record(site, match, script):
    text = script.result()

    events = [json.loads(one) for one in re.findall(r"event: event\ndata: (.*)", text)]
    ends = [json.loads(one) for one in re.findall(r"event: end\ndata: (.*)", text)]
    last = ends[-1]["game"]
    record = site.query(f"Game.objects.get(match={match}, number={last}).record")
    own = [event for event in events if event["game"] == last]
    told = [{k: v for k, v in one.items() if k not in {"match", "game", "n", "at"}} for one in own]
    assert told == record["events"]
    assert ends[-1]["result"] == record["result"]
    assert '"status":"finished"' in text


def test_nothing_is_left_of_a_match_that_is_over(site, match):
    eventually(lambda: site.query(RUNNING) == [], what=site.story)

    logs = Path(site.environment["KAURI_VAR"]) / "live"
    eventually(lambda: not logs.exists() or not [*logs.iterdir()], what=site.story)
