"""How seldom the site and workers look for garbage that only Python's collector finds."""

import gc

OBJECTS = 20_000
"""So many new objects, and then they are looked at: one answer in two makes as many."""


def look_seldom() -> None:
    """Never look at what has been loaded by now, and at new objects only when they are many.

    A page makes some ten thousand objects and no garbage of that kind. With Python's own threshold
    of 700 its collector was a fourth of a long page's time: now and then it also looked at the
    hundreds of thousands of objects that the site consists of. In a process that was forked it also
    wrote to each of them, and so took a copy of the memory that it had shared.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS, 10, 10)
