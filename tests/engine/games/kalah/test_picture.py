"""What a picture of Kalah shows."""

from tests.engine.drawings import NAMESPACE, classes, parsed, pieces
from tests.engine.walks import played, random_walk


def test_seeds_keep_their_ids_through_a_whole_game():
    for state in random_walk("kalah(sowing=cross)", 4):
        assert set(pieces(parsed(state), "-seed-")) == {f"k-seed-{n}" for n in range(36)}


def test_only_seeds_that_were_sown_or_captured_move():
    before, after = (
        {
            name: (e.get("cx"), e.get("cy"))
            for name, e in pieces(parsed(played("kalah", text)), "-seed-").items()
        }
        for text in ("", "A")
    )
    assert {name for name in before if before[name] != after[name]} == {
        "k-seed-0",
        "k-seed-1",
        "k-seed-2",
    }


def test_pits_and_stores_show_their_seeds_as_numbers():
    root = parsed(played("kalah", "D"))
    labels = {
        name: [text.text for text in group.iter(f"{NAMESPACE}text")]
        for name, group in (pieces(root, "k-pit-") | pieces(root, "k-store-")).items()
    }
    assert labels["k-pit-0-3"] == ["0"]
    assert labels["k-pit-0-4"] == ["4"]
    assert labels["k-store-0"] == ["1"]
    assert len(labels) == 14


def test_the_last_sowing_is_marked_at_its_start_and_end():
    assert classes(parsed(played("kalah", "")))["k-last"] == 0
    assert classes(parsed(played("kalah", "C")))["k-last"] == 2
