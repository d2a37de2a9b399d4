"""Ladders and trials are tournaments without a format of rounds: no address chokes on them."""

from random import Random

import pytest
from django.urls import NoReverseMatch, get_resolver, reverse

from tests.tournaments.factories import NOW, BotFactory, VersionFactory, play_out, variant
from tournaments.api.urls import urlpatterns
from tournaments.models import Tournament
from tournaments.queries.tournaments import standings
from tournaments.queries.tournaments.format_input import format_input
from tournaments.services.bots import trials
from tournaments.services.tournaments import ladder, lifecycle

pytestmark = pytest.mark.django_db

NAMES = [
    name
    for name in [
        *(n for n in get_resolver().reverse_dict if isinstance(n, str)),
        *(f"api:{one.name}" for one in urlpatterns if one.name),
    ]
    if "tournament" in name or name == "api:standings"
]


def addresses(row):
    found = [f"{reverse('tournament-create')}?clone={row.slug}"]
    for name in NAMES:
        try:
            found.append(reverse(name, args=[row.slug]))
        except NoReverseMatch:
            continue
    return found


@pytest.fixture
def a_ladder():
    row = variant("einstein")
    row.ladder = True
    row.save()
    for _number in range(3):
        VersionFactory()
    ladder.tend(now=NOW, rng=Random(1))
    return Tournament.objects.get()


@pytest.fixture
def a_trial(alice):
    bot = BotFactory(owner=alice)
    old, new = VersionFactory(bot=bot), VersionFactory(bot=bot)
    config = trials.TrialConfiguration(variant=variant("einstein"), most_pairs=40)
    trials.start(challenger=new, incumbent=old, player=alice, now=NOW, config=config)
    return Tournament.objects.get()


@pytest.fixture(params=["a_ladder", "a_trial"])
def row(request):
    found = request.getfixturevalue(request.param)
    play_out(found.matches.first())
    return found


def test_every_address_of_a_tournament_is_tried(row):
    assert len(addresses(row)) >= 14


def test_every_page_and_every_answer_is_there_or_says_why_not(client, row, carol):
    client.force_login(carol)

    answers = {address: client.get(address).status_code for address in addresses(row)}

    assert set(answers.values()) <= {200, 302, 404, 405}
    assert answers[row.get_absolute_url()] in {200, 302}


def test_every_button_is_refused_or_does_nothing_wrong(client, row, carol):
    client.force_login(carol)

    answers = [client.post(address).status_code for address in addresses(row)]

    assert set(answers) <= {200, 302, 403, 404, 405, 409}


def test_looking_after_tournaments_leaves_them_as_they_are(row):
    lifecycle.advance(now=NOW)

    assert lifecycle.extendable(row) is None
    assert standings.lines(format_input(row))
    row.refresh_from_db()
    assert row.status == "running"
