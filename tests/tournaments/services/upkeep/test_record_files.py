"""Records of old months move to files, and every reader gets the same bytes as before."""

import gzip
import json
import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    claimed,
    exported,
    outcome,
    play_all,
    tournament,
)
from tournaments.errors import RecordUnavailable
from tournaments.models import Bot, Game, Match, RecordFile, load_records, stored_files
from tournaments.queries.games import live, matches
from tournaments.queries.playing import verification
from tournaments.queries.ratings import move_times
from tournaments.services.bots import forgetting
from tournaments.services.playing import reports
from tournaments.services.ratings import voiding
from tournaments.services.upkeep import game_files, record_files, retention

pytestmark = pytest.mark.django_db

MONTH_END = (NOW.replace(day=1, hour=0, minute=0, second=0, microsecond=0) + timedelta(32)).replace(
    day=1
)
DUE = MONTH_END + timedelta(days=180)


def make_once():
    """A cup of three bots that is over."""
    versions = [VersionFactory(bot=BotFactory(name=name)) for name in ("Anna", "Otto", "Ella")]
    return play_all(tournament(versions, games_per_pairing=4))


@pytest.fixture
def cup(made):
    return made


@pytest.fixture
def small(monkeypatch):
    """Files of five games, in blocks of two."""
    monkeypatch.setattr(record_files, "GAMES", 5)
    for module in ("tournaments.models.record_files", "tournaments.services.upkeep.record_files"):
        monkeypatch.setattr(f"{module}.BLOCK", 2)


@pytest.fixture
def filed(cup):
    """The first game of the cup, whose record is in a file."""
    record_files.move(now=DUE)
    return Game.objects.order_by("pk").first()


def in_rows():
    return Game.objects.filter(record_in_row__isnull=False).count()


def address(name, game):
    return reverse(name, args=[game.match_id, game.number])


def api(game):
    return f"/api/v1/matches/{game.match_id}/games/"


def read(client, game):
    """The documents of a game: its record, its film, and it with its neighbours in the API."""
    paths = address("game-record", game), address("game-film", game), api(game)
    answers = [client.get(path) for path in (*paths, f"{api(game)}{game.number}/")]
    assert {answer.status_code for answer in answers} == {200}
    return [answer.content for answer in answers]


def test_every_reader_gets_the_same_from_a_file(cup, client, small):
    game = Game.objects.order_by("pk").last()
    record, last = game.record, {game.match_id: game.number}
    before = read(client, game), exported(cup, "jsonl"), live.look(last)
    found = verification.findings(game.match)

    assert record_files.move(now=DUE) == Game.objects.count() == 12
    assert (in_rows(), RecordFile.objects.count()) == (0, 3)

    game = Game.objects.get(pk=game.pk)
    assert json.dumps(game.record) == json.dumps(record)
    assert (read(client, game), exported(cup, "jsonl"), live.look(last)) == before
    assert verification.findings(game.match) == found
    for page in ("game", "game-embed"):
        assert client.get(address(page, game)).status_code == 200


def test_a_month_moves_when_it_is_over_for_the_stated_days(cup, settings):
    assert record_files.move(now=DUE - timedelta(seconds=1)) == 0
    settings.RECORD_DAYS = 0
    assert record_files.move(now=DUE) == 0
    settings.RECORD_DAYS = 1
    assert record_files.move(now=MONTH_END + timedelta(days=1)) == 12
    assert record_files.move(now=DUE) == 0


def test_a_night_moves_a_part_of_many(cup, small, monkeypatch):
    monkeypatch.setattr(record_files, "A_NIGHT", 6)

    assert [record_files.move(now=DUE) for _night in range(3)] == [10, 2, 0]


def test_a_file_is_lines_that_gzip_reads_and_has_no_names(filed):
    file = RecordFile.objects.get()
    with gzip.open(file.content.path) as text:
        heading, *lines = map(json.loads, text)

    assert (heading["kind"], heading["variant"], heading["games"]) == ("records", "kalah", 12)
    named = [(line["match"], line["number"]) for line in lines]
    assert named == list(Game.objects.order_by("record_number").values_list("match", "number"))
    names = {seat["name"] for line in lines for seat in line["record"]["seats"]}
    assert names == {f"bot-{pk}" for pk in Bot.objects.values_list("pk", flat=True)}
    file.verify()


def test_months_and_variants_have_files_of_their_own(cup):
    early = Game.objects.order_by("pk").first()
    Game.objects.filter(pk=early.pk).update(ended_at=NOW - timedelta(days=40))

    record_files.move(now=DUE)

    assert sorted(RecordFile.objects.values_list("games", flat=True)) == [1, 11]
    assert Game.objects.get(pk=early.pk).record_file.month < NOW.date().replace(day=1)


def test_a_match_that_is_not_over_keeps_its_records_in_rows():
    tournament([VersionFactory(), VersionFactory()])
    match = claimed(Match.objects.get())
    game = match.games.get(number=1)
    reports.report(match, game, outcome(game), now=NOW, lease=LEASE)

    assert record_files.move(now=DUE) == 0


@pytest.mark.parametrize("step", ["store_hashed", "flush", "verify", "_let_go"])
def test_a_worker_that_dies_leaves_every_record_where_it_was(cup, step, monkeypatch):
    before = [game.record for game in Game.objects.order_by("pk")]

    def die(*_arguments):
        raise SystemExit

    with monkeypatch.context() as broken:
        places = {"verify": RecordFile, "_let_go": record_files}
        broken.setattr(places.get(step, stored_files), step, die)
        with pytest.raises(SystemExit):
            record_files.move(now=DUE)
    assert (in_rows(), RecordFile.objects.count()) == (12, 0)

    assert record_files.move(now=DUE + timedelta(minutes=1)) == 12
    assert [game.record for game in Game.objects.order_by("pk")] == before


def test_what_a_dead_worker_stored_goes_a_day_later_and_nothing_else(cup, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(record_files, "_let_go", lambda _file, _games: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            record_files.move(now=DUE)
    record_files.move(now=DUE + timedelta(minutes=1))
    folder = Path(default_storage.path("records"))
    old = (timezone.now() - timedelta(days=2)).timestamp()
    for path in folder.glob("*/*"):
        os.utime(path, (old, old))
    assert len(list(folder.glob("*/*"))) == 2

    retention.prune(now=timezone.now())

    assert [path.name for path in folder.glob("*/*")] == [Path(str(RecordFile.objects.get())).name]
    RecordFile.objects.get().verify()


def test_a_record_that_left_meanwhile_stops_the_move_of_its_file(cup, monkeypatch):
    removed = {"record_in_row": None, "record_removed_at": NOW}
    games = list(Game.objects.order_by("pk").values_list("pk", flat=True))

    def remove(_file):
        Game.objects.filter(pk=games[3], record_removed_at=None).update(**removed)

    monkeypatch.setattr(RecordFile, "verify", remove)

    assert record_files.move(now=DUE) == 11
    assert RecordFile.objects.get().games == 11
    assert all(game.record for game in Game.objects.exclude(pk=games[3]))


def test_a_file_that_is_not_what_was_written_keeps_the_records_in_their_rows(cup, monkeypatch):
    monkeypatch.setattr(stored_files, "flush", lambda content: Path(content.path).write_bytes(b""))

    with pytest.raises(RecordUnavailable, match="is damaged"):
        record_files.move(now=DUE)

    assert in_rows() == 12


def test_the_name_of_a_deleted_bot_leaves_records_in_files_too(filed):
    before = [seat["name"] for seat in filed.record["seats"]]
    bot = filed.seats.get(number=0).version.bot
    bot.name, bot.deleted_at, bot.hidden_at = "Deleted bot 1", NOW, NOW
    bot.save()
    bot.versions.update(deleted_at=NOW, hidden_at=NOW)

    forgetting.forget(now=NOW)

    game = Game.objects.get(pk=filed.pk)
    assert [seat["name"] for seat in game.record["seats"]] == ["Deleted bot 1", before[1]]
    assert game.record_in_row is None


def test_a_game_in_a_file_is_voided_as_any_other(filed):
    staff = PlayerFactory(is_staff=True)

    voiding.void([filed], player=staff, reason="A fault of the host.", now=DUE)

    filed.refresh_from_db()
    assert not filed.counts
    assert filed.record


def test_records_in_files_go_in_their_time_and_so_do_the_files(filed, settings):
    settings.KEEP_RECORDS_DAYS = 200
    name = str(filed.record_file)

    retention.prune(now=DUE + timedelta(days=30))

    filed = Game.objects.get(pk=filed.pk)
    assert (filed.has_record, filed.record) == (False, None)
    assert not RecordFile.objects.exists()
    assert default_storage.exists(name)
    retention.prune(now=timezone.now() + timedelta(days=2))
    assert not default_storage.exists(name)


@pytest.mark.parametrize("harm", ["missing", "damaged", "cut", "foreign"])
def test_a_file_that_is_missing_or_damaged_is_named_and_no_page_breaks(filed, client, harm):
    path = Path(filed.record_file.content.path)
    if harm == "missing":
        path.unlink()
    elif harm == "damaged":
        path.write_bytes(bytes(reversed(path.read_bytes())))
    elif harm == "cut":
        path.write_bytes(path.read_bytes()[: filed.record_file.starts[0]])
    else:
        RecordFile.objects.update(starts=filed.record_file.starts[::-1])
        Game.objects.filter(pk=filed.pk).update(record_number=99)

    page, answer = client.get(filed.get_absolute_url()), client.get(api(filed))

    assert (page.status_code, answer.status_code) == (503, 503)
    assert path.name in page.text
    assert answer.json()["code"] == f"record-file-{'missing' if harm == 'missing' else 'damaged'}"
    match = client.get(filed.match.get_absolute_url())
    assert match.status_code == 200
    assert path.name in match.text


def test_a_place_of_another_game_is_no_record_of_this_one(filed):
    Game.objects.filter(pk=filed.pk).update(record_number=filed.record_number + 1)

    with pytest.raises(RecordUnavailable, match="damaged"):
        _ = Game.objects.get(pk=filed.pk).record


def test_neighbours_in_a_file_are_read_by_one_request(cup, small, monkeypatch):
    record_files.move(now=DUE)
    pieces, piece = [], stored_files.piece
    monkeypatch.setattr(stored_files, "piece", lambda *of: pieces.append(of) or piece(*of))
    games = list(Game.objects.filter(record_number__in=(0, 1, 3, 4)).order_by("record_number"))

    assert load_records(load_records(games)) == games

    assert len(pieces) == 3  # the third file has two games
    assert [game.record["final"] for game in games] == [game.final for game in games]


def test_monthly_files_and_times_are_those_of_before(cup, monkeypatch):
    seat = Game.objects.order_by("pk").last().seats.get(number=0)
    before = move_times._median(seat.game.variant, seat.version_id)
    game_files.publish(now=DUE)
    published = cup.variant.game_files.get(until=None, games__gt=0)
    cup.variant.game_files.all().delete()

    record_files.move(now=DUE)
    game_files.publish(now=DUE)

    assert cup.variant.game_files.get(until=None, games__gt=0).sha256 == published.sha256
    assert move_times._median(seat.game.variant, seat.version_id) == before
    assert matches.with_endings(seat.game.match)
