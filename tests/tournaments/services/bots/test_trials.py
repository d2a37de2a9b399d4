"""Is a new version better? Trials from the button to the verdict."""

import pytest

from agents.terms.faults import Fault
from tests.tournaments.factories import (
    GIVEN_UP,
    LEASE,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    claimed,
    outcome,
    variant,
)
from tests.tournaments.pairs import judge, play, waiting
from tournaments import tasks
from tournaments.errors import Invalid, NotAllowed
from tournaments.mathematics.statistics.sprt import SequentialTest
from tournaments.models import LedgerEntry, Match, Tournament, Trial
from tournaments.queries.bots import overview
from tournaments.queries.bots.trials import progress
from tournaments.services.bots import trials, uploads
from tournaments.services.playing import reports
from tournaments.services.tournaments import lifecycle

pytestmark = pytest.mark.django_db

CRASH = Fault("crash", None, "It raised ZeroDivisionError.", "")


def play_to_the_end(trial, *, loser):
    for _batch in range(100):
        trial.refresh_from_db()
        if trial.is_over:
            return trial
        for match in waiting(trial):
            play(match, loser=loser)
        trials.advance(now=NOW)
    raise AssertionError("the trial does not end")


def make_once():
    """A trial that a version has won which is held back until it passes."""
    bot = BotFactory(name="Anna", owner=PlayerFactory(username="alice"))
    old, new = VersionFactory(bot=bot), VersionFactory(bot=bot)
    config = trials.TrialConfiguration(variant=variant("einstein"), most_pairs=40, replaces=True)
    trial = trials.start(challenger=new, incumbent=old, player=bot.owner, now=NOW, config=config)
    return play_to_the_end(trial, loser=old)


@pytest.fixture
def won(made):
    return made


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


def test_a_version_that_always_wins_is_better_before_all_is_played(won, alice):
    assert won.status == Trial.Status.BETTER
    assert won.ratios[-1] >= SequentialTest().upper > won.ratios[-2]
    assert won.tournament.status == Tournament.Status.FINISHED
    assert str(alice.notices.get().text) == (
        f"The trial of Anna v2 against Anna v1 is over: better, after {len(won.ratios)} pairs."
        " It replaces its predecessor."
    )


def test_a_version_that_always_loses_is_not_and_stays_held_back(begin, versions, alice):
    old, new = versions
    trial = play_to_the_end(begin(replaces=True), loser=new)
    assert trial.status == Trial.Status.NOT_BETTER
    assert trial.ratios[-1] <= SequentialTest().lower
    assert overview.playing(old.bot, variant="einstein") == old
    assert "It stays held back" in str(alice.notices.get().text)


def test_what_was_not_played_when_it_stops_is_void(won):
    assert not won.tournament.matches.filter(status=Match.Status.QUEUED).exists()


def test_no_verdict_within_the_pairs_allowed_is_said(begin, versions, alice):
    trial = begin(elo1=5, most_pairs=10)
    assert play_to_the_end(trial, loser=versions[0]).status == Trial.Status.UNDECIDED
    assert len(trial.ratios) == 10
    assert str(alice.notices.get().text) == (
        "The trial of Anna v2 against Anna v1 is over: no verdict within the games allowed, after"
        " 10 pairs."
    )


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
    expected = [ratio for ratio, _verdict in SequentialTest().run([0, 2])]
    assert trial.ratios == pytest.approx(expected, abs=1e-6)


def test_a_pair_counts_once_its_luck_has_been_judged_and_by_play(begin, versions):
    trial = begin()
    first, second, *_ = waiting(trial)
    play(first, loser=versions[0], judged=False)
    play(second, loser=versions[0])
    assert progress(trial).pairs == []
    assert progress(trial).open == trials.BATCH - 1

    judge(first, lucks=(0.5, -0.5))
    trials.advance(now=NOW)

    assert progress(trial).pairs == [[(1, 0.75), (1, 0.75)], [(1, 1), (1, 1)]]
    trial.refresh_from_db()
    expected = [ratio for ratio, _verdict in SequentialTest().run([1.5, 2])]
    assert trial.ratios == pytest.approx(expected, abs=1e-6)


def test_luck_that_cannot_be_judged_counts_as_none(begin, versions):
    trial = begin()
    match = waiting(trial)[0]
    play(match, loser=versions[0], judged=False)
    Match.objects.filter(pk=match.pk).update(luck_due_at=None)
    assert progress(trial).pairs == [[(1, 1), (1, 1)]]


def test_nothing_waits_to_be_judged_where_nothing_is_thrown(begin, versions):
    trial = begin(variant=variant("kalah"))
    for match in waiting(trial)[:2]:
        play(match, loser=versions[0], judged=False)
    assert progress(trial).points == [2, 2]


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
    judge(match)
    assert progress(trial).points == [2.0]


def test_partners_are_one_side(begin, alice):
    bot = BotFactory(owner=alice)
    old, new = (VersionFactory(bot=bot, games=["pachisi"]) for _ in range(2))
    trial = trials.start(
        challenger=new,
        incumbent=old,
        player=alice,
        now=NOW,
        config=trials.TrialConfiguration(variant=variant("pachisi(mode=teams)")),
    )
    match = waiting(trial)[0]
    claimed(match)
    for game in match.games.all():
        reports.report(match, game, outcome(game, seed=game.pk), now=NOW, lease=LEASE)
    judge(match)
    (pair,) = progress(trial).pairs
    assert len(pair) == 2


def test_nothing_of_a_trial_is_rated(won):
    assert won.tournament.matches.filter(status=Match.Status.FINISHED).exists()
    assert not LedgerEntry.objects.exists()


def test_a_second_click_is_the_same_trial(begin):
    assert begin() == begin()


def test_more_than_a_few_at_a_time_are_refused(begin, alice, versions):
    for key in ("kalah", "einstein", "kalah(seeds=4)"):
        begin(variant=variant(key))
    with pytest.raises(Invalid, match="3 of your trials are running"):
        begin(variant=variant("kalah(seeds=5)"))


@pytest.mark.parametrize(
    ("terms", "field", "words"),
    [
        ({"elo1": 1}, "elo1", "Choose 5 to 200 Elo"),
        ({"most_pairs": 5}, "most_pairs", "Choose 10 to 2,000 pairs"),
        ({"time_control": "ages"}, "time_control", ""),
        ({"variant": "ashte-kashte"}, "variant", ""),
    ],
)
def test_terms_that_make_no_trial_are_refused(begin, terms, field, words):
    if "variant" in terms:
        terms = {"variant": variant(terms["variant"])}
    with pytest.raises(Invalid) as refused:
        begin(**terms)
    assert refused.value.field == field
    assert words in str(refused.value)


def test_only_the_owner_of_both_starts_a_trial(bob, versions):
    theirs = VersionFactory(bot=BotFactory(owner=bob))
    with pytest.raises(NotAllowed, match="Only alice may try"):
        trials.start(
            challenger=theirs,
            incumbent=versions[0],
            player=bob,
            now=NOW,
            config=trials.TrialConfiguration(variant=variant("kalah")),
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
    old, _new = versions
    begin(replaces=True)
    assert overview.playing(old.bot, variant="einstein") == old


def test_a_version_that_has_passed_plays(won):
    assert overview.playing(won.challenger.bot, variant="einstein") == won.challenger


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
            code=uploads.CodeFile("bot.py", b"#" + bytes([65 + number])),
            now=NOW,
            held_back=True,
        )[0].held_back
        for number in range(2)
    ]
    assert held == [False, True]
