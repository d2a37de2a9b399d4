"""Boards turned about their middle."""

import re


def points_turned(text, files, seats):
    """A text with the points in it turned about a square board by one seat."""
    for _ in range(4 // seats):
        text = re.sub(
            "([a-g])([1-7])",
            lambda point: files[-int(point[2])] + str(files.index(point[1]) + 1),
            text,
        )
    return text
