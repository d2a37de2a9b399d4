"""The workshop: a page where one writes a bot and plays it in the browser."""

import json

from csp.constants import NONCE, SELF
from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

import engine
from engine import svg
from tournaments.errors import Invalid
from tournaments.queries.games import tutorials
from tournaments.queries.games.tutorials import Step
from tournaments.queries.workshop import packages, page
from tournaments.queries.workshop.opening import opening
from tournaments.queries.workshop.sources import sources as packed
from tournaments.views import documents
from tournaments.web.languages import in_english

FOR_EVER = "public, max-age=31536000, immutable"


@require_safe
@csp_update({"script-src": [NONCE], "style-src": [NONCE], "frame-src": [SELF]})
def workshop(request: HttpRequest) -> HttpResponse:
    """The page; the query names a variant, or what is opened: a draft, a version or a step."""
    try:
        opened = opening(request.GET.dict(), request.user)
        game = engine.parse_variant(opened.variant or request.GET.get("game", page.FIRST))
    except (LookupError, engine.EngineError) as error:
        raise Http404(str(error)) from error
    except Invalid as refusal:
        messages.error(request, str(refusal))
        return redirect("workshop")
    looks, rivals = svg.seat_looks(game), page.rivals(request.user, game, besides=opened.draft)
    modules = packages.modules()
    context = {
        "game": game,
        "data": page.data(game, rivals) | ({"files": opened.listed()} if opened.files else {}),
        "opening": opened,
        "step_text": _step_text(opened.step),
        "tutorial": opened.steps or tutorials.steps(game.info.id),
        "sentences": page.sentences(),
        "variants": page.variants(),
        "controls": page.controls(),
        "plates": sorted(enumerate(looks), key=lambda plate: plate[1].place),
        "position": game.new_initial_state(),
        "modules": modules,
        "import_map": _import_map(modules),
        "frame": reverse("workshop-frame"),
    }
    return render(request, "workshop/page.html", context)


@require_safe
@xframe_options_sameorigin
@in_english
def frame(request: HttpRequest) -> HttpResponse:
    """The frame in which bots run: an origin of its own, which may load its own files alone."""
    if not packages.pyodide():
        raise Http404("This site lacks the packages that its workshop needs.")
    files = {
        "worker": static("kauri/workshop/worker.js"),
        "pyodide": f"{settings.STATIC_URL}packages/{packages.pyodide()}/",
        "sources": f"{reverse('workshop-sources')}?sha256={packed().sha256}",
    }
    files = {name: request.build_absolute_uri(path) for name, path in files.items()}
    answer = render(request, "workshop/frame.html", {"files": files})
    answer["Content-Security-Policy"] = _policy(request, files)
    # An answer without a body, 304, would come with the policy of all other pages.
    answer["Cache-Control"] = "no-store"
    return answer


@require_safe
@in_english
def sources(request: HttpRequest) -> HttpResponse:
    """The Python that the frame runs; with its hash in the address it is cached for ever."""
    answer = HttpResponse(packed().data, content_type="application/zip")
    is_named = request.GET.get("sha256") == packed().sha256
    answer["Cache-Control"] = FOR_EVER if is_named else "public, no-cache"
    # The frame has no origin that could be named.
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _step_text(step: Step | None) -> SafeString:
    """The text of a step: the site's own in the reader's language, a teacher's as it is."""
    if step is None:
        return SafeString()
    return documents.html_of_players(step.text) if step.club else documents.html_of(step.text)


def _policy(request: HttpRequest, files: dict[str, str]) -> str:
    """The policy of the frame and its worker: nothing but its own files, and WebAssembly."""
    scripts = request.build_absolute_uri(f"{settings.STATIC_URL}kauri/workshop/")
    pyodide, zipped = files["pyodide"], files["sources"].partition("?")[0]
    return "; ".join(
        (
            "sandbox allow-scripts",
            "default-src 'none'",
            f"script-src {scripts} {pyodide} blob: 'wasm-unsafe-eval'",
            "worker-src blob:",
            f"connect-src {pyodide} {zipped}",
            "frame-ancestors 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _import_map(modules: dict[str, str]) -> SafeString:
    # Names of packages and addresses of static files hold nothing that HTML could read.
    return mark_safe(json.dumps({"imports": modules}))  # noqa: S308
