"""Openings: legal, new to those who meet, and the same for everybody who draws them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import openings, record
from engine.__main__ import main

SEED = bytes(range(32))


@pytest.mark.parametrize("game_id", ["kalah", "alquerque"])
def test_an_opening_can_be_played(game_id):
    game = engine.load_game(game_id)
    state = game.new_initial_state()

    drawn = openings.draw(game, SEED, actions=4, taken=[()])

    assert len(drawn) == 4
    for notation in drawn:
        state.apply_action(state.string_to_action(notation))
    assert not state.is_terminal()


@pytest.mark.parametrize("game_id", [info.id for info in engine.games() if info.has_chance])
def test_games_with_dice_have_no_openings(game_id):
    with pytest.raises(ValueError, match="is played with dice: only games without have openings"):
        openings.draw(engine.load_game(game_id), SEED, actions=4, taken=[()])


@settings(max_examples=5, deadline=None)
@given(seed=st.binary(min_size=32, max_size=32))
def test_each_opening_is_new_and_drawn_the_same_again(seed):
    game, taken = engine.load_game("kalah"), [()]
    for _block in range(3):
        taken.append(openings.draw(game, seed, actions=2, taken=taken))
    assert len(set(taken)) == 4
    assert taken[3] == openings.draw(game, seed, actions=2, taken=taken[:3])


def test_where_none_is_new_it_is_empty():
    game = engine.load_game("kalah")
    every = [(name,) for name in "ABCDEF"]
    assert openings.draw(game, SEED, actions=1, taken=every) == ()


def test_the_command_draws_it(capsys):
    drawn = openings.draw(engine.load_game("kalah"), SEED, actions=3, taken=[()])
    assert main(["opening", "kalah", SEED.hex(), "--actions", "3"]) == 0
    assert capsys.readouterr().out == " ".join(drawn) + "\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["kalah", "ab"], "32 bytes"),
        (["chess", SEED.hex()], "no game 'chess'"),
        (["pachisi", SEED.hex()], "Pachisi is played with dice"),
    ],
)
def test_the_command_says_what_is_wrong(capsys, arguments, said):
    assert main(["opening", *arguments]) == 1
    assert said in capsys.readouterr().out


def opened(*marks):
    """The record of Kalah's first actions, of which these are marked as an opening's."""
    state = engine.load_game("kalah").new_initial_state()
    recorder = record.Recorder(state.get_game(), [{"name": "a", "version": 1}] * 2, "00")
    for is_opening in marks:
        action = state.legal_actions()[1]
        (recorder.opening if is_opening else recorder.action)(state, action)
        state.apply_action(action)
    return recorder.document(state)


def test_a_record_marks_its_opening():
    document = opened(True, True, False)
    assert [event.get("opening") for event in document["events"]] == [True, True, None]
    assert record.opening(document) == [event["action"] for event in document["events"][:2]]


def test_an_opening_after_a_bots_action_is_refused():
    verdict = record.verify(opened(True, False, True))
    assert verdict.line.startswith("refused at event 2: an opening comes before everything")


def test_a_mark_that_is_not_true_is_refused():
    document = opened(True)
    document["events"][0]["opening"] = 1
    assert record.verify(document).line.startswith("refused at event 0: opening is true")
