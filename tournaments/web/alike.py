"""Pages on which members see what visitors see, so that all of them can share one."""

from collections.abc import Callable
from typing import Any, TypeVar

from tournaments.models import Player

View = TypeVar("View", bound=Callable[..., Any])
Differs = Callable[..., bool]
"""Of a player and the parts of the page's address, by their names."""

_MARK = "differs"


def never(_player: Player, **_address: object) -> bool:
    """Say of a page that it is the same for all."""
    return False


def alike(differs: Differs = never) -> Callable[[View], View]:
    """Mark a view that shows members what it shows visitors, but for those for whom it `differs`.

    It always does for staff. `differs` must name all others who are to see more.
    """

    def mark(view: View) -> View:
        setattr(view, _MARK, differs)
        return view

    return mark


def differs_for(player: Player, view: Callable[..., Any], address: dict[str, Any]) -> bool:
    """Whether a member must get a page of their own from a view."""
    differs: Differs | None = getattr(view, _MARK, None)
    return differs is None or player.is_staff or differs(player, **address)
