"""What players could do to each other and to the site by what tournaments are made of."""

import base64
import io
import json
import re
import uuid
import zipfile
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    as_player,
    claimed,
    exported,
    outcome,
    play_all,
    tournament,
    variant,
)
from tests.tournaments.problems import told
from tournaments.errors import Invalid
from tournaments.models import Entry, Tournament
from tournaments.services.playing import reports
from tournaments.services.tournaments import create, ladder, lifecycle, registration, withdrawals
from tournaments.services.tournaments.configuration import MAX_OPENINGS

pytestmark = pytest.mark.django_db

API = "/api/v1/"
HOUR = timedelta(hours=1)
HUGE = 2**63


def send(client, player, path, **body):
    """A request to the API with the player's token."""
    return client.post(
        f"{API}{path}",
        json.dumps(body),
        content_type="application/json",
        headers=as_player(player),
    )


def held(client, player, **terms):
    """The answer to a tournament of two new bots."""
    versions = [VersionFactory(), VersionFactory()]
    given = {"name": "Cup", "variant": "kalah", "entrants": [one.bot.slug for one in versions]}
    return send(client, player, "tournaments/", **given | terms)


@pytest.fixture
def cup(carol):
    """Carol's tournament, for which registration is open."""
    return tournament(
        [VersionFactory(), VersionFactory()],
        organiser=carol,
        starts_at=NOW + 2 * HOUR,
        registration_opens_at=NOW - HOUR,
        registration_closes_at=NOW + HOUR,
    )


@pytest.fixture
def bot(alice):
    return VersionFactory(bot=BotFactory(owner=alice)).bot


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles"])
def test_no_tournament_is_so_far_away_that_pages_cannot_tell_its_time(client, alice, moment, zone):
    answer = held(client, alice, starts_at=moment)
    client.cookies["timezone"] = zone

    assert "within 100 years" in told(answer.json())["starts_at"][0]
    assert client.get(reverse("tournaments")).status_code == 200


def test_nor_is_its_registration(client, alice):
    times = {"registration_opens_at": "0001-01-01T00:00:00Z", "starts_at": timezone.now() + HOUR}
    times["starts_at"] = times["registration_closes_at"] = times["starts_at"].isoformat()

    assert "within 100 years" in str(held(client, alice, **times).json())


@pytest.mark.parametrize("name", ["two\nlines", "\x1b[31mred", "turned\u202earound", "\u200b"])
def test_a_name_that_would_break_or_turn_a_line_is_refused(client, alice, name):
    assert "one line" in told(held(client, alice, name=name).json())["name"][0]


def test_a_name_of_old_that_has_lines_adds_none_to_the_files_of_results():
    row = tournament([VersionFactory() for _ in range(3)], format="swiss")
    play_all(row)
    row.name = 'Cup\r\n001    1      Forged"]\n[White "Forged'

    report, results = exported(row, "trf"), exported(row, "pgn")

    assert len(re.findall(r"^001 ", report, re.MULTILINE)) == 3
    assert "\n[White \\" not in results


def test_the_address_of_a_private_tournament_is_none_that_others_find_taken(client, alice, bob):
    hidden = held(client, alice, name="Secret Cup", access="private")

    open_one = held(client, bob, name="Secret Cup")

    assert re.fullmatch(r"secret-cup-[0-9a-f]{12}", hidden.json()["slug"])
    assert open_one.json()["slug"] == "secret-cup"


def test_variants_that_only_private_tournaments_play_are_for_those_who_see_these(client, alice):
    held(client, alice, variant="kalah(seeds=5)", access="private")
    address = f"{API}variants/?rated=false"

    to_others = client.get(address)
    to_her = client.get(address, headers=as_player(alice))

    assert to_others.json()["count"] == 0
    assert to_her.json()["results"][0]["variant"] == "kalah(seeds=5)"


def test_who_was_withdrawn_cannot_leave_and_enter_again(cup, bot, alice, carol):
    entry = registration.enter(cup, bot, player=alice, now=NOW)
    withdrawals.withdraw(entry, player=carol, now=NOW)

    assert not registration.leave(entry, player=alice, now=NOW)
    with pytest.raises(Invalid, match=r"was taken out of Autumn Cup\. Withdrawn by carol"):
        registration.enter(cup, bot, player=alice, now=NOW)


def test_a_bot_of_which_two_versions_were_chosen_can_be_entered_once_more(carol, bot, alice):
    versions = [bot.versions.get(), VersionFactory(bot=bot)]
    times = {"registration_opens_at": NOW - HOUR, "registration_closes_at": NOW + HOUR}
    row = tournament(versions, organiser=carol, starts_at=NOW + HOUR, **times)

    assert registration.enter(row, bot, player=alice, now=NOW) in row.entries.all()
    assert row.entries.count() == 2


def test_nobody_comes_or_goes_who_has_read_of_it_before_it_started(cup, bot, alice, carol):
    entry = registration.enter(cup, bot, player=alice, now=NOW)
    as_read = Entry.objects.select_related("tournament", "version__bot__owner").get(pk=entry.pk)
    late = VersionFactory(bot=BotFactory(owner=alice)).bot
    lifecycle.start_now(Tournament.objects.get(pk=cup.pk), player=carol, now=NOW)

    assert not registration.leave(as_read, player=alice, now=NOW)
    with pytest.raises(Invalid, match="is closed"):
        registration.enter(cup, late, player=alice, now=NOW)
    assert cup.entries.count() == 3


def test_what_a_co_organiser_may_not_do_leaves_no_half_of_it(client, cup, alice, bob):
    cup.co_organisers.add(alice)

    answer = send(
        client, alice, f"tournaments/{cup.slug}/people/", invited=["bob"], co_organisers=["bob"]
    )

    assert answer.status_code == 403
    assert not cup.invited.exists()


def test_nobody_can_have_openings_drawn_without_end(alice):
    two = [VersionFactory(), VersionFactory()]

    with pytest.raises(Invalid, match=f"at most {MAX_OPENINGS:,} are drawn"):
        tournament(two, organiser=alice, games_per_pairing=2 * MAX_OPENINGS + 4)


def test_games_of_tournaments_that_are_to_start_count_as_those_that_wait(alice, monkeypatch):
    monkeypatch.setattr(create, "MAX_WAITING", 8)
    terms = {"organiser": alice, "games_per_pairing": 4, "starts_at": NOW + HOUR}
    two = [VersionFactory(), VersionFactory()]
    for _number in range(2):
        tournament(two, **terms)

    with pytest.raises(Invalid, match="Your tournaments have 8 waiting games"):
        tournament(two, **terms)


@pytest.mark.parametrize("page", ["game", "game-record", "match"])
def test_a_number_that_no_column_holds_is_that_of_no_match(client, page):
    keys = [HUGE] if page == "match" else [HUGE, 1]

    assert client.get(reverse(page, args=keys)).status_code == 404


@pytest.mark.parametrize("slug", ["", "%00", "none-of-this-name"])
def test_what_cannot_be_cloned_is_not_found(client, alice, slug):
    client.force_login(alice)

    assert client.get(f"{reverse('tournament-create')}?clone={slug}").status_code == 404


def test_a_bot_whose_name_has_a_nul_is_not_found(client, cup, alice):
    client.force_login(alice)

    answer = client.post(reverse("tournament-enter", args=[cup.slug]), {"bot": "a\0b"})

    assert answer.status_code == 404


@pytest.mark.parametrize("kind", ["csv", "json", "jsonl", "pgn"])
def test_of_a_ladder_that_never_ends_there_are_no_files(client, kind):
    kalah = variant("kalah")
    kalah.ladder = True
    row = ladder.settle(kalah, now=NOW)

    page = client.get(reverse("tournament-export", args=[row.slug, kind]))
    answer = client.get(f"{API}tournaments/{row.slug}/results/{kind}/")

    assert page.status_code == answer.status_code == 404
    assert answer.json()["detail"].endswith("there is none at all.")


def addresses(patterns, prefix="/"):
    """Every address of the site, with something in the place of each parameter."""
    for one in patterns:
        route = prefix + re.sub(r"<(\w+):\w+>", lambda kind: STAND_INS[kind[1]], str(one.pattern))
        if hasattr(one, "url_patterns"):
            yield from addresses(one.url_patterns, route)
        else:
            yield route


STAND_INS = {"int": "1", "slug": "one", "str": "one", "path": "one"}


@pytest.fixture
def between(alice, settings):
    """Two matches with dice of which the first game is over, and the second still to be played.

    The second one was queued again: it has two seeds, the first one is that of the first game.
    Whoever looks for them asks more often than people read.
    """
    settings.VIEWS_A_MINUTE = 0
    versions = [VersionFactory(), VersionFactory()]
    cups = [tournament(versions, organiser=alice, key="einstein") for _ in range(2)]
    matches = [claimed(row.matches.get()) for row in cups]
    for match in matches:
        first = match.games.get(number=1)
        reports.report(match, first, outcome(first), now=NOW, lease=LEASE)
    matches[1].hand_back(now=NOW)
    claimed(matches[1])
    return matches


@pytest.mark.once
@pytest.mark.parametrize("who", ["visitor", "organiser", "owner", "staff"])
def test_no_address_tells_the_seed_between_two_games_of_its_match(
    client, between, alice, carol, who
):
    owner = between[0].games.get(number=1).seats.first().version.bot.owner
    players = {"organiser": alice, "owner": owner, "staff": carol}
    if who in players:
        carol.is_superuser = True
        carol.save()
        client.force_login(players[who])
    spellings = [
        spelling
        for match in between
        for seed in match.seeds
        for spelling in (seed.hex(), base64.b64encode(seed).decode(), repr(seed)[2:-1])
    ]
    # Lists of all matches are the same for both, and are asked for once.
    asked = dict.fromkeys(
        re.sub(r"^(/api/v1)?/tournaments/one/", rf"\1/tournaments/{match.tournament.slug}/", one)
        .replace("/matches/1/", f"/matches/{match.pk}/")
        .replace("results/one/", "results/json/")
        for match in between
        for one in [*addresses(get_resolver().url_patterns), *administered(match)]
        if "(" not in one and not one.startswith(("/static", "/api/v1/docs"))
    )

    told = {one: client.get(one) for one in asked}

    for match in between:
        assert told[f"/matches/{match.pk}/games/1/record/"].json()["dice"]["seed"] is None
    assert [
        one
        for one, answer in told.items()
        if any(spelling in text_of(answer) for spelling in spellings)
    ] == []


def text_of(answer):
    """What an answer says, byte by byte; of an archive what is in its files."""
    said = io.BytesIO(answer.getvalue())
    if not zipfile.is_zipfile(said):
        return said.getvalue().decode("latin-1")
    with zipfile.ZipFile(said) as files:
        return "\n".join(files.read(name).decode("latin-1") for name in files.namelist())


def administered(match):
    """What the administration shows of a match and of what belongs to it."""
    game = match.games.get(number=1)
    rows = (match, game, game.seats.first(), match.tournament, match.pairing)
    return [
        reverse(f"admin:tournaments_{row._meta.model_name}_change", args=[row.pk]) for row in rows
    ]


def sent_by_another_site():
    skipped = ("/admin/", "/api/v1/one", "/api/v1/schema", "/api/v1/docs", "/static", "/favicon")
    found = addresses(get_resolver().url_patterns)
    return [one for one in found if not one.startswith(skipped) and "(" not in one]


@pytest.mark.once
def test_no_address_takes_a_form_that_another_site_has_sent(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)

    statuses = {
        one: client.post(one, "{}", content_type="application/json").status_code
        for one in sent_by_another_site()
    }

    # A token is given for a name and a password, whoever has a session.
    assert statuses.pop(f"{API}token/") == 400
    # A language is a cookie of the reader's own.
    assert statuses.pop("/language/") == 302
    # Programs for mail end it by an address with a key, without any session.
    assert statuses.pop("/notices/end/") == 404
    assert len(statuses) > 90
    assert {one: status for one, status in statuses.items() if status != 403} == {}


def test_a_variant_of_nobody_is_listed(client):
    variant("kalah(seeds=5)", rated=False)

    assert client.get(f"{API}variants/").json()["count"] == 1


def test_the_same_submission_of_another_player_is_another_tournament(client, alice, bob):
    submission = str(uuid.uuid4())

    slugs = [held(client, one, submission=submission).json()["slug"] for one in (alice, bob)]

    assert slugs == ["cup", "cup-2"]
