"""Value functions: what each side can expect in a position, as self-play has taught a network.

    from agents import values

    function = values.load(game)
    function.value(state)             # the expected return of each side
    function.values(state.child(action) for action in state.legal_actions())

There is one for each variant with a leaderboard. Bots may import this package; it needs numpy. Any
machine computes the same values, to the last digit. docs/29-values-and-luck.md says how they were
learned and how good they are.
"""

from agents.values.editions import Edition, NoValueFunction, hashes, load, newest

__all__ = ["Edition", "NoValueFunction", "hashes", "load", "newest"]
