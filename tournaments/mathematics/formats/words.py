"""Every sentence that the formats say to people: refusals by their codes, notes, names of rounds.

Option helps and summaries stand with the formats that they describe.
"""

from collections.abc import Callable, Mapping, Sequence


def _unknown_option(*, format_name: str, option: str, known: Sequence[str]) -> str:
    allowed = ", ".join(known) or "none"
    return f"{format_name} has no option {option}; its options: {allowed}."


def _whole_number(*, option: str, low: int, high: int, value: object) -> str:
    return f"{option} must be a whole number from {low} to {high}, not {value}."


def _one_of(*, option: str, allowed: Sequence[object], value: object) -> str:
    return f"{option} must be {_either(allowed)}, not {value}."


def _number_of_entrants(*, format_name: str, least: int, most: int, count: int) -> str:
    return f"{format_name} takes {least} to {most} entrants here; there are {count}."


def _number_of_sides(*, format_name: str, allowed: Sequence[int], sides: int) -> str:
    return f"{format_name} is for games of {_either(allowed)} sides; this game has {sides}."


def _entrants_of_designs(*, sides: int, most: int, count: int) -> str:
    return f"A round-robin of {sides} sides takes {sides} to {most} entrants; there are {count}."


def _entrants_at_tables(*, format_name: str, most: int, count: int) -> str:
    return (
        f"{format_name} takes {most} entrants at most where more than two sides meet; "
        f"there are {count}."
    )


def _too_many_rounds(*, count: int, possible: int) -> str:
    return (
        f"With {count} entrants there can be {possible} rounds at most "
        "before somebody has met everybody."
    )


def _one_goes_on() -> str:
    return "From a table of three one goes on; two can go on from a table of four."


def _too_many_groups(*, count: int) -> str:
    return f"{count} entrants make {count // 2} groups at most."


def _too_many_go_on(*, size: int) -> str:
    return f"From groups of {size} at most {size - 1} can go on: some must be out."


def _unknown_format(*, wanted: str, known: Sequence[str]) -> str:
    return f"There is no format {wanted!r}; the formats are {', '.join(known)}."


REFUSALS: Mapping[str, Callable[..., str]] = {
    "unknown-option": _unknown_option,
    "whole-number": _whole_number,
    "one-of": _one_of,
    "number-of-entrants": _number_of_entrants,
    "number-of-sides": _number_of_sides,
    "entrants-of-designs": _entrants_of_designs,
    "entrants-at-tables": _entrants_at_tables,
    "too-many-rounds": _too_many_rounds,
    "one-goes-on": _one_goes_on,
    "too-many-groups": _too_many_groups,
    "too-many-go-on": _too_many_go_on,
    "unknown-format": _unknown_format,
}
"""The sentence of each FormatError, made from its parameters."""


BRACKET, UPPER, LOWER, FINALS = "Bracket", "Upper bracket", "Lower bracket", "Finals"
"""The names of brackets."""

THIRD_PLACE = "Third place"
"""The name of the match between those who lost the semi-finals."""


def deciders(most_blocks: int) -> str:
    """What a preview of a bracket says of tied pairings."""
    return f"Tied pairings need more: up to {most_blocks} blocks each."


def group_deciders(most_blocks: int) -> str:
    """What a preview of groups says of tied pairings."""
    return f"Tied pairings of the knockout need more: up to {most_blocks} blocks each."


def second_final() -> str:
    """What a preview of a double elimination says of its second final."""
    return "The second final is played only if the first does not decide."


def byes_each_round(byes: int) -> str:
    """What a preview says of byes at tables; nothing where one entrant at most has a bye."""
    return f"{byes} of the entrants have a bye in each round." if byes > 1 else ""


def met_twice(count: int) -> str:
    """What a preview of a gauntlet says of opponents that fill the last table."""
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
    """The name of a round that has no better one."""
    return f"Round {number}"


def pairing_name(number: int) -> str:
    """The name of a gauntlet's round."""
    return f"Pairing {number}"


def group_round_name(number: int) -> str:
    """The name of a round of groups."""
    return f"Groups, round {number}"


def knockout_name(matches: int) -> str:
    """The name of a knockout's round with so many matches."""
    names = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
    return names.get(matches, f"Round of {2 * matches}")


def table_round_name(number: int, rounds: int) -> str:
    """The name of a round in a knockout at tables."""
    return "Final" if number == rounds else round_name(number)


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
