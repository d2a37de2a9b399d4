"""What views may expect of a request, after the middlewares and the decorators before them."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from tournaments.models import Player


class HtmxHttpRequest(HttpRequest):
    """Any request of the site: it says whether htmx sent it."""

    htmx: HtmxDetails


class AuthenticatedHttpRequest(HtmxHttpRequest):
    """A request behind `login_required`."""

    user: Player
