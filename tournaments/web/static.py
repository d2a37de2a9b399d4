"""Style sheets and scripts: compressed, and named by a hash of their content."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from tournaments.web.scopes import FIXED

_UNUSED = ["redoc", "rest_framework", "ext"]
"""Folders of installed packages that no page of this site uses."""

SHEET = "kauri/site.css"
_IMPORT = re.compile(r'@import "(.+)";')


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Names files by the hash of their content, so that browsers keep them for ever.

    They are collected whenever a program that serves the site starts. A file that has not been
    collected keeps its own name, and browsers ask for it again every minute.
    """

    # Imports between scripts use the hashed names, too.
    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Join the sheets that the site's own one imports: a phone asks for one file."""

        def text(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        joined = InMemoryStorage()
        sheet = _IMPORT.sub(lambda link: text(f"kauri/{link[1]}"), text(SHEET))
        joined.save(SHEET, ContentFile(sheet.encode()))
        files = {**paths, SHEET: (joined, SHEET)}
        fixed = [name for name in files if name.startswith(FIXED)]
        hashed = {name: file for name, file in files.items() if name not in fixed}
        yield from super().post_process(hashed, dry_run, **options)  # type: ignore[no-untyped-call]
        for name, compressed in self.compress_files(fixed):  # type: ignore[no-untyped-call]
            yield name, compressed, True

    def stored_name(self, name: str) -> str:
        return str(self.hashed_files.get(self.hash_key(self.clean_name(name)), name))


def collect() -> None:
    """Hash and compress all static files, unless none has changed since the last time.

    The files of earlier releases stay, since pages that are open may still ask for them.
    """
    done = Path(settings.STATIC_ROOT, ".collected")
    present = _fingerprint()
    if done.exists() and done.read_text() == present:
        return
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=_UNUSED)
    done.write_text(present)


def _fingerprint() -> str:
    """Return a hash that changes whenever a static file is added, changed or removed."""
    files = sorted(
        f"{name} {storage.get_modified_time(name).timestamp()}"
        for finder in get_finders()
        for name, storage in finder.list([])
    )
    return hashlib.sha256("\n".join(files).encode()).hexdigest()
