"""A game that staff void: on its pages, in the API, in the ledger, and in what goes on."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    claimed,
    outcome,
    play_all,
    play_round,
    play_to_the_end,
    tournament,
)
from tests.tournaments.problems import codes
from tests.tournaments.services.playing.test_concurrency import in_threads
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Game, LedgerEntry, Rating, StaffAction, TournamentTable
from tournaments.queries.games import matches
from tournaments.queries.ratings import history
from tournaments.queries.tournaments import rounds, standings
from tournaments.queries.tournaments.format_input import format_input
from tournaments.services.playing import reports
from tournaments.services.ratings import fits, ledger, voiding
from tournaments.services.tournaments import lifecycle

pytestmark = pytest.mark.django_db

WHY = "The worker's clock was wrong."
JSON = "application/json"


def make_once():
    versions = [VersionFactory(bot=BotFactory(name=name)) for name in ("Greedy", "Search")]
    return play_all(tournament(versions))


@pytest.fixture
def cup(made):
    return made


@pytest.fixture
def game(cup):
    return Game.objects.get(match__tournament=cup, number=1)


def void(client, game, reason=WHY):
    address = reverse("game-void", args=[game.match_id, game.number])
    return client.post(address, {"reason": reason}, follow=True)


def test_staff_void_a_game_by_its_page_and_everybody_reads_why(client, cup, game, carol):
    client.force_login(carol)
    assert "Void this game…" in client.get(game.get_absolute_url()).content.decode()

    assert void(client, game).status_code == 200

    client.logout()
    leaderboard = cup.variant.get_absolute_url()
    for address in (game.get_absolute_url(), game.match.get_absolute_url(), leaderboard):
        page = client.get(address).content.decode()
        assert "The worker&#x27;s clock was wrong." in page
        assert "Void this game…" not in page
    assert "takes back what each of them changed" in client.get(leaderboard).content.decode()
    assert "game 1 void" in client.get(cup.get_absolute_url()).content.decode()
    bot = game.seats.first().version.bot
    assert ">void</span>" in client.get(bot.get_absolute_url()).content.decode()


def test_without_a_reason_it_stands_and_the_page_says_what_is_missing(client, game, carol):
    client.force_login(carol)

    assert "Say why: everybody will read it." in void(client, game, " ").content.decode()

    assert Game.objects.get(pk=game.pk).voided_at is None


def test_nobody_else_sees_the_form_or_may_use_it(client, game, alice):
    client.force_login(alice)

    assert "Void this game" not in client.get(game.get_absolute_url()).content.decode()
    assert void(client, game).status_code == 403
    assert Game.objects.get(pk=game.pk).voided_at is None


def test_a_leaderboard_without_voided_games_speaks_of_none(client, cup):
    assert "Voided games" not in client.get(cup.variant.get_absolute_url()).content.decode()


def test_the_points_of_a_round_leave_a_void_game_out(cup, game, carol):
    voiding.void([game], player=carol, reason=WHY, now=NOW)

    (meeting,) = rounds.pairings_of_matches(cup.matches.all())

    assert sum(points for _entry, points in meeting.sides) == 1
    assert [points for _game, points in meeting.matches[0][1]].count(None) == 1


def test_the_api_voids_and_history_shows_the_correction(client, cup, game, carol, alice):
    address = f"/api/v1/matches/{game.match_id}/games/1/void/"
    client.force_login(alice)
    assert client.post(address, {"reason": WHY}, content_type=JSON).status_code == 403
    client.force_login(carol)
    assert codes(client.post(address, {}, content_type=JSON).json()) == {"reason": ["required"]}

    told = client.post(address, {"reason": WHY}, content_type=JSON).json()

    assert (told["void_reason"], told["voided_at"] is None) == (WHY, False)
    assert StaffAction.objects.get().reason == f"Game 1: {WHY}"
    history = f"/api/v1/leaderboards/{cup.variant.slug}/ratings/greedy/1/history/"
    start, first, second, correction = client.get(history).json()["results"]
    kinds = [one["kind"] for one in (start, first, second, correction)]
    assert kinds == ["start", "game", "game", "correction"]
    assert correction["game"] == first["game"]
    assert correction["delta"] == -first["delta"]
    assert correction["elo"] == pytest.approx(start["elo"] + second["delta"])


@pytest.mark.parametrize(
    ("format_id", "options"),
    [("knockout", {}), ("double-elimination", {}), ("groups-knockout", {"groups": 2})],
)
def test_who_went_on_stays_when_a_game_of_an_earlier_round_is_voided(format_id, options, carol):
    versions = [VersionFactory() for _ in range(8)]
    # The worst seed wins everything, so that "the better seed" is another answer each time.
    strengths = {version: number for number, version in enumerate(versions)}
    row = tournament(versions, format=format_id, format_options=options)
    while row.rounds.count() < 4 and not row.is_over:
        play_round(row, strengths=strengths)
    first = Game.objects.filter(match__tournament=row, match__pairing__round__number=1)
    drawn = list(row.rounds.values_list("number", "pairings__entries__number"))

    voiding.void(first, player=carol, reason=WHY, now=NOW + timedelta(minutes=1))
    lifecycle.advance(now=NOW)

    assert list(row.rounds.values_list("number", "pairings__entries__number")) == drawn
    assert _points(row) == _counted(row).count()
    play_to_the_end(row, strengths=strengths)
    assert standings.lines(format_input(row))[0].row.entrant.version == versions[-1]


def _points(row):
    return sum(line.row.points for line in standings.lines(format_input(row)))


def _counted(row):
    return Game.objects.filter(match__tournament=row, ended_at__isnull=False, voided_at=None)


def test_a_final_whose_games_are_void_is_played_again(carol):
    versions = [VersionFactory() for _ in range(2)]
    row = tournament(versions, format="knockout")
    match = row.matches.get()
    lifecycle.pause(row, player=carol, now=NOW)
    play_round(row, strengths={versions[0]: 0, versions[1]: -1})

    voiding.void(match.games.all(), player=carol, reason=WHY, now=NOW)
    lifecycle.resume(row, player=carol)
    lifecycle.advance(now=NOW)

    assert row.matches.count() == 2


def test_a_void_takes_back_exactly_what_the_game_changed(carol):
    row = play_all(tournament([VersionFactory() for _ in range(3)]))
    game, before = Game.objects.order_by("pk")[2], _entries()
    live = dict(Rating.objects.values_list("version", "value"))

    assert voiding.void([game], player=carol, reason=WHY, now=NOW) == 1

    assert _entries()[: len(before)] == before
    corrections = LedgerEntry.objects.filter(is_correction=True).order_by("pk")
    gave = dict(game.ledger.filter(is_correction=False).values_list("version", "delta"))
    assert dict(corrections.values_list("version", "delta")) == {v: -d for v, d in gave.items()}
    after = {version: value - gave.get(version, 0) for version, value in live.items()}
    assert dict(Rating.objects.values_list("version", "value")) == after
    assert sorted(Rating.objects.values_list("entries", "games")) == [(4, 4), (5, 3), (5, 3)]
    assert ledger.check(now=NOW).sentences == []
    assert row.variant.ledger.count() == len(before) + 2


def _entries():
    rows = LedgerEntry.objects.order_by("pk")
    return list(rows.values_list("pk", "version", "game", "delta", "total", "number"))


def test_a_void_costs_the_same_however_many_games_there_are(carol):
    versions = [VersionFactory() for _ in range(3)]
    play_all(tournament(versions))
    first = _cost_of_a_void(carol)
    play_all(tournament([VersionFactory() for _ in range(7)], name="Second Cup"))

    assert _cost_of_a_void(carol) == first


def _cost_of_a_void(player):
    """Its statements, and the entries that it writes."""
    game, before = Game.objects.order_by("pk").last(), LedgerEntry.objects.count()
    with CaptureQueriesContext(connection) as statements:
        voiding.void([game], player=player, reason=WHY, now=NOW)
    return len(statements), LedgerEntry.objects.count() - before


def test_games_go_on_being_rated_after_a_correction(cup, game, carol):
    voiding.void([game], player=carol, reason=WHY, now=NOW)

    play_all(tournament([entry.version for entry in cup.entries.all()], name="Second Cup"))

    assert set(Rating.objects.values_list("entries", "games")) == {(5, 3)}
    assert ledger.check(now=NOW).sentences == []


def test_a_chart_shows_the_correction_as_the_last_change(cup, game, carol):
    voiding.void([game], player=carol, reason=WHY, now=NOW)

    for row in Rating.objects.all():
        *_points, before, last = history.charts([row])[row.pk]
        assert last == row.elo
        change = history.last_changes(cup.variant, [row])[row.version_id]
        assert change == pytest.approx(last - before)


def test_a_voided_game_shows_no_change_of_ratings(client, game, carol):
    voiding.void([game], player=carol, reason=WHY, now=NOW)

    assert matches.rating_changes(Game.objects.get(pk=game.pk)) == {}


def test_a_version_whose_only_game_is_void_gives_its_place_back_and_takes_it_again(cup, carol):
    old = cup.entries.first().version
    new, other = VersionFactory(bot=old.bot), VersionFactory()
    play_all(tournament([new, other], name="Second Cup"))
    rating = Rating.objects.get(version=new)

    last = Game.objects.filter(match__tournament__name="Second Cup")
    voiding.void(last, player=carol, reason=WHY, now=NOW)

    listed = Rating.objects.listed()
    assert set(listed.values_list("version", flat=True)) == {
        entry.version_id for entry in cup.entries.all()
    }
    rating.refresh_from_db()
    assert (rating.value, rating.games, rating.by_seat, rating.lost_by) == (rating.start, 0, {}, {})
    assert rating.inherited_from == old
    assert ledger.check(now=NOW).sentences == []
    play_all(tournament([new, other], name="Third Cup"))
    assert listed.filter(version=new).exists()
    assert ledger.check(now=NOW).sentences == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda game: LedgerEntry.objects.filter(is_correction=True).delete(),
        lambda game: Game.objects.filter(pk=game.pk).update(voided_at=None, void_reason=""),
    ],
)
def test_the_check_finds_a_void_without_correction_and_the_other_way_round(game, carol, spoil):
    voiding.void([game], player=carol, reason=WHY, now=NOW)
    spoil(game)

    said = ledger.check(now=NOW).sentences

    assert any("voids and corrections do not agree for 1 rated game" in one for one in said)


def test_the_check_finds_a_correction_of_another_size(game, carol):
    voiding.void([game], player=carol, reason=WHY, now=NOW)
    entry = LedgerEntry.objects.last()
    LedgerEntry.objects.filter(pk=entry.pk).update(delta=entry.delta + 1)

    assert any("adds up to" in one for one in ledger.check(now=NOW).sentences)


def test_many_voids_are_one_fit(cup, carol):
    play_all(tournament([VersionFactory() for _ in range(4)], name="Second Cup"))
    fits.refresh(now=NOW)

    for game in Game.objects.all()[:10]:
        voiding.void([game], player=carol, reason=WHY, now=NOW)

    assert ledger.check(now=NOW).sentences == [], "an earlier fit is not wrong"
    assert [fits.refresh(now=NOW), fits.refresh(now=NOW)] == [1, 0]
    assert cup.variant.fit.games == Game.objects.counted().count()
    assert ledger.check(now=NOW).sentences == []


def test_only_staff_void_games_and_say_why(cup, alice, carol):
    with pytest.raises(NotAllowed):
        voiding.void(Game.objects.all(), player=alice, reason="I lost.", now=NOW)
    with pytest.raises(Invalid, match="Say why"):
        voiding.void(Game.objects.all(), player=carol, reason=" ", now=NOW)


def test_the_same_game_is_voided_once(game, carol):
    voiding.void([game], player=carol, reason=WHY, now=NOW)
    before = LedgerEntry.objects.count()

    assert voiding.void([game], player=carol, reason="Again.", now=NOW) == 0
    assert Game.objects.get(pk=game.pk).void_reason == WHY
    assert LedgerEntry.objects.count() == before


@pytest.mark.django_db(transaction=True)
def test_voids_and_reports_of_the_same_matches_at_once_agree_in_the_end():
    staff = PlayerFactory(is_staff=True)
    versions = [VersionFactory() for _ in range(4)]
    row = tournament(versions)
    for match in row.matches.all():
        first = claimed(match).games.order_by("number").first()
        report = outcome(first, seed=match.pk)
        reports.report(match, first, report, now=NOW, lease=LEASE)

    def step(work):
        kind, match = work
        first, second = match.games.order_by("number")
        if kind == "void":
            voiding.void([first], player=staff, reason=WHY, now=NOW)
        else:
            report = outcome(second, seed=match.pk)
            reports.report(match, second, report, now=NOW, lease=LEASE)

    steps = [(kind, match) for match in row.matches.all() for kind in ("report", "void")]
    in_threads(step, steps)

    assert Game.objects.filter(voided_at__isnull=False).count() == 6
    assert LedgerEntry.objects.filter(is_correction=True).count() == 12
    assert sum(Rating.objects.values_list("games", flat=True)) == 12
    assert ledger.check(now=NOW).sentences == []


def test_a_worker_computes_the_table_again_before_anybody_looks(cup, game, carol):
    rows = TournamentTable.objects.filter(tournament=cup)
    rows.update(wanted=False)
    state = rows.get().state

    voiding.void([game], player=carol, reason=WHY, now=NOW)

    assert (rows.get().state, rows.get().wanted) == (state + 1, True)
