"""The machine's integers, arrays and bytes, as the compiled engine has them.

mypyc knows these types by their own names and never calls what stands below. Interpreted, an
`i64` or `u8` is an int, a `vec` a list and a `BytesWriter` collects bytes, so the source needs
nothing but the standard library. Numbers must stay below 2**63 by themselves: an int would grow
where an `i64` wraps around.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.strings import BytesWriter, write_i64_le
    from librt.vecs import vec
    from mypy_extensions import i64, mypyc_attr, u8
else:
    i64 = u8 = int
    vec = list

    class BytesWriter:
        """Collects bytes."""

        def __init__(self):
            self.written = bytearray()

        def append(self, number):
            """Add a number below 256 as a byte."""
            self.written.append(number)

        def __len__(self):
            """Return how many bytes there are so far."""
            return len(self.written)

        def __getitem__(self, place):
            """Return the byte in a place."""
            return self.written[place]

        def __setitem__(self, place, number):
            """Put a number below 256 in the place of a byte."""
            self.written[place] = number

        def write(self, more):
            """Add bytes."""
            self.written += more

        def truncate(self, size):
            """Keep only the first `size` bytes."""
            del self.written[size:]

        def getvalue(self):
            """Return all bytes so far."""
            return bytes(self.written)

    def write_i64_le(writer, number):
        """Add a number as eight bytes, the lowest first."""
        writer.written += number.to_bytes(8, "little")

    def mypyc_attr(**_):
        """Return a decorator that leaves its class alone."""
        return lambda decorated: decorated


__all__ = ["BytesWriter", "i64", "mypyc_attr", "u8", "vec", "write_i64_le"]
