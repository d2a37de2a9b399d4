"""What the view sets of the API declare is so."""

from django.conf import settings

from tournaments.api import urls  # noqa: F401 - subclasses
from tournaments.api.resources import Resource


def test_every_rate_is_that_of_an_action():
    limited = {
        (kind.__name__, action): rate
        for kind in Resource.__subclasses__()
        for action, rate in kind.rates.items()
        if hasattr(kind, action)
    }

    assert len(limited) == sum(len(kind.rates) for kind in Resource.__subclasses__()) == 15
    assert set(limited.values()) <= set(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"])
