"""Every sentence that the formats say to people: refusals by their codes, notes, names of rounds.

Help texts of options and summaries are with the formats that they describe.
"""

from collections.abc import Callable, Mapping, Sequence

REFUSALS: Mapping[str, Callable[..., str]] = {
    "unknown-option": lambda format_name, option, known: (
        f"{format_name} has no option {option}; its options: {', '.join(known) or 'none'}."
    ),
    "whole-number": lambda option, allowed, value: (
        f"{option} must be a whole number from {allowed[0]} to {allowed[1]}, not {value}."
    ),
    "one-of": lambda option, allowed, value: f"{option} must be {_either(allowed)}, not {value}.",
    "number-of-entrants": lambda format_name, sides, least, most, count: (
        f"{format_name} takes {least} to {most} entrants where {sides} sides meet; "
        f"there are {count}."
    ),
    "number-of-sides": lambda format_name, allowed, sides: (
        f"{format_name} is for games of {_either(allowed)} sides; this game has {sides}."
    ),
    "too-many-rounds": lambda count, possible: (
        f"With {count} entrants there can be {possible} rounds at most "
        "before somebody has met everybody."
    ),
    "one-goes-on": lambda: "From a table of three one goes on; two can go on from a table of four.",
    "one-group": lambda: "Choose two groups or more, or 0 for as many as suit the entrants.",
    "too-many-groups": lambda count: f"{count} entrants make {count // 2} groups at most.",
    "too-many-go-on": lambda size: (
        f"From groups of {size} at most {size - 1} can go on: some must be out."
    ),
    "unknown-format": lambda wanted, known: (
        f"There is no format {wanted!r}; the formats are {', '.join(known)}."
    ),
}
"""The sentence of each FormatError, made from its parameters."""


BRACKET, UPPER, LOWER, FINALS = "Bracket", "Upper bracket", "Lower bracket", "Finals"
"""The names of brackets."""

THIRD_PLACE = "Third place"
"""The name of the match between those who lost the semi-finals."""


def deciders(most_blocks: int) -> str:
    """The note on tied pairings in the preview of a bracket."""
    return f"Tied pairings need more: up to {most_blocks} blocks each."


def group_deciders(most_blocks: int) -> str:
    """The note on tied pairings in the preview of groups."""
    return f"Tied pairings of the knockout need more: up to {most_blocks} blocks each."


def second_final() -> str:
    """The note on the second final in the preview of a double elimination."""
    return "The second final is played only if the first does not decide."


def byes_each_round(byes: int) -> str:
    """The note on byes at tables in a preview; empty where at most one entrant has a bye."""
    return f"{byes} of the entrants have a bye in each round." if byes > 1 else ""


def met_twice(count: int) -> str:
    """The note on opponents that fill the last table in the preview of a gauntlet."""
    return f"It meets {count} of them twice, to fill the last table." if count else ""


def meetings(least: int, most: int) -> str:
    """How often two entrants of a design meet."""
    times = {1: "once", 2: "twice"}
    low, high = times.get(least, f"{least} times"), times.get(most, f"{most} times")
    if least == most:
        return f"Every two entrants meet {low}."
    return f"Every two entrants meet {low} {'or' if most == least + 1 else 'to'} {high}."


def unequal_pairings(least: int, most: int) -> str:
    """How many pairings the entrants of a design play, where the numbers differ."""
    return f" Some play {least} pairings, some up to {most}." if least < most else ""


def round_name(number: int) -> str:
    """The default name of a round."""
    return f"Round {number}"


def pairing_name(number: int) -> str:
    """The name of a gauntlet's round."""
    return f"Pairing {number}"


def group_round_name(number: int) -> str:
    """The name of a round of groups."""
    return f"Groups, round {number}"


def knockout_name(matches: int) -> str:
    """The name of a knockout's round, by its number of matches."""
    names = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
    return names.get(matches, f"Round of {2 * matches}")


def table_round_name(number: int, *, is_final: bool) -> str:
    """The name of a round in a knockout at tables."""
    return "Final" if is_final else round_name(number)


def double_name(number: int, finals: int) -> str:
    """The name of a double elimination's round; the first final is the round `finals`."""
    if number >= finals:
        return "Final" if number == finals else "Second final"
    half, odd = divmod(number, 2)
    if odd:
        return upper_name(1) if number == 1 else lower_name(number - 1)
    return f"{upper_name(half + 1)}, lower {number - 1}"


def upper_name(number: int) -> str:
    """The name of a round in the upper bracket."""
    return f"Upper round {number}"


def lower_name(number: int) -> str:
    """The name of a round in the lower bracket."""
    return f"Lower round {number}"


def _either(allowed: Sequence[object]) -> str:
    return " or ".join(map(str, allowed))
