"""The difference of two versions in the fit of a leaderboard, with its error."""

from dataclasses import dataclass

from django.db.models.functions import Substr

from tournaments.errors import Invalid
from tournaments.mathematics.statistics import triangle
from tournaments.mathematics.statistics.scale import Z, normal_probability
from tournaments.models import Fit, FitCovariance, FittedPlace, Variant, Version

SUGGESTED = 200
"""The most names that a page suggests; people may type any other name."""


@dataclass(frozen=True)
class StrengthDifference:
    """How much stronger `one` is than `other`, in Elo, with the 95% interval.

    `superiority` is the probability that `one` is stronger; `games` is how many each has played.
    """

    one: Version
    other: Version
    elo: float
    low: float
    high: float
    superiority: float
    games: tuple[int, int]


def names(fit: Fit) -> list[str]:
    """The names of the versions that a page suggests, best first."""
    best = fit.places.order_by("number").values_list("version__bot__name", "version__number")
    return [f"{bot} v{number}" for bot, number in best[:SUGGESTED]]


def named(name: str) -> Version | None:
    """The version with this name, such as “Greedy v2”; None where there is none."""
    bot, _mark, number = name.strip().rpartition(" v")
    # No version has a longer number, and no database takes any.
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        return None
    rows = Version.objects.select_related("bot")
    return rows.filter(bot__name__iexact=bot, number=int(number)).first()


def compare(variant: Variant, *, one: Version, other: Version) -> StrengthDifference:
    """Compare two versions by the fit of a leaderboard.

    Raises Invalid where they cannot be compared; its field is `one` or `other` if one is at fault.
    """
    if one == other:
        raise Invalid("compared-with-itself", "other")
    fit = Fit.objects.filter(variant=variant).first()
    if fit is None:
        raise Invalid("not-computed")
    lines = {place.version_id: place for place in fit.places.filter(version__in=[one, other])}
    first, second = _line(lines, "one", one), _line(lines, "other", other)
    if first.component != second.component:
        raise Invalid("not-connected", one=one, other=other)
    return _compared(one, other, first, second, error=_error(fit, one, other))


def _line(lines: dict[int, FittedPlace], field: str, version: Version) -> FittedPlace:
    if version.pk not in lines:
        raise Invalid("version-not-rated", field, version=version)
    return lines[version.pk]


def _error(fit: Fit, one: Version, other: Version) -> float:
    stored = FitCovariance.objects.filter(fit=fit)
    row = {
        version: number for number, version in enumerate(stored.values_list("versions").get()[0])
    }
    for field, version in (("one", one), ("other", other)):
        if version.pk not in row:
            raise Invalid("not-compared", field, version=version, most=len(row))
    # A triangle has megabytes, of which three numbers are needed.
    places = triangle.places(row[one.pk], row[other.pk])
    cells = [Substr("triangle", 1 + place, triangle.CELL_BYTES) for place in places]
    return triangle.difference_error([bytes(cell) for cell in stored.values_list(*cells).get()])


def _compared(
    one: Version, other: Version, first: FittedPlace, second: FittedPlace, *, error: float
) -> StrengthDifference:
    elo = first.rating - second.rating
    return StrengthDifference(
        one=one,
        other=other,
        elo=elo,
        low=elo - Z * error,
        high=elo + Z * error,
        superiority=normal_probability(elo / error) if error else float(elo > 0),
        games=(first.games, second.games),
    )
