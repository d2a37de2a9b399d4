"""The machine's integers and arrays, as the compiled engine has them.

mypyc knows these types by their own names and never calls what stands below. Interpreted, an
`i64` is an int and a `vec` a list, so the source needs nothing but the standard library. Numbers
must stay below 2**63 by themselves: an int would grow where an `i64` wraps around.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64, mypyc_attr
else:
    i64 = int
    vec = list

    def mypyc_attr(**_):
        """Return a decorator that leaves its class alone."""
        return lambda decorated: decorated


__all__ = ["i64", "mypyc_attr", "vec"]
