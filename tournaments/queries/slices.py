"""Long lists of which a page reads only its slice."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

Line = TypeVar("Line")


class Slices(Sequence[Line]):
    """A sequence of which each slice is read by itself."""

    @abstractmethod
    def between(self, start: int, stop: int) -> list[Line]:
        """The lines from the one at `start` to before the one at `stop`, as far as there are."""

    @overload
    def __getitem__(self, index: int) -> Line: ...

    @overload
    def __getitem__(self, index: slice) -> list[Line]: ...

    def __getitem__(self, index: int | slice) -> Line | list[Line]:
        if isinstance(index, int):
            return self[index : index + 1][0]
        # Counted only where the slice goes to the end.
        start, stop, _step = index.indices(len(self) if index.stop is None else index.stop)
        return self.between(start, stop)

    def __iter__(self) -> Iterator[Line]:
        return iter(self[:])
