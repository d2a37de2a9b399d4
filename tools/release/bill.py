"""The software bill of materials of a release: what its image holds of others, with licences."""

import json
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from tools.release.locks import Package

NAMESPACE = uuid.UUID("7e0b3c52-5a55-4b52-9d0a-6d9c44a1d3c1")
OURS = {"kauri": "application", "kauri-kit": "library"}
LICENCE = "Apache-2.0"
COMPILED_IN = "pkg:pypi/mypy@"
"""Its runtime library is part of each compiled engine, so of the kit too."""


def bill(version: str, packages: Iterable[Package], *, made_at: int) -> str:
    """A CycloneDX document as JSON: the same for the same release."""
    shipped = [package for package in packages if package.is_shipped]
    document: dict[str, Any] = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(made_at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": _own("kauri", version),
        },
        "components": [_own("kauri-kit", version), *map(_component, shipped)],
        "dependencies": _needs(shipped),
    }
    text = json.dumps(document, sort_keys=True)
    return json.dumps(document | {"serialNumber": uuid.uuid5(NAMESPACE, text).urn}, indent=1) + "\n"


def _own(name: str, version: str) -> dict[str, Any]:
    return {
        "type": OURS[name],
        "bom-ref": name,
        "name": name,
        "version": version,
        "licenses": [{"license": {"id": LICENCE}}],
    }


def _component(package: Package) -> dict[str, Any]:
    """One package. An SPDX expression stands alone, whatever it names."""
    hashes = [{"alg": "SHA-512", "content": package.sha512}] if package.sha512 else []
    return {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "licenses": [{"expression": package.licence}],
    } | ({"hashes": hashes} if hashes else {})


def _needs(shipped: list[Package]) -> list[dict[str, Any]]:
    """The platform holds all of them; the kit what is compiled into its engine."""
    refs = [package.purl for package in shipped]
    compiled_in = [ref for ref in refs if ref.startswith(COMPILED_IN)]
    return [
        {"ref": "kauri", "dependsOn": ["kauri-kit", *refs]},
        {"ref": "kauri-kit", "dependsOn": compiled_in},
    ]
