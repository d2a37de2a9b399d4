"""Count the positions of a game tree: `python -m engine.perft kalah --depth 6`."""

import argparse

from engine.counting import perft
from engine.errors import EngineError
from engine.registry import load_game, option_from_text
from engine.state import State

__all__ = ["main", "perft", "settle"]

_MANY = 100


def settle(state: State) -> list[str]:
    """Apply the first outcome at each opening chance node of more than 100; return their notation.

    Counting from every set-up of a game would take its depth away.
    """
    settled = []
    while state.is_chance_node() and len(state.legal_actions()) > _MANY:
        outcome = state.legal_actions()[0]
        settled.append(state.action_to_string(outcome))
        state.apply_action(outcome)
    return settled


def main(arguments: list[str] | None = None) -> int:
    """Print the counts for each depth; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m engine.perft", description="Count game tree nodes."
    )
    parser.add_argument("game", help="a game id, such as kalah")
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--after", nargs="*", default=[], help="notation to play first")
    parsed = parser.parse_args(arguments)
    try:
        options = dict(option_from_text(parsed.game, text) for text in parsed.option)
        state = load_game(parsed.game, **options).new_initial_state()
        for text in parsed.after:
            state.apply_action(state.string_to_action(text))
    except EngineError as error:
        parser.error(str(error))
    played = parsed.after + settle(state)
    print(state.get_game().variant, "after", " ".join(played) or "the start")
    for depth in range(1, parsed.depth + 1):
        print(f"depth {depth}: {perft(state, depth)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
