"""The path prefix of a site that shares its host name with others, such as /kauri.

Addresses of the site have it everywhere. Proxies may pass it on or remove it: both are understood.
"""

from django.conf import settings


def without_prefix(path: str) -> str:
    """Return a path as it would be on a site without a prefix."""
    return path.removeprefix(settings.PATH_PREFIX)


def with_prefix(path: str) -> str:
    """Return a path of a request as the site's own routes have it."""
    prefix = settings.PATH_PREFIX
    return path if f"{path}/".startswith(f"{prefix}/") else prefix + path
