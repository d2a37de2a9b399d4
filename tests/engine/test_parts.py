"""The parts of a game that say its positions to people and programs: words, and observations."""

import pytest

import engine
from engine import planes, words
from tests.engine.cases import GAMES
from tests.engine.test_conformance import limit
from tests.engine.walks import VARIANTS, random_walk

pytestmark = pytest.mark.once

FORMS = ("", "-told", "-label")


@pytest.mark.parametrize("info", GAMES, ids=lambda info: info.id)
def test_a_deed_has_three_forms_and_codes_of_its_own(info):
    sentences = info.part("words").SENTENCES
    told = {code.removesuffix("-told") for code in sentences if code.endswith("-told")}

    assert told
    assert all(f"{code}{form}" in sentences for code in told for form in FORMS)
    assert not set(sentences) & set(info.part("text").SENTENCES)


@pytest.mark.parametrize("variant", VARIANTS)
def test_actions_and_throws_have_words_that_tell_them_apart(variant):
    teller = words.english(engine.parse_variant(variant).info)
    for state in [*random_walk(variant, 1)][:-1:5]:
        legal = limit(state.legal_actions())
        seat = state.chance_seat() if state.is_chance_node() else state.current_player()
        deeds = [words.deed(state, action) for action in legal]
        asked = {teller.asked(deed) for deed in deeds}
        told = [teller.told(deed, seat) for deed in deeds]
        duty = words.duty(state)

        assert len(asked) == len(legal)
        assert not any("{" in text for text in [*asked, *told, *map(teller.label, deeds)])
        assert duty is None or teller.whole(duty).endswith(".")


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_seat_sees_the_same_in_a_state_made_of_its_view(variant):
    for state in [*random_walk(variant, 5)][::3]:
        game = state.get_game()
        for seat in range(game.num_players()):
            seen = planes.observe(state, seat)
            assert len(seen) == planes.size(game)
            assert seen == planes.observe(game.state_from_dict(state.view(seat)), seat)


@pytest.mark.parametrize("variant", VARIANTS)
def test_codes_are_few_and_stand_for_one_legal_action_each(variant):
    for state in [*random_walk(variant, 6)][::3]:
        codes = planes.codes(state)
        allowed = {code for code, _action in codes}
        assert len(allowed) == len(codes)
        assert allowed <= set(range(planes.actions(state.get_game())))
        assert {action for _code, action in codes} <= set(state.legal_actions())
        assert bool(codes) == state.is_player_node()
