"""Is a new version better? Trials from the button to the verdict."""

import pytest
from django.urls import reverse

from agents.referee import Fault
from tests.tournaments.factories import (
    GIVEN_UP,
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    claimed,
    outcome,
    variant,
)
from tournaments import tasks
from tournaments.errors import Invalid, NotAllowed
from tournaments.mathematics.statistics.sprt import SequentialTest
from tournaments.models import LedgerEntry, Match, Tournament, Trial, Version
from tournaments.queries import bots
from tournaments.queries import trials as queries
from tournaments.services import reports, trials, uploads
from tournaments.services.tournaments import lifecycle

pytestmark = pytest.mark.django_db

CRASH = Fault("crash", None, "It raised ZeroDivisionError.", "")


@pytest.fixture
def versions(alice):
    bot = BotFactory(name="Anna", owner=alice)
    return VersionFactory(bot=bot), VersionFactory(bot=bot)


@pytest.fixture
def begin(alice, versions):
    def start(**terms):
        old, new = versions
        chosen = {"variant": variant("einstein"), "most_pairs": 40, **terms}
        return trials.start(
            challenger=new,
            incumbent=old,
            player=alice,
            now=NOW,
            wanted=trials.TrialConfiguration(**chosen),
        )

    return start


def play(match, *, loser):
    """The pair, in which `loser` gives up at once."""
    claimed(match)
    for game in match.games.order_by("number"):
        seat = game.seats.get(version=loser).number
        report = outcome(game, seed=game.pk, forfeits=seat)
        reports.report(match, game, report, now=NOW, lease=LEASE)


def waiting(trial):
    return list(trial.tournament.matches.filter(status=Match.Status.QUEUED).order_by("number"))


def play_to_the_end(trial, *, loser):
    for _batch in range(100):
        trial.refresh_from_db()
        if trial.is_over:
            return trial
        for match in waiting(trial):
            play(match, loser=loser)
        trials.advance(now=NOW)
    raise AssertionError("the trial does not end")


def test_a_trial_begins_with_one_batch_of_pairs(begin, versions):
    trial = begin()
    matches = waiting(trial)
    assert len(matches) == trials.BATCH
    assert [game.seats.get(number=0).version for game in matches[0].games.all()] == [
        versions[1],
        versions[0],
    ]


def test_each_pair_has_an_opening_of_its_own_where_nothing_is_thrown(begin):
    openings = [tuple(match.opening) for match in waiting(begin(variant=variant("kalah")))]
    assert len(set(openings)) == trials.BATCH
    assert {len(opening) for opening in openings[1:]} == {trials.OPENING_ACTIONS}


def test_dice_need_no_openings(begin):
    trial = begin(variant=variant("einstein"))
    assert all(match.opening == [] for match in waiting(trial))


def test_a_version_that_always_wins_is_better_before_all_is_played(begin, versions, alice):
    trial = play_to_the_end(begin(), loser=versions[0])

    assert trial.status == Trial.Status.BETTER
    assert trial.ratios[-1] >= SequentialTest().upper > trial.ratios[-2]
    assert trial.tournament.status == Tournament.Status.FINISHED
    assert str(alice.notices.get().text) == (
        f"The trial of Anna v2 against Anna v1 is over: better, after {len(trial.ratios)} pairs."
    )


def test_a_version_that_always_loses_is_not(begin, versions):
    trial = play_to_the_end(begin(), loser=versions[1])
    assert trial.status == Trial.Status.NOT_BETTER
    assert trial.ratios[-1] <= SequentialTest().lower


def test_what_was_not_played_when_it_stops_is_void(begin, versions):
    trial = play_to_the_end(begin(), loser=versions[0])
    assert not trial.tournament.matches.filter(status=Match.Status.QUEUED).exists()


def test_no_verdict_within_the_pairs_allowed_is_said(begin, versions):
    trial = begin(elo1=5, most_pairs=10)
    assert play_to_the_end(trial, loser=versions[0]).status == Trial.Status.UNDECIDED
    assert len(trial.ratios) == 10


def test_pairs_count_in_their_order_whichever_ends_first(begin, versions):
    trial = begin()
    first, second, *_ = waiting(trial)

    play(second, loser=versions[0])
    trials.advance(now=NOW)
    trial.refresh_from_db()
    assert trial.ratios == []

    play(first, loser=versions[1])
    trials.advance(now=NOW)
    trial.refresh_from_db()
    test = SequentialTest()
    assert trial.ratios == [
        pytest.approx(test.ratio([1, 0, 0, 0, 0]), abs=1e-6),
        pytest.approx(test.ratio([1, 0, 0, 0, 1]), abs=1e-6),
    ]


def test_a_void_pair_does_not_count_and_another_one_is_played(begin, versions):
    trial = begin(most_pairs=10)
    first, *others = waiting(trial)
    Match.objects.filter(pk=first.pk).update(status=Match.Status.VOID, void_reason=GIVEN_UP)
    for match in others:
        play(match, loser=versions[0])

    trials.advance(now=NOW)

    trial.refresh_from_db()
    assert len(trial.ratios) == len(others)
    assert len(waiting(trial)) == 10 - len(others)


def test_a_fault_counts_as_the_result_that_it_led_to(begin, versions):
    trial = begin()
    match = waiting(trial)[0]
    claimed(match)
    for game in match.games.all():
        seat = game.seats.get(version=versions[0]).number
        report = outcome(game, forfeits=seat, fault=CRASH)
        reports.report(match, game, report, now=NOW, lease=LEASE)
    assert queries.progress(trial).pairs == [[1.0, 1.0]]


def test_partners_are_one_side(begin, alice):
    bot = BotFactory(owner=alice)
    old, new = (VersionFactory(bot=bot, games=["pachisi"]) for _ in range(2))
    trial = trials.start(
        challenger=new,
        incumbent=old,
        player=alice,
        now=NOW,
        wanted=trials.TrialConfiguration(variant=variant("pachisi(mode=teams)")),
    )
    match = waiting(trial)[0]
    claimed(match)
    for game in match.games.all():
        reports.report(match, game, outcome(game, seed=game.pk), now=NOW, lease=LEASE)
    (pair,) = queries.progress(trial).pairs
    assert len(pair) == 2


def test_nothing_of_a_trial_is_rated(begin, versions):
    play_to_the_end(begin(), loser=versions[0])
    assert not LedgerEntry.objects.exists()


def test_a_second_click_is_the_same_trial(begin):
    assert begin() == begin()


def test_more_than_a_few_at_a_time_are_refused(begin, alice, versions):
    for key in ("kalah", "einstein", "kalah(seeds=4)"):
        begin(variant=variant(key))
    with pytest.raises(Invalid, match="3 of your trials are running"):
        begin(variant=variant("kalah(seeds=5)"))


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"elo1": 1}, "elo1"),
        ({"most_pairs": 5}, "most_pairs"),
        ({"time_control": "ages"}, "time_control"),
        ({"variant": "ashte-kashte"}, "variant"),
    ],
)
def test_terms_that_make_no_trial_are_refused(begin, terms, field):
    if "variant" in terms:
        terms = {"variant": variant(terms["variant"])}
    with pytest.raises(Invalid) as refused:
        begin(**terms)
    assert refused.value.field == field


def test_only_the_owner_of_both_starts_a_trial(bob, versions):
    theirs = VersionFactory(bot=BotFactory(owner=bob))
    with pytest.raises(NotAllowed, match="Only alice may try"):
        trials.start(
            challenger=theirs,
            incumbent=versions[0],
            player=bob,
            now=NOW,
            wanted=trials.TrialConfiguration(variant=variant("kalah")),
        )


def test_stopping_ends_it_without_a_verdict(begin, alice, bob):
    trial = begin()
    with pytest.raises(NotAllowed, match="Only alice"):
        trials.stop(trial, player=bob, now=NOW)
    assert trials.stop(trial, player=alice, now=NOW)
    assert not trials.stop(trial, player=alice, now=NOW)
    trial.refresh_from_db()
    assert trial.status == Trial.Status.STOPPED


def test_a_cancelled_tournament_stops_its_trial(begin, alice):
    trial = begin()
    lifecycle.cancel(trial.tournament, player=alice, now=NOW)
    tasks.tick()
    trial.refresh_from_db()
    assert trial.status == Trial.Status.STOPPED


def test_a_version_to_be_proved_is_held_back_until_it_passes(begin, versions):
    old, new = versions
    trial = begin(replaces=True)
    assert bots.playing(old.bot, game_id="einstein") == old

    play_to_the_end(trial, loser=old)

    assert bots.playing(old.bot, game_id="einstein") == new


def test_a_version_that_fails_stays_held_back(begin, versions, alice):
    old, new = versions
    play_to_the_end(begin(replaces=True), loser=new)
    assert bots.playing(old.bot, game_id="einstein") == old
    assert "It stays held back" in str(alice.notices.get().text)


def test_its_owner_can_let_it_play_without_a_trial(begin, versions, alice, bob):
    begin(replaces=True)
    with pytest.raises(NotAllowed):
        trials.release(versions[1], player=bob)
    assert trials.release(versions[1], player=alice)
    assert not trials.release(versions[1], player=alice)


def test_an_upload_can_be_held_back_but_not_the_first(alice):
    bot = BotFactory(owner=alice)
    held = [
        uploads.upload(
            bot=bot,
            player=alice,
            filename="bot.py",
            data=b"#" + bytes([65 + number]),
            now=NOW,
            held_back=True,
        )[0].held_back
        for number in range(2)
    ]
    assert held == [False, True]


def test_the_form_starts_a_trial_against_the_predecessor(client, alice, versions):
    client.force_login(alice)
    kalah = variant("kalah")
    address = reverse("trial-start", args=["anna", 2])
    form = client.get(address).context["form"]
    assert form.initial["incumbent"] == versions[0]

    answer = client.post(
        address,
        {"incumbent": versions[0].pk, "variant": kalah.pk, "time_control": "bullet",
         "elo1": 30, "most_pairs": 100},
    )  # fmt: skip

    assert answer.headers["Location"] == Trial.objects.get().get_absolute_url()


def test_the_form_tells_how_likely_a_verdict_is(client, alice, versions):
    client.force_login(alice)
    variant("kalah")

    page = client.get(reverse("trial-start", args=["anna", 2]))

    assert [round(one.undecided, 2) for one in page.context["outlook"].chances] == [
        0.33,
        0.57,
        0.33,
    ]
    assert "allow 1,262 pairs" in page.content.decode()


def test_asking_how_likely_a_verdict_is_starts_nothing(client, alice, versions):
    client.force_login(alice)
    form = {"incumbent": versions[0].pk, "variant": variant("kalah").pk, "time_control": "bullet",
            "elo1": 5, "most_pairs": 2000, "show": "preview"}  # fmt: skip

    whole = client.post(reverse("trial-start", args=["anna", 2]), form).content.decode()
    part = client.post(reverse("trial-outlook"), form).content.decode()

    assert not Trial.objects.exists()
    for page in (whole, part):
        assert "A trial may have at most 2,000 pairs" in page


@pytest.mark.parametrize("size", [{"elo1": 1}, {"most_pairs": "many"}])
def test_of_no_trial_no_verdict_is_told(client, alice, size):
    client.force_login(alice)
    page = client.post(reverse("trial-outlook"), {"elo1": 30, "most_pairs": 400, **size})
    assert "Enter a difference and a number of pairs" in page.content.decode()


def test_the_api_tells_how_likely_a_verdict_is(client, alice, begin):
    told = client.get(reverse("api:trial-outlook"), {"elo1": 200, "most_pairs": 60}).json()

    assert [one["elo"] for one in told["chances"]] == [0, 100, 200]
    assert told["enough"] == max(one["enough"] for one in told["chances"]) < 60
    client.force_login(alice)
    trial = begin(elo1=200, most_pairs=60)
    assert client.get(reverse("api:trial", args=[trial.pk])).json()["outlook"] == told


@pytest.mark.parametrize("size", [{"elo1": "nan"}, {"elo1": 1}, {"most_pairs": 5}, {"elo": 30}])
def test_the_api_refuses_sizes_that_no_trial_has(client, size):
    answer = client.get(reverse("api:trial-outlook"), size)
    assert answer.status_code == 400
    assert list(answer.json()) == [*size, "codes"]


def test_the_form_offers_games_between_two_sides(versions):
    kalah, _for_four = variant("kalah"), variant("pachisi")
    versions[1].games = ["kalah", "pachisi"]
    versions[1].save()
    assert list(queries.variants(versions[1])) == [kalah]


def test_the_page_shows_how_it_stands(client, alice, begin, versions):
    trial = begin()
    play(waiting(trial)[0], loser=versions[0])
    trials.advance(now=NOW)
    client.force_login(alice)

    page = client.get(trial.get_absolute_url()).content.decode()

    assert "after 1 pair: 0.0" in page
    assert page.count("<td") == 5
    assert 'hx-trigger="every 3s"' in page


def test_the_page_of_its_tournament_leads_to_the_trial(client, alice, begin):
    trial = begin()
    client.force_login(alice)
    answer = client.get(trial.tournament.get_absolute_url())
    assert answer.headers["Location"] == trial.get_absolute_url()


def test_nobody_else_sees_a_trial(client, begin, bob):
    trial = begin()
    client.force_login(bob)
    for address in (trial.get_absolute_url(), waiting(trial)[0].get_absolute_url()):
        assert client.get(address).status_code == 404


def test_the_page_of_a_version_leads_to_its_trials(client, alice, begin):
    trial = begin(replaces=True)
    client.force_login(alice)
    page = client.get(reverse("version", args=["anna", 2])).content.decode()
    assert trial.get_absolute_url() in page
    assert "Held back" in page


def test_the_button_stops_it(client, alice, begin):
    trial = begin()
    client.force_login(alice)
    client.post(reverse("trial-stop", args=[trial.pk]))
    assert Trial.objects.get().status == Trial.Status.STOPPED


def test_the_button_lets_a_version_play(client, alice, begin):
    begin(replaces=True)
    client.force_login(alice)
    client.post(reverse("version-release", args=["anna", 2]))
    assert not Version.objects.filter(held_back=True).exists()


def test_the_api_starts_shows_and_stops_a_trial(client, alice, versions):
    client.force_login(alice)
    kalah = variant("kalah")
    address = reverse("api:trial-start", args=["anna", 2])

    made = client.post(address, {"number": 1, "variant": kalah.slug}, "application/json")

    assert made.status_code == 201
    told = client.get(made.json()["url"]).json()
    assert (told["status"], told["outcomes"], told["comparison"]) == ("running", [0] * 5, None)
    assert client.get(reverse("api:trials")).json()["count"] == 1
    stopped = client.post(reverse("api:trial-stop", args=[told["id"]]))
    assert stopped.json()["status"] == "stopped"


def test_the_api_tells_nobody_else(client, bob, begin):
    trial = begin()
    assert client.get(reverse("api:trial", args=[trial.pk])).status_code == 401
    client.force_login(bob)
    assert client.get(reverse("api:trial", args=[trial.pk])).status_code == 404


@pytest.mark.parametrize("variant", [5, True, ["x"], {"slug": "x"}])
def test_what_is_no_text_names_no_leaderboard(client, alice, versions, variant):
    old, new = versions
    client.force_login(alice)
    answer = client.post(
        f"/api/v1/bots/{new.bot.slug}/versions/{new.number}/trials/",
        {"number": old.number, "variant": variant},
        "application/json",
    )

    assert answer.status_code == 400
    assert answer.json()["variant"] == ["This is no leaderboard."]
