"""Where a reader forces all colours, the seats of a game still differ."""

import pytest

pytestmark = pytest.mark.e2e

KINDS = ["red", "blue", "yellow", "green", "seat-0", "seat-1", "seat-2", "seat-3"]
COLOURS = """(kinds) => kinds.map((kind) => {
  const seat = document.createElement("span");
  seat.className = `seat tone-${kind}`;
  document.body.append(seat);
  return getComputedStyle(seat).backgroundColor;
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_marks_of_seats_differ_in_forced_colours(people, scheme):
    page = people.visitor(forced_colors="active", color_scheme=scheme)
    page.goto("/")

    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    colours = page.evaluate(COLOURS, KINDS)
    assert (len(set(colours[:4])), len(set(colours[4:]))) == (4, 4)
