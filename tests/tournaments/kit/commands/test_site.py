"""`kauri login`, `submit`, `enter` and `watch` on a running site."""

import json

import pytest
from django.utils import timezone

from agents import samples
from agents.words import Sentence
from tests.tournaments.factories import BotFactory, VersionFactory, play_all, tournament, variant
from tournaments.kit import accounts, patience
from tournaments.kit.client import Client
from tournaments.kit.main import run
from tournaments.models import CasualGame, Match, Tournament, Trial, Version

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("client-on-site")]

PASSWORD = "cowrie shells 9"


@pytest.fixture
def home(monkeypatch, tmp_path):
    """A home of one's own, in which nobody is logged in."""
    for name in ("KIT_SITE", "KIT_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(accounts, "place", lambda: tmp_path / "account.json")
    return tmp_path


@pytest.fixture
def logged_in(home, live_server, alice, capsys, monkeypatch):
    """Alice, logged in by her password."""
    alice.set_password(PASSWORD)
    alice.save()
    monkeypatch.setattr("click.prompt", lambda *_args, **_options: PASSWORD)
    assert run(["login", live_server.url, "--username", "alice"]) == 0
    capsys.readouterr()


@pytest.fixture
def meanwhile(monkeypatch):
    """What happens on the site while somebody waits, one step at a time."""
    steps = []
    monkeypatch.setattr(patience.time, "sleep", lambda _seconds: steps.pop(0)())
    return steps


@pytest.fixture
def bot(home):
    file = home / "bot.py"
    file.write_bytes(samples.read("greedy"))
    return str(file)


def told(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def settle(step):
    """A step in which the check of the version ends."""

    def done():
        version = Version.objects.get()
        step(version)
        version.save()

    return done


def accept(version):
    version.status = Version.Status.ACCEPTED


def refuse(version):
    version.status = Version.Status.REFUSED
    version.refusal = Sentence("too-much-memory", limit=1024)


def fail(version):
    version.status = Version.Status.UNCHECKED


@pytest.mark.usefixtures("logged_in")
@pytest.mark.parametrize(("step", "status"), [(accept, 0), (refuse, 1), (fail, 3)])
def test_the_verdict_on_an_upload_is_the_exit_status(bot, meanwhile, capsys, step, status):
    meanwhile += [lambda: None, settle(step)]

    assert run(["submit", bot, "sower", "--new", "Sower", "--json"]) == status

    uploaded, verdict = told(capsys)
    assert (uploaded["number"], uploaded["status"]) == (1, "checking")
    assert verdict["status"] == Version.objects.get().status
    assert verdict["refusal"] == ("It used more than 1 KiB of memory." if status == 1 else None)


def test_who_waits_no_longer_is_told_where_the_verdict_will_be(logged_in, bot, capsys):
    assert run(["submit", bot, "sower", "--new", "Sower", "--longest", "0"]) == 3
    assert "The check has not ended yet" in capsys.readouterr().out


def test_a_refusal_of_the_site_is_its_own_sentence(logged_in, bot, capsys):
    assert run(["submit", bot, "nobodys"]) == 1
    assert capsys.readouterr().err.strip()


def test_without_a_login_nothing_is_sent(home, bot, capsys):
    assert run(["submit", bot, "sower"]) == 2
    assert "kauri login" in capsys.readouterr().err


def test_a_wrong_password_logs_nobody_in(home, live_server, alice, monkeypatch, capsys):
    monkeypatch.setattr("click.prompt", lambda *_args, **_options: "wrong")

    assert run(["login", live_server.url, "--username", "alice"]) == 1
    assert not (home / "account.json").exists()
    assert "password" in capsys.readouterr().err


def test_a_site_that_is_not_there_has_failed(home, capsys, monkeypatch):
    monkeypatch.setattr("click.prompt", lambda *_args, **_options: "x")

    assert run(["login", "http://127.0.0.1:9", "--username", "alice"]) == 3
    assert "does not answer" in capsys.readouterr().err


def test_a_tournament_is_watched_to_its_end(logged_in, alice, bob, meanwhile, capsys):
    entrants = [VersionFactory(bot=BotFactory(owner=owner)) for owner in (alice, bob)]
    row = tournament(entrants, organiser=bob)
    meanwhile += [lambda: play_all(row)]

    assert run(["watch", row.slug, "--json"]) == 0

    running, finished, table = told(capsys)
    assert (running["status"], finished["status"]) == ("running", "finished")
    assert finished["settled"] == finished["games"]
    assert [line["played"] for line in table["standings"]] == [2, 2]


def test_a_tournament_that_is_cancelled_is_a_failure(logged_in, alice, bob, capsys):
    entrants = [VersionFactory(bot=BotFactory(owner=owner)) for owner in (alice, bob)]
    row = tournament(entrants, organiser=bob)
    row.status, row.ended_at = Tournament.Status.CANCELLED, timezone.now()
    row.save()

    assert run(["watch", row.slug]) == 1


def test_a_tournament_that_takes_no_entrants_says_so(logged_in, alice, bob, capsys):
    own = VersionFactory(bot=BotFactory(owner=alice, name="Late"))
    entrants = [VersionFactory(bot=BotFactory(owner=bob)) for _ in range(2)]
    row = tournament(entrants, organiser=bob)

    assert run(["enter", row.slug, own.bot.slug]) == 1
    assert capsys.readouterr().err.strip()


@pytest.fixture
def cup(logged_in, alice, bob):
    """A tournament of a bot of alice's and one of bob's that has been played."""
    entrants = [VersionFactory(bot=BotFactory(owner=owner)) for owner in (alice, bob)]
    return play_all(tournament(entrants))


def test_records_are_downloaded_once_and_can_be_rated(cup, home, capsys, monkeypatch):
    kept = home / "records"

    assert run(["download", cup.slug, "--folder", str(kept)]) == 0
    monkeypatch.setattr(Client, "game", None)
    assert run(["download", cup.slug, "--folder", str(kept)]) == 0

    records = [json.loads(path.read_text()) for path in sorted(kept.iterdir())]
    assert [one["time_control"] for one in records] == ["bullet", "bullet"]
    capsys.readouterr()
    assert run(["rate", str(kept), "--json"]) == 0
    assert {one["games"] for one in told(capsys)[0]["ratings"]} == {2}


def test_one_game_is_downloaded_by_its_number(cup, home, capsys):
    match = cup.matches.get().pk

    assert run(["download", f"{match}/2", "--folder", str(home / "one"), "--json"]) == 0

    *_, last = told(capsys)
    names = [path.name for path in (home / "one").iterdir()]
    assert (last["records"], names) == (1, [f"{match}.2.json"])


@pytest.mark.parametrize("what", ["{bot}/{number}", "bots/{bot}/versions/{number}"])
def test_ones_own_code_is_downloaded_as_a_zip(logged_in, alice, home, capsys, what):
    version = VersionFactory(bot=BotFactory(owner=alice))
    slug, number = version.bot.slug, version.number
    asked = what.replace("{bot}", slug).replace("{number}", str(number))

    assert run(["download", asked, "--folder", str(home / "code"), "--json"]) == 0

    file = home / "code" / f"{slug}-{number}.zip"
    assert told(capsys) == [{"file": str(file)}]
    assert file.read_bytes() == version.fetch_archive()


def test_code_of_somebody_else_is_refused_and_leaves_no_file(logged_in, bob, home, capsys):
    version = VersionFactory(bot=BotFactory(owner=bob))

    assert run(["download", f"{version.bot.slug}/1", "--folder", str(home / "code")]) == 1

    assert capsys.readouterr().err.strip()
    assert list((home / "code").iterdir()) == []


def test_only_what_ones_own_bot_printed_is_shown(cup, alice, capsys):
    match = cup.matches.get()
    own = {game.number: game.seats.get(version__bot__owner=alice) for game in match.games.all()}

    for asked, games in ((f"{match.pk}/1", [1]), (f"{match.pk}", [1, 2])):
        assert run(["logs", asked, "--json"]) == 0

        assert told(capsys) == [
            {"game": game, "seat": own[game].number, "log": own[game].log, "fault": None}
            for game in games
        ]


def test_a_game_without_a_bot_of_ones_own_has_no_log_to_show(logged_in, bob, capsys):
    play_all(tournament([VersionFactory(bot=BotFactory(owner=bob)) for _ in range(2)]))

    assert run(["logs", f"{Match.objects.get().pk}/1"]) == 0

    assert "No log of a bot of yours" in capsys.readouterr().out


def test_logs_are_of_one_game(logged_in, capsys):
    assert run(["logs", "friday-cup"]) == 2
    assert "is no game" in capsys.readouterr().err


@pytest.mark.usefixtures("logged_in")
def test_who_is_logged_in_is_told_and_forgotten(live_server, home, capsys):
    assert run(["whoami"]) == 0
    assert capsys.readouterr().out == f"alice at {live_server.url}.\n"

    assert run(["logout"]) == 0
    assert not (home / "account.json").exists()
    assert run(["whoami"]) == 2


def test_an_address_needs_no_scheme(home, live_server, alice, monkeypatch):
    alice.set_password(PASSWORD)
    alice.save()
    monkeypatch.setattr("click.prompt", lambda *_args, **_options: PASSWORD)

    assert run(["login", live_server.url.removeprefix("http://"), "--username", "alice"]) == 0

    assert json.loads((home / "account.json").read_text())["site"] == live_server.url
    assert Client("kauri.example").site == "https://kauri.example"


def test_a_token_that_ended_is_told_with_what_to_do(logged_in, alice, capsys):
    alice.api_tokens.update(ended_at=timezone.now())

    assert run(["enter", "cup", "sower"]) == 1
    assert "Log in with kauri login SITE." in capsys.readouterr().err


def test_a_folder_is_uploaded_as_a_bot(logged_in, meanwhile, home, capsys):
    (home / "sower").mkdir()
    (home / "sower" / "bot.py").write_bytes(samples.read("greedy"))
    (home / "sower" / "book.txt").write_text("openings")
    meanwhile += [settle(accept)]

    assert run(["submit", str(home / "sower"), "sower", "--new", "Sower"]) == 0
    assert run(["submit", str(home / "sower"), "sower"]) == 0

    assert Version.objects.count() == 1
    said = capsys.readouterr().out
    assert "Uploaded as version 1 of sower." in said
    assert "Nothing was uploaded: version 1 of sower has this code already." in said


@pytest.mark.usefixtures("logged_in")
def test_an_organiser_needs_no_browser(live_server, alice, bob, capsys):
    owners = (alice, bob, bob)
    bots = [VersionFactory(bot=BotFactory(owner=owner)).bot.slug for owner in owners]
    scopes = [word for scope in ("read", "upload", "organise") for word in ("--scope", scope)]
    assert run(["login", live_server.url, "--username", "alice", *scopes]) == 0
    entrants = [word for bot in bots for word in ("--entrant", bot)]

    held = ["hold", "Friday cup", "kalah", *entrants, "--format", "swiss"]
    assert run([*held, "--format-option", "rounds=1", "--open"]) == 0

    row = Tournament.objects.get()
    assert (row.name, row.format, row.entries.count()) == ("Friday cup", "swiss", 3)
    assert row.variant.is_open
    assert f"Friday cup is held, as {row.slug}." in capsys.readouterr().out
    assert run(["standings", row.slug]) == 0
    assert run(["challenge", "kalah", *bots[:2]]) == 0
    assert f"{live_server.url}/play/{CasualGame.objects.get().key}/" in capsys.readouterr().out


def test_a_trial_is_followed_to_its_verdict(logged_in, alice, meanwhile, capsys):
    old = VersionFactory(bot=BotFactory(owner=alice, name="Sower"))
    VersionFactory(bot=old.bot)
    kalah = variant("kalah")
    meanwhile += [lambda: Trial.objects.update(status=Trial.Status.BETTER, ended_at=timezone.now())]

    assert run(["trial", old.bot.slug, "2", "1", kalah.slug]) == 0
    assert "better after 0 pairs" in capsys.readouterr().out
