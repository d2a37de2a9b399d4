"""An address with a NUL in it is refused before any view looks for what it names."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.web import problems

REFUSAL = "No address has a NUL character in it."


class Addresses:
    """Answers 404 to such an address: no name has a NUL, and PostgreSQL cannot look for one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" not in request.path and "%00" not in request.META["QUERY_STRING"]:
            return self.get_response(request)
        if problems.is_of_api(request):
            return problems.answer("not_found", REFUSAL)
        raise Http404(REFUSAL)
