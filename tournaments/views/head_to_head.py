"""Two bots, head to head."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.models import Bot
from tournaments.queries.bots import head_to_head

LAST_MATCHES = 10


@require_safe
def against(request: HttpRequest, slug: str, other: str) -> HttpResponse:
    """The results of one bot, or of one version, against another."""
    bots = Bot.objects.select_related("owner").prefetch_related("versions")
    first, second = get_object_or_404(bots, slug=slug), get_object_or_404(bots, slug=other)
    chosen = [_number(request, name, bot) for name, bot in (("version", first), ("other", second))]
    if first == second and (None in chosen or chosen[0] == chosen[1]):
        raise Http404("Choose two different versions of one bot, as ?version=2&other=1.")
    sides = head_to_head.versions(first, chosen[0]), head_to_head.versions(second, chosen[1])
    context = {
        "one": first,
        "two": second,
        "chosen": chosen,
        "meetings": head_to_head.meetings(*sides),
        "matches": head_to_head.last_matches(*sides, limit=LAST_MATCHES),
    }
    return render(request, "bots/against.html", context)


def _number(request: HttpRequest, name: str, bot: Bot) -> int | None:
    """The version that was asked for; None for all."""
    text = request.GET.get(name, "")
    if not text:
        return None
    numbers = {str(version.number): version.number for version in bot.versions.all()}
    if text not in numbers:
        raise Http404(f"{bot} has no version {text[:20]}.")
    return numbers[text]
