"""The workshop's page, and the frame in which its bots run."""

import io
import json
import re
import zipfile

import pytest
from django.urls import reverse

from tests.tournaments.factories import NOW
from tournaments.services.bots import drafts
from tournaments.services.bots.drafts import Content

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def page(client):
    return client.get(reverse("workshop"))


def policy(answer):
    """The directives of an answer's policy."""
    directives = answer["Content-Security-Policy"].split("; ")
    return {name: sources.split() for name, _, sources in (d.partition(" ") for d in directives)}


def data(page):
    block = re.search(r'id="workshop-data" type="application/json">(.*?)</script>', page.text)
    return json.loads(block[1])


def test_the_page_has_a_bot_to_begin_with_opponents_and_names(page):
    told = data(page)

    assert [file["name"] for file in told["files"]] == ["bot.py"]
    assert [one["name"] for one in told["opponents"]][:3] == ["random", "greedy", "search"]
    assert "kalah-neural" not in {one["name"] for one in told["opponents"]}
    assert "legal_actions" in {name["label"] for name in told["names"]["state"]}


def test_the_query_chooses_the_variant(client):
    told = data(client.get(reverse("workshop"), {"game": "pachisi(mode=two)"}))

    assert (told["game"], told["variant"]) == ("pachisi", "pachisi(mode=two)")
    assert told["weights"] == "/static/values/pachisi-mode-two-1.bin"


def test_drafts_of_ones_own_for_the_game_are_opponents_but_not_the_open_one(client, alice, bob):
    rows = [
        drafts.create(
            Content(name=name, variant=variant, files={"bot.py": "pass"}), player=owner, now=NOW
        )
        for name, variant, owner in [
            ("Open", "kalah", alice),
            ("Other", "kalah(seeds=4)", alice),
            ("Far", "pachisi", alice),
            ("Secret", "kalah", bob),
        ]
    ]
    client.force_login(alice)

    told = data(client.get(reverse("workshop"), {"draft": rows[0].pk}))

    (rival,) = [one for one in told["opponents"] if "files" in one]
    assert (rival["name"], rival["label"]) == (f"draft-{rows[1].pk}", "Other")
    assert rival["files"] == [{"name": "bot.py", "text": "pass"}]


@pytest.mark.parametrize("game", ["chess", "kalah(seeds=0)", "kalah(", "\0"])
def test_there_is_no_workshop_of_an_unknown_game(client, game):
    assert client.get(reverse("workshop"), {"game": game}).status_code == 404


def test_the_page_itself_may_run_no_webassembly(page):
    assert "wasm" not in page["Content-Security-Policy"]
    assert "eval" not in page["Content-Security-Policy"]
    assert policy(page)["frame-src"] == ["'self'"]


def test_only_the_import_map_is_inline_and_it_has_a_nonce(page):
    nonce = re.search(r"'nonce-(.*?)'", page["Content-Security-Policy"])[1]
    imports = re.search(r'<script type="importmap" nonce="(.*?)">(.*?)</script>', page.text)

    assert imports[1] == nonce
    assert all(path.startswith("/static/") for path in json.loads(imports[2])["imports"].values())


def test_every_game_is_another_nonce(client, page):
    other = client.get(reverse("workshop"))

    assert other["Content-Security-Policy"] != page["Content-Security-Policy"]


def test_the_frame_has_no_origin_and_loads_its_own_files_alone(client):
    directives = policy(client.get(reverse("workshop-frame")))
    site = "http://testserver"

    assert directives["sandbox"] == ["allow-scripts"]
    assert directives["default-src"] == directives["base-uri"] == directives["form-action"]
    assert directives["default-src"] == ["'none'"]
    assert directives["worker-src"] == ["blob:"]
    assert directives["frame-ancestors"] == ["'self'"]
    pyodide, zipped = directives["connect-src"]
    assert re.fullmatch(rf"{site}/static/packages/pyodide-[\d.]+/", pyodide)
    assert zipped == f"{site}/workshop/sources.zip"
    own = f"{site}/static/kauri/workshop/"
    assert directives["script-src"] == [own, pyodide, "blob:", "'wasm-unsafe-eval'"]


def test_the_frame_comes_with_its_policy_each_time(client):
    address = reverse("workshop-frame")
    tag = client.get(address).headers.get("ETag", '"x"')

    again = client.get(address, headers={"If-None-Match": tag})

    assert again.status_code == 200
    assert policy(again)["frame-ancestors"] == ["'self'"]


def test_the_frame_brings_no_cookie_and_only_this_site_shows_it(client):
    answer = client.get(reverse("workshop-frame"))

    assert not answer.cookies
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


def test_the_sources_are_kept_for_ever_by_their_hash(client):
    frame = client.get(reverse("workshop-frame")).text
    address = re.search(r'data-sources="http://testserver(.*?)"', frame)[1]
    named, plain = client.get(address), client.get(reverse("workshop-sources"))

    assert "immutable" in named["Cache-Control"]
    assert plain["Cache-Control"] == "public, no-cache"
    assert named["Access-Control-Allow-Origin"] == "*"
    assert named.content == plain.content
    assert "engine/__init__.py" in zipfile.ZipFile(io.BytesIO(named.content)).namelist()


def test_a_site_without_the_packages_says_so(client, settings, tmp_path):
    settings.BROWSER_PACKAGES = tmp_path / "none"
    page = client.get(reverse("workshop"))

    assert page.status_code == 200
    assert "lacks the packages" in page.text
    assert "importmap" not in page.text
    assert client.get(reverse("workshop-frame")).status_code == 404


def test_a_games_page_leads_to_its_workshop(client):
    assert f"{reverse('workshop')}?game=einstein" in client.get("/games/einstein/").text
