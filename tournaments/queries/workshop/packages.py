"""What `tools/build-workshop` has put beside the site for browsers: Pyodide and the editor."""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static


def pyodide() -> str:
    """The name of Pyodide's folder among static files; empty where it is not installed."""
    return _names(Path(settings.BROWSER_PACKAGES))[0]


def modules() -> dict[str, str]:
    """The addresses of the editor's modules by the names under which scripts import them."""
    _pyodide, names = _names(Path(settings.BROWSER_PACKAGES))
    return {name: static(f"packages/modules/{name}.js") for name in names}


@cache
def _names(folder: Path) -> tuple[str, list[str]]:
    """Pyodide's folder and the modules; what is installed later needs a new start of the site."""
    inside = folder / "modules"
    names = [path.relative_to(inside).with_suffix("").as_posix() for path in inside.rglob("*.js")]
    return next((path.name for path in folder.glob("pyodide-*")), ""), sorted(names)
