"""Every page on a desk and on a phone, by day and by night: it answers, fits, and is pictured."""

from urllib.parse import urlsplit

import pytest

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}

PUBLIC = {
    "home": "/",
    "games": "/games/",
    "rules-kalah": "/games/kalah/",
    "rules-einstein": "/games/einstein/",
    "guide": "/guide/",
    "guide-ratings": "/guide/ratings/",
    "guide-formats": "/guide/formats/",
    "leaderboards": "/leaderboards/",
    "leaderboard": "/leaderboards/einstein/",
    "bots": "/bots/",
    "head-to-head": "/bots/greedy/against/random/",
    "tournaments": "/tournaments/",
    "signup": "/accounts/signup/",
    "login": "/accounts/login/",
    "password-reset": "/accounts/password/reset/",
    "password-reset-done": "/accounts/password/reset/done/",
    "password-reset-link": "/accounts/password/reset/key/1-none/",
    "email-confirm": "/accounts/confirm-email/none/",
    "email-sent": "/accounts/confirm-email/",
    "closed": "/accounts/inactive/",
    "player-house": "/players/house/",
    "workers": "/workers/",
}
PRIVATE = {
    "account": "/accounts/",
    "logout": "/accounts/logout/",
    "email": "/accounts/email/",
    "password-change": "/accounts/password/change/",
    "reauthenticate": "/accounts/reauthenticate/",
    "second-factor": "/accounts/2fa/",
    "bot-create": "/bots/new/",
    "tournament-choose": "/tournaments/new/",
    "tournament-create": "/tournaments/new/?variant=einstein",
    "tournament-swiss": "/tournaments/new/?variant=pachisi-four&format=swiss",
}


@pytest.fixture(scope="module")
def played(site):
    """Pages of things that the opening tournament left: a bot, a version, a match, a game."""
    query = (
        "(lambda kalah, einstein, seat: {"
        "'tournament': einstein.pairing.round.tournament.get_absolute_url(),"
        "'entrants': einstein.pairing.round.tournament.get_absolute_url() + 'entrants/',"
        "'match': einstein.get_absolute_url(),"
        "'match-check': einstein.get_absolute_url() + 'verify/',"
        "'game-einstein': einstein.games.first().get_absolute_url(),"
        "'game-kalah': kalah.games.first().get_absolute_url(),"
        "'version': seat.version.get_absolute_url(),"
        "'bot': seat.version.bot.get_absolute_url(),"
        "})(*(Match.objects.filter(games__variant__game_id=game, checks=None).first()"
        "     for game in ('kalah', 'einstein')), Seat.objects.first())"
    )
    return site.query(query)


def _look(page, pages, folder, label):
    """Open each page; a list of what is wrong with it."""
    wrong = []
    for name, path in pages.items():
        answer = page.goto(path)
        page.screenshot(path=folder / f"{name}-{label}.png", full_page=True)
        if answer.status != 200:
            wrong.append(f"{path}: status {answer.status}")
        if urlsplit(page.url).path != urlsplit(path).path:
            wrong.append(f"{path}: led to {page.url}")
        excess = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        if excess > 0:
            wrong.append(f"{path}: {excess} pixels too wide")
    return wrong


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_public_pages_answer_and_fit(people, played, screenshots, size, scheme):
    width, height = SIZES[size]
    page = people.visitor(viewport={"width": width, "height": height}, color_scheme=scheme)

    wrong = _look(page, {**PUBLIC, **played}, screenshots, f"{size}-{scheme}")

    assert wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_of_ones_own_answer_and_fit(alice, screenshots, size, scheme):
    width, height = SIZES[size]
    alice.set_viewport_size({"width": width, "height": height})
    alice.emulate_media(color_scheme=scheme)

    wrong = _look(alice, PRIVATE, screenshots, f"{size}-{scheme}")

    assert wrong == []


def test_a_page_that_is_not_there_says_so(people):
    page = people.visitor()

    answer = page.goto("/bots/nobody/")

    assert answer.status == 404
    people.errors.clear()  # the browser notes every 404 in its console


def test_pages_are_readable_without_javascript(people, played):
    page = people.visitor(java_script_enabled=False)

    page.goto(played["game-einstein"])
    page.get_by_role("link", name="First").click()

    assert page.get_by_text("Before the first event.").is_visible()


def test_a_leaderboard_is_searched_without_javascript(people, played):
    page = people.visitor(java_script_enabled=False)

    page.goto("/leaderboards/einstein/")
    page.get_by_role("textbox", name="Bot").fill("gree")
    page.get_by_role("button", name="Show", exact=True).click()

    assert page.locator("#ranking tbody tr").count() == 1
    assert page.get_by_role("link", name="Greedy", exact=True).is_visible()
    page.get_by_role("link", name="Show all").click()
    assert page.locator("#ranking tbody tr").count() == 3


def test_the_administration_opens_for_staff(site, people):
    site.query("(Player.objects.create_superuser('carol', password='x-cowries-42'), 1)[1]")
    page = people.visitor()

    page.goto("/admin/")
    page.get_by_label("Username").fill("carol")
    page.get_by_label("Password").fill("x-cowries-42")
    page.get_by_role("button", name="Log in").click()

    page.get_by_role("link", name="Bots").wait_for()
