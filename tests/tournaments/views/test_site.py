"""What all pages share, the first page, the games, the guide, and the pages of errors."""

import re
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

import engine
from agents.terms.limit_facts import FACTS
from agents.terms.limits import Limits
from engine import svg
from engine.canvas import colours
from tests.tournaments.factories import CRASHED, VersionFactory, play_all, tournament, variant
from tournaments.models import Host
from tournaments.queries.games import lessons
from tournaments.views import documents, positions

pytestmark = pytest.mark.django_db

STATIC = Path(settings.BASE_DIR) / "tournaments" / "static" / "kauri"
PUBLIC = ["home", "games", "guide", "leaderboards", "bots", "tournaments", "login", "signup"]
INLINE = re.compile(
    r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:", re.IGNORECASE
)


def text(answer):
    return answer.content.decode()


def make_once():
    """A tournament that has been played, so that no page is empty."""
    return play_all(tournament([VersionFactory(bot__name="Anna"), VersionFactory()]))


@pytest.fixture
def played(made):
    return made


@pytest.mark.parametrize("name", PUBLIC)
def test_a_page_is_whole_on_an_empty_site(client, name):
    answer = client.get(reverse(name))

    assert answer.status_code == 200
    assert text(answer).count("<h1") == 1
    assert '<main id="main"' in text(answer)


@pytest.mark.parametrize("name", PUBLIC)
def test_a_page_has_nothing_inline_that_the_policy_would_refuse(client, played, name):
    assert not INLINE.search(text(client.get(reverse(name))))


def test_every_answer_carries_the_policy(client):
    policy = client.get(reverse("home"))["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_times_are_in_the_zone_that_the_browser_tells_or_else_in_the_sites(client, settings):
    zone = ZoneInfo("Europe/Berlin")
    settings.ENVIRONMENT = {**settings.ENVIRONMENT, "KAURI_TIME_ZONE": zone}
    of_site = text(client.get(reverse("home")))
    client.cookies["timezone"] = "Asia/Tokyo"

    assert "Times are in Europe/Berlin." in of_site
    assert "Times are in Asia/Tokyo." in text(client.get(reverse("home")))


def test_the_menu_says_where_one_is(client):
    page = text(client.get(reverse("games")))

    assert f'<a href="{reverse("games")}" aria-current="page">Games</a>' in page
    assert page.count("aria-current") == 1


@pytest.mark.parametrize("name", PUBLIC)
def test_every_page_says_when_bots_run_without_isolation(client, settings, name):
    settings.ISOLATION = "none"

    assert "Bots run here without isolation." in text(client.get(reverse(name)))


@pytest.mark.parametrize("name", ["admin:index", "api:docs"])
def test_so_do_the_pages_that_are_not_of_our_making(client, settings, carol, name):
    settings.ISOLATION = "none"
    client.force_login(carol)

    assert "Bots run here without isolation." in text(client.get(reverse(name)))


@pytest.mark.parametrize(("ago", "said"), [(5, True), (300, False)])
def test_one_worker_without_isolation_is_enough_while_it_lives(client, ago, said):
    seen = timezone.now() - timedelta(seconds=ago)
    Host.objects.create(name="careless", isolation="none", started_at=seen, seen_at=seen)

    assert ("without isolation" in text(client.get(reverse("home")))) == said


@pytest.mark.parametrize("name", ["home", "admin:index", "api:docs"])
def test_no_page_says_so_when_bots_are_caged(client, carol, name):
    client.force_login(carol)

    assert "without isolation" not in text(client.get(reverse(name)))


def test_the_first_page_shows_what_goes_on(client, played):
    answer = client.get(reverse("home"))

    assert list(answer.context["tournaments"]) == [played]
    assert [len(rows) for _variant, rows in answer.context["tops"]] == [2]
    assert "Anna" in text(answer)


def test_a_running_tournament_comes_before_later_ones(client, played):
    versions = [VersionFactory(), VersionFactory()]
    later = [
        tournament(versions, starts_at=timezone.now() + timedelta(days=day)) for day in range(1, 7)
    ]
    running = tournament(versions, name="Now")

    shown = list(client.get(reverse("home")).context["tournaments"])

    assert shown == [running, *later[:1:-1]]


def test_only_accepted_bots_are_news(client):
    VersionFactory(
        bot__name="Rejected",
        status="refused",
        refusal=CRASHED,
    )

    assert "Rejected" not in text(client.get(reverse("home")))


@pytest.mark.parametrize("game", [info.id for info in engine.games()])
def test_a_game_shows_its_rules_its_board_and_every_option(client, game):
    board = variant(game)

    page = text(client.get(reverse("specification", args=[game])))

    (info,) = [info for info in engine.games() if info.id == game]
    assert "<h1 id=" in page
    assert f'id="{game}-' in page
    assert board.get_absolute_url() in page
    assert all(f"<code>{option.name}</code>" in page for option in info.options)


def test_the_pictures_of_the_rules_are_drawn_on_the_page(client):
    page = text(client.get(reverse("specification", args=["kalah"])))

    assert page.count('class="k-figure"') == 2
    assert 'id="k-kalah-game-pit-0-3"' in page


@pytest.mark.parametrize("game", [info.id for info in engine.games()])
def test_a_person_reads_the_rules_on_one_page_with_pictures(client, game):
    page = text(client.get(reverse("game-rules", args=[game])))

    assert page.count('class="k-picture') == len(lessons.primer(game).rules)
    assert reverse("lesson", args=[game, 1]) in page
    assert ">>>" not in page


@pytest.mark.parametrize("route", ["game-rules", "specification"])
def test_a_game_that_is_not_played_here_is_not_found(client, route):
    assert client.get(reverse(route, args=["chess"])).status_code == 404


def lesson(client, number, **query):
    return client.get(reverse("lesson", args=["kalah", number], query=query))


def test_a_right_answer_leads_to_the_next_lesson(client):
    page = lesson(client, 1, action="D")

    assert "you move again" in text(page)
    assert reverse("lesson", args=["kalah", 2]) in text(page)
    assert page.context["choices"] == []


@pytest.mark.parametrize(("action", "said"), [("A", True), ("", False), ("Z", False), ("h", False)])
def test_another_answer_leaves_the_position_to_try_again(client, action, said):
    page = lesson(client, 1, action=action)

    assert ("Not this one." in text(page)) == said
    assert len(page.context["choices"]) == 6


def test_the_last_lesson_leads_to_a_game(client):
    assert reverse("play-start") in text(lesson(client, 5, action="C"))


def test_there_is_no_sixth_lesson(client):
    assert lesson(client, 6).status_code == 404


def test_the_picture_of_a_game_is_always_the_same():
    game = engine.load_game("einstein")

    assert str(positions.typical(game, actions=5)) == str(positions.typical(game, actions=5))


def test_the_picture_on_a_card_is_in_the_language_of_its_reader():
    game = engine.load_game("einstein")

    english = positions.card(game)
    with override("de"):
        assert positions.card(game) != english
    assert positions.card(game) == english


def test_the_dark_boards_of_the_pages_are_those_of_the_engine():
    css = (STATIC / "board-colours.css").read_text()
    for info in engine.games():
        state = positions.typical(engine.load_game(info.id), actions=6)
        for light, dark in zip(_paints(state, dark=False), _paints(state, dark=True), strict=True):
            if light != dark and dark[0] != "k-ground":
                assert "{}{{fill:{};stroke:{};".format(*dark) in re.sub(r"\s", "", css), dark


def test_seats_have_the_colours_of_their_pieces_everywhere():
    css = re.sub(r"\s", "", (STATIC / "seat-colours.css").read_text())
    light, dark = css.split("@media(prefers-color-scheme:dark)")
    for info in engine.games():
        for look in svg.seat_looks(engine.load_game(info.id)):
            for kind in look.kinds:
                fill, stroke, dark_fill, dark_stroke = colours(kind)
                assert f".tone-{kind}{{--tone:{fill};--rim:{stroke};}}" in light
                assert f".tone-{kind}{{--tone:{dark_fill};--rim:{dark_stroke};}}" in dark


def _paints(state, *, dark):
    """The class, fill and stroke of every shape of a picture."""
    return re.findall(
        r'class="(k-[\w-]+)"[^>]* fill="([^"]+)" stroke="([^"]+)"', svg.draw(state, dark=dark)
    )


def test_the_guide_is_a_page_of_the_docs(client):
    page = text(client.get(reverse("guide")))

    assert '<article class="prose"><h1' in page.replace("\n", "").replace("  ", "")
    assert "from kauri.sdk import Bot" in page


def test_the_guide_shows_the_limits_that_hold_here(client, settings):
    settings.LIMITS = Limits(memory_bytes=128 << 20, startup_seconds=7)

    page = text(client.get(reverse("guide")))

    assert "<td>128 MiB</td>" in page
    assert "<td>7 s</td>" in page
    assert all(f'<th scope="row">{fact.title}</th>' in page for fact in FACTS)


def test_a_document_keeps_what_is_harmless(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# A *title*\n\n[rules](30-kalah.md#end) [code](../engine/games/kalah/rules.py) "
        "[away](https://example.org/) [odd](javascript:alert(1)) ![A board](board.png)\n\n"
        "<script>alert(1)</script>\n\n| a |\n|---|\n| b |\n"
    )

    html = documents.render(page)

    assert '<h1 id="a-title">A <em>title</em></h1>' in html
    assert f'<a href="{reverse("specification", args=["kalah"])}#end">rules</a>' in html
    assert '<a href="https://example.org/">away</a>' in html
    assert html.count("<a ") == 2
    assert "<img" not in html
    assert "<script" not in html
    assert '<div class="table-box" tabindex="0"' in html


def test_an_address_that_leads_nowhere_is_named(client):
    answer = client.get("/no/such/<b>page</b>")

    assert answer.status_code == 404
    assert "/no/such/&lt;b&gt;page&lt;/b&gt;" in text(answer)


def test_a_form_without_its_token_is_asked_for_again(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)

    answer = client.post(reverse("bot-create"), {"name": "Newcomer"})

    assert answer.status_code == 403
    assert "Please send that form again" in text(answer)


def test_a_broken_page_takes_the_blame(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("tournaments.queries.ratings.leaderboards.tops", lambda **_limit: 1 // 0)

    answer = client.get(reverse("leaderboards"))

    assert answer.status_code == 500
    assert "Something broke on our side" in text(answer)


def test_a_request_that_cannot_be_read_is_answered_in_words(client):
    answer = client.get("/", headers={"host": "not an address"})

    assert answer.status_code == 400
    assert "This request cannot be read" in text(answer)


def test_a_form_that_is_too_large_is_answered_in_words(client, alice, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    client.force_login(alice)

    answer = client.post(reverse("bot-create"), {"name": "Newcomer", "code": "#" * 1001})

    assert answer.status_code == 413
    assert "says how large an upload may be" in text(answer)


@pytest.mark.parametrize("name", documents.SHOWN)
def test_the_guide_shows_every_page_that_it_names(client, name):
    assert reverse("guide-page", args=[name]) in client.get(reverse("guide")).content.decode()

    page = client.get(reverse("guide-page", args=[name])).content.decode()

    assert f"<title>{documents.title(documents.SHOWN[name])}" in page
    assert not INLINE.search(page)


def test_the_guide_has_no_other_pages(client):
    assert client.get(reverse("guide-page", args=["passwords"])).status_code == 404


def test_the_leaderboards_explanation_is_where_the_link_leads(client):
    page = client.get(reverse("guide-page", args=["ratings"])).content.decode()

    assert 'id="how-sure-a-rating-is"' in page


def test_a_form_without_a_session_leads_back_to_its_own_page(client):
    bot = VersionFactory().bot
    address = reverse("bot-hide", args=[bot.slug])
    page = f"http://testserver{bot.get_absolute_url()}"

    from_here = client.post(address, headers={"Referer": page})
    from_elsewhere = client.post(address, headers={"Referer": "https://elsewhere.example/"})

    assert from_here.url == f"{reverse('login')}?{urlencode({'next': page}, safe='/')}"
    assert from_elsewhere.url == f"{reverse('login')}?next=/"
