"""The pages of bots and their versions."""

import pytest
from django.urls import reverse
from django.utils import timezone

from agents import samples
from agents.terms.faults import Fault
from tests.tournaments.factories import (
    GIVEN_UP,
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    check_match,
    claimed,
    outcome,
    play_all,
    tournament,
    variant,
)
from tournaments.models import Game, Match, Seat, Version
from tournaments.queries.bots import overview
from tournaments.services.playing import reports
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db

CODE = samples.read("random").decode()


@pytest.fixture
def bot(alice):
    return BotFactory(owner=alice, name="Tide pool", slug="tide-pool")


@pytest.fixture
def page(client):
    """Reads the page of a version as a player, or as a visitor."""

    def read(version, player=None):
        client.logout()
        if player:
            client.force_login(player)
        return client.get(version.get_absolute_url()).content.decode()

    return read


def refused_in_play(bot, fault):
    """A version whose check ended in a fault of seat 0 in its game of Kalah."""
    version = VersionFactory(bot=bot, status=Version.Status.CHECKING)
    match = check_match(version)
    game = Game.objects.create(match=match, number=1, variant=variant())
    for seat in range(2):
        Seat.objects.create(game=game, number=seat, version=version)
    report = outcome(game, forfeits=0, fault=fault)
    reports.report(claimed(match), game, report, now=NOW, lease=LEASE)
    version.refresh_from_db()
    return version


@pytest.mark.parametrize("name", ["bot-upload", "bot-edit"])
def test_somebody_elses_bot_is_refused_with_a_sentence(client, bot, bob, name):
    client.force_login(bob)

    answer = client.post(reverse(name, args=[bot.slug]), {"code": CODE})

    assert answer.status_code == 403
    assert "Only alice may" in answer.content.decode()


def test_the_owner_changes_what_a_bot_says_and_not_its_name(client, bot):
    client.force_login(bot.owner)

    client.post(
        reverse("bot-edit", args=[bot.slug]), {"name": "Other", "description": "New words."}
    )

    bot.refresh_from_db()
    assert (bot.name, bot.description, bot.open_to_all) == ("Tide pool", "New words.", False)


def test_a_version_asks_for_news_until_its_check_is_settled(page, bot):
    version = VersionFactory(bot=bot, status=Version.Status.CHECKING)
    check_match(version)
    assert 'hx-trigger="every 1s"' in page(version)

    version.accept()

    assert "Accepted." in page(version)
    assert "hx-trigger" not in page(version)


def test_the_owner_watches_the_check_and_then_the_first_game(page, bot, bob):
    version = VersionFactory(bot=bot, status=Version.Status.CHECKING, created_at=timezone.now())
    check = claimed(check_match(version))
    game = Game.objects.create(match=check, number=1, variant=variant())
    Seat.objects.create(game=game, number=0, version=version)
    watch = f'href="{game.get_absolute_url()}">Watch it now'
    assert watch in page(version, bot.owner)
    assert "Watch it now" not in page(version, bob)

    Match.objects.update(status=Match.Status.VOID, ended_at=NOW)
    version.accept()
    waiting = page(version, bot.owner)
    assert 'hx-trigger="every 2s"' in waiting
    assert "Watch it now" not in waiting

    row = tournament([version, VersionFactory()])
    match = claimed(Match.objects.get(tournament=row))
    watch = f'href="{match.games.get(number=1).get_absolute_url()}">Watch it now'
    assert watch in page(version, bot.owner)
    assert watch in page(version, bob)
    assert "hx-trigger" not in page(version, bob)


def test_the_owner_sees_the_traceback_and_the_position_of_the_failure(page, bot):
    fault = Fault("crash", 0, "choose() raised KeyError: 'x'.", "Traceback\n  <script>KeyError")
    version = refused_in_play(bot, fault)

    shown = page(version, bot.owner)

    assert "choose() raised KeyError: &#x27;x&#x27;." in shown
    assert "&lt;script&gt;KeyError" in shown
    assert "at event 1." in shown
    assert 'id="failure-' in shown
    assert "log of seat 0" in shown
    assert f"Log of {version}, blue" in shown


def test_a_refused_version_is_not_there_for_others(client, page, bot, bob):
    VersionFactory(bot=bot)
    version = refused_in_play(bot, Fault("crash", 0, "choose() raised KeyError.", "Traceback"))

    for visitor in (None, bob):
        assert "There is no such page" in page(version, visitor)
        assert "Version 2" not in client.get(bot.get_absolute_url()).content.decode()


def test_a_refused_version_does_not_hide_the_accepted_one(client, bot, carol):
    VersionFactory(bot=bot)
    refused_in_play(bot, Fault("crash", 0, "choose() raised KeyError.", "Traceback"))

    for viewer in (None, bot.owner, carol):
        if viewer:
            client.force_login(viewer)
        for address in (reverse("bots"), bot.get_absolute_url()):
            page = client.get(address).content.decode()
            assert "versions/1/" in page
            assert "KeyError" not in page
        listed = client.get(reverse("bots")).content.decode()
        assert "versions/2/" not in listed


def test_the_owner_and_staff_see_refused_versions_on_the_bots_page_and_who_plays(
    client, bot, carol
):
    VersionFactory(bot=bot)
    refused_in_play(bot, Fault("crash", 0, "It crashed."))

    for viewer in (bot.owner, carol):
        client.force_login(viewer)
        page = client.get(bot.get_absolute_url()).content.decode()
        assert "Version 2 was refused." in page
        assert ">version 1</a>." in page


def test_what_is_new_in_a_version_stands_beside_it(client, bot):
    client.force_login(bot.owner)
    given = {"code": CODE, "notes": "Looks <b>further</b>."}

    client.post(reverse("bot-upload", args=[bot.slug]), given)

    page = client.get(bot.get_absolute_url()).content.decode()
    assert "Looks &lt;b&gt;further&lt;/b&gt;." in page
    assert "further" in client.get(bot.versions.get().get_absolute_url()).content.decode()


def test_staff_see_why_a_version_was_refused(page, bot, carol):
    version = refused_in_play(bot, Fault("crash", 0, "choose() raised KeyError.", "Traceback"))

    assert "KeyError" in page(version, carol)


def test_a_bot_that_could_not_be_loaded_shows_its_reason_without_a_game(page, bot):
    version = VersionFactory(
        bot=bot,
        status=Version.Status.REFUSED,
        refusal=Sentence(
            "bot-fault", kind="load", summary="bot.py has no Bot class.", detail="line 3"
        ),
    )

    shown = page(version, bot.owner)

    assert "bot.py has no Bot class." in shown
    assert "line 3" in shown
    assert "The position where it failed" not in shown


def void_check(version):
    match = check_match(version)
    match.status, match.void_reason = Match.Status.VOID, GIVEN_UP
    match.save()
    version.leave_unchecked()


def test_a_void_check_is_the_platforms_fault_and_its_owner_can_have_another(client, page, bot):
    version = VersionFactory(bot=bot, status=Version.Status.CHECKING)
    void_check(version)
    assert "Not checked, because the platform failed." in page(version, bot.owner)

    answer = client.post(reverse("version-recheck", args=[bot.slug, version.number]))

    assert answer.url == version.get_absolute_url()
    assert version.checks.last().status == Match.Status.QUEUED
    assert "Being checked." in page(version, bot.owner)


def test_nobody_else_can_have_a_version_checked_again(client, bot, bob):
    version = VersionFactory(bot=bot, status=Version.Status.CHECKING)
    void_check(version)
    client.force_login(bob)

    answer = client.post(reverse("version-recheck", args=[bot.slug, version.number]))

    assert answer.status_code == 403
    assert version.checks.count() == 1


def test_looking_at_the_address_of_a_recheck_changes_nothing(client, bot):
    version = VersionFactory(bot=bot, status=Version.Status.CHECKING)
    void_check(version)
    client.force_login(bot.owner)

    answer = client.get(reverse("version-recheck", args=[bot.slug, version.number]))

    assert answer.status_code == 405
    assert version.checks.count() == 1


def test_the_owner_and_staff_download_the_code(client, bot, carol):
    version = VersionFactory(bot=bot)

    for player in (bot.owner, carol):
        client.force_login(player)
        answer = client.get(reverse("version-code", args=[bot.slug, version.number]))
        assert b"".join(answer.streaming_content) == version.read_archive()
        assert answer["Content-Disposition"] == 'attachment; filename="tide-pool-v1.zip"'


def test_the_code_is_private_though_the_bot_is_open_to_all(client, bot, bob):
    version = VersionFactory(bot=bot)
    client.force_login(bob)

    answer = client.get(reverse("version-code", args=[bot.slug, version.number]))

    assert answer.status_code == 403
    assert "Only alice may see the code of Tide pool v1." in answer.content.decode()


def test_a_search_finds_bots_by_name_owner_and_description(client, bot):
    BotFactory(name="Sand", slug="sand", description="likes tides")
    BotFactory(name="Rock", slug="rock")

    def found(words):
        return [row.name for row in client.get(reverse("bots"), {"q": words}).context["page"]]

    assert found("TIDE") == ["Sand", "Tide pool"]
    assert found("tide alice") == ["Tide pool"]
    assert found("") == ["Rock", "Sand", "Tide pool"]


@pytest.mark.parametrize("most", [0, 1, 1000])
def test_a_search_finds_the_same_whether_a_word_leads_to_few_or_to_many(bot, monkeypatch, most):
    for name in ("Sand", "Rock 100%", "Rock_100"):
        BotFactory(name=name, description="likes tides")
    BotFactory(name="Gone tide", slug="gone", hidden_at=NOW)
    monkeypatch.setattr(overview, "FEW", most)

    def found(words):
        return [row.name for row in overview.search(words)]

    assert found("tides") == ["Rock 100%", "Rock_100", "Sand"]
    assert found("ck tides") == ["Rock 100%", "Rock_100"]
    assert found("100%") == ["Rock 100%"]
    assert found("k_1") == ["Rock_100"]
    assert found("ALICE") == ["Tide pool"]


def test_a_search_of_any_length_is_answered(client, bot):
    answer = client.get(reverse("bots"), {"q": "tide " + "i " * 2000})

    assert [row.name for row in answer.context["page"]] == ["Tide pool"]


def test_a_search_without_result_says_so_in_escaped_words(client):
    page = client.get(reverse("bots"), {"q": "<b>x"}).content.decode()

    assert "No bot matches “&lt;b&gt;x”." in page


def test_what_a_bot_says_of_itself_is_text_and_never_code(client, bot):
    bot.description = "<script>alert(1)</script>"
    bot.save()

    page = client.get(bot.get_absolute_url()).content.decode()

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page


def test_a_bot_shows_its_last_games(client, bot):
    other = VersionFactory(bot__name="Rock")
    play_all(tournament([VersionFactory(bot=bot), other], games_per_pairing=4))

    answer = client.get(bot.get_absolute_url())

    assert [seat.game.seats.count() for seat in answer.context["seats"]] == [2] * 4


def test_checks_are_not_among_the_last_games(client, bot):
    refused_in_play(bot, Fault("crash", 0, "It crashed."))

    assert not client.get(bot.get_absolute_url()).context["seats"]


def test_the_list_takes_as_many_queries_for_many_bots(client, django_assert_max_num_queries):
    for _number in range(12):
        VersionFactory()

    with django_assert_max_num_queries(4):
        client.get(reverse("bots"))


def test_a_page_of_the_list_that_is_none_is_the_first(client, bot):
    assert list(client.get(reverse("bots"), {"page": "x"}).context["page"]) == [bot]
