"""The Markdown files in which an operator writes imprint, privacy policy and terms."""

from pathlib import Path

from django.conf import settings

PAGES = ("imprint", "privacy", "terms")


def path_of(name: str, *, language: str) -> Path | None:
    """The file of a page in this language, or without a language; None where there is none."""
    if name not in PAGES or not settings.LEGAL:
        return None
    folder = Path(settings.LEGAL)
    candidates = (folder / f"{name}.{language}.md", folder / f"{name}.md")
    return next((path for path in candidates if path.is_file()), None)


def present(language: str) -> set[str]:
    """The names of the pages that there are, for the foot of each page."""
    return {name for name in PAGES if path_of(name, language=language)}
