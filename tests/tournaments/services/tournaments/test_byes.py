"""Byes that entrants ask for, and entrants who come late, in a Swiss tournament."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    as_player,
    exported,
    play_round,
    play_to_the_end,
    tournament,
)
from tests.tournaments.problems import told
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import PairingSide, RequestedBye, Tournament
from tournaments.queries.tournaments import standings
from tournaments.queries.tournaments.format_input import format_input
from tournaments.services.tournaments import byes, lifecycle, registration

pytestmark = pytest.mark.django_db

HALF, ZERO = RequestedBye.Worth.HALF, RequestedBye.Worth.ZERO


def _bot(name, owner):
    return VersionFactory(bot=BotFactory(name=name, owner=owner))


@pytest.fixture
def five(alice, bob):
    return [_bot(name, bob) for name in ("Anna", "Bert", "Cleo", "Dora", "Emil")]


@pytest.fixture
def cup(five, alice):
    """Three rounds of five, of which the first has not been drawn yet."""
    return _cup(five, alice)


def _cup(versions, organiser, **options):
    return tournament(
        versions,
        organiser=organiser,
        format="swiss",
        format_options={"rounds": 3} | options,
        starts_at=NOW + timedelta(hours=1),
        registration_opens_at=NOW,
        registration_closes_at=NOW + timedelta(minutes=30),
    )


def _begin(row, versions):
    lifecycle.start(row, now=NOW)
    return {version: number for number, version in enumerate(versions)}


def _entry(row, name):
    return row.entries.get(version__bot__name=name)


def _met_in(entry, number):
    sides = PairingSide.objects.filter(pairing__entries=entry, pairing__round__number=number)
    return sides.count()


def test_who_asks_is_not_paired_for_half_a_point_and_the_others_are(cup, five, bob):
    anna = _entry(cup, "Anna")

    byes.ask(anna, number=1, worth=HALF, player=bob)
    _begin(cup, five)

    assert _met_in(anna, 1) == 1
    assert cup.matches.values("pairing").distinct().count() == 2
    assert standings.lines(format_input(cup))[0].row.points == 0.5


def test_who_asks_for_no_point_gets_none(cup, five, bob):
    byes.ask(_entry(cup, "Emil"), number=1, worth=ZERO, player=bob)

    _begin(cup, five)

    assert _met_in(_entry(cup, "Emil"), 1) == 0
    lines = {line.row.entrant.version.bot.name: line for line in standings.lines(format_input(cup))}
    assert lines["Emil"].row.points == 0


def test_the_report_tells_requested_byes_from_those_that_pairing_gave(cup, five, bob):
    byes.ask(_entry(cup, "Anna"), number=2, worth=HALF, player=bob)
    byes.ask(_entry(cup, "Bert"), number=3, worth=ZERO, player=bob)
    play_to_the_end(cup, strengths=_begin(cup, five))

    lines = exported(cup, "trf").splitlines()

    played = {
        line[14:18]: [line[98 + 10 * n] for n in range(3)] for line in lines if "001" in line[:3]
    }
    assert played["Anna"][1] == "H"
    assert played["Bert"][2] == "Z"
    assert [one for row in played.values() for one in row].count("U") == 1


@pytest.mark.parametrize(
    ("number", "worth", "words"),
    [
        (4, ZERO, "has 3 rounds"),
        (3, HALF, "no half-point bye in the last round"),
        (2, "full", "half or zero, not full"),
    ],
)
def test_a_bye_that_there_is_not_is_refused(cup, bob, number, worth, words):
    with pytest.raises(Invalid, match=words):
        byes.ask(_entry(cup, "Anna"), number=number, worth=worth, player=bob)


def test_a_round_that_is_paired_is_too_late(cup, five, bob):
    _begin(cup, five)

    with pytest.raises(Invalid, match="Round 1 is paired already"):
        byes.ask(_entry(cup, "Anna"), number=1, worth=HALF, player=bob)


def test_there_are_as_many_half_point_byes_as_the_organiser_allows(five, alice, bob):
    row = _cup(five, alice, byes=1)
    anna = _entry(row, "Anna")
    byes.ask(anna, number=1, worth=HALF, player=bob)

    with pytest.raises(Invalid, match="may ask for 1 half-point byes at the most"):
        byes.ask(anna, number=2, worth=HALF, player=bob)

    assert byes.ask(anna, number=2, worth=ZERO, player=bob)
    assert byes.ask(anna, number=1, worth=HALF, player=bob)


def test_owner_and_organiser_may_ask_and_nobody_else(cup, alice, bob):
    dave = PlayerFactory()
    anna = _entry(cup, "Anna")

    assert byes.ask(anna, number=1, worth=HALF, player=alice)
    assert byes.take_back(anna, number=1, player=bob)
    with pytest.raises(NotAllowed, match="may ask for byes"):
        byes.ask(anna, number=1, worth=HALF, player=dave)


def test_a_bye_taken_back_is_none(cup, five, bob):
    anna = _entry(cup, "Anna")
    byes.ask(anna, number=1, worth=HALF, player=bob)

    assert byes.take_back(anna, number=1, player=bob)
    assert not byes.take_back(anna, number=1, player=bob)


def test_a_round_in_which_nobody_plays_is_passed_over(cup, five, bob):
    for entry in cup.entries.all():
        byes.ask(entry, number=1, worth=HALF, player=bob)

    _begin(cup, five)

    assert cup.rounds.count() == 2
    assert cup.rounds.first().pairings.count() == 5


def test_the_page_asks_and_takes_back(client, cup, bob):
    anna = _entry(cup, "Anna")
    client.force_login(bob)
    typed = {"entrant": anna.pk, "round": 2, "worth": "half"}

    page = client.post(f"/tournaments/{cup.slug}/bye/", typed, follow=True).content.decode()
    assert "sits out round 2 for half a point" in page

    page = client.post(
        f"/tournaments/{cup.slug}/bye/", typed | {"worth": "none"}, follow=True
    ).content.decode()
    assert "sits out round 2" not in page


def test_the_page_of_the_round_says_that_the_bye_was_asked_for(client, cup, five, bob):
    byes.ask(_entry(cup, "Anna"), number=1, worth=HALF, player=bob)
    _begin(cup, five)

    page = client.get(cup.get_absolute_url()).content.decode()

    assert "(half-point bye, as requested)" in page


def test_the_api_asks_and_lists_what_was_asked(client, cup, bob):
    token = as_player(bob)
    address = f"/api/v1/tournaments/{cup.slug}/bye/"
    asked = {"entrant": "anna", "round": 2, "worth": "half"}

    done = client.post(address, asked, content_type="application/json", headers=token)
    entries = client.get(f"/api/v1/tournaments/{cup.slug}/entries/").json()
    late = client.post(
        address, asked | {"round": 3}, content_type="application/json", headers=token
    )

    assert done.status_code == 200
    wished = {row["version"]["bot"]: row["requested_byes"] for row in entries["results"]}
    assert wished["anna"] == [{"round": 2, "worth": "half"}]
    assert (late.status_code, list(told(late.json()))) == (400, ["round"])


def test_a_late_entrant_plays_from_the_next_round_on_by_its_rating(five, alice, bob):
    row = _cup(five, alice, late=1)
    strengths = _begin(row, five)
    late = _bot("Fred", bob)

    entry = registration.enter(row, late.bot, player=bob, now=NOW + timedelta(hours=2))
    play_round(row, strengths=strengths)

    assert (_met_in(entry, 1), _met_in(entry, 2)) == (0, 2)
    fred = next(line for line in exported(row, "trf").splitlines() if "Fred" in line)
    assert fred[91:99] == "0000 - Z"


@pytest.mark.parametrize(("late", "played"), [(0, 0), (1, 1)])
def test_who_would_miss_more_rounds_than_allowed_is_refused(five, alice, bob, late, played):
    row = _cup(five, alice, late=late)
    strengths = _begin(row, five)
    for _round in range(played):
        play_round(row, strengths=strengths)

    with pytest.raises(Invalid, match="is closed"):
        registration.enter(row, _bot("Fred", bob).bot, player=bob, now=NOW + timedelta(hours=2))


def test_a_late_entrant_does_not_change_the_numbers_order(five, alice, bob):
    row = _cup(five, alice, late=1)
    _begin(row, five)
    row.entries.update(rating=1_500_000)

    entry = registration.enter(row, _bot("Fred", bob).bot, player=bob, now=NOW + timedelta(hours=2))

    # Of equal ratings it comes last, as the last that has entered.
    assert [line.split()[2] for line in exported(row, "trf").splitlines() if "001 " in line][
        -1
    ] == "Fred"
    assert entry.number == 6


def test_the_page_lets_a_player_enter_late(client, five, alice, bob):
    row = _cup(five, alice, late=1)
    _begin(row, five)
    fred = _bot("Fred", bob)
    client.force_login(bob)

    assert "Bots may still enter." in client.get(row.get_absolute_url()).content.decode()
    client.post(f"/tournaments/{row.slug}/enter/", {"bot": fred.bot.slug})

    assert row.entries.filter(version=fred, provisional=False).exists()
    assert Tournament.objects.get(pk=row.pk).status == "running"
