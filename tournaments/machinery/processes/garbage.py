"""Run Python's garbage collector rarely in the site and workers."""

import gc

OBJECTS = 20_000
"""New objects after which the collector looks at them: every second answer makes as many."""


def look_seldom() -> None:
    """Exempt all objects that exist now from collection, and collect new ones only when many.

    A page makes some ten thousand objects and no reference cycles. With Python's own threshold of
    700 the collector took a fourth of a long page's time, since it sometimes also visited the
    hundreds of thousands of objects of the loaded site. In a forked process it also wrote to each
    of them, and so copied memory that had been shared.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS, 10, 10)
