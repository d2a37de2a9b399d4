"""What the site's processes count for Prometheus: requests, how long they took, and log-ins.

The processes of one web server count together, in files of a folder: whichever of them is asked,
it tells the sums. A restart of the web server begins anew, as Prometheus expects of counters.
"""

import os
from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, Summary
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which prometheus_client finds the folder, when it is imported."""

_COUNTED = CollectorRegistry()

REQUESTS = Counter(
    "kauri_requests", "Requests answered", ["route", "method", "status"], registry=_COUNTED
)
ROUTE_SECONDS = Summary(
    "kauri_route_seconds", "From a request's turn to its answer", ["route"], registry=_COUNTED
)
SECONDS = Histogram(
    "kauri_request_seconds", "The same by kind: page, api or file", ["kind"], registry=_COUNTED,
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)  # fmt: skip
REFUSED = Counter(
    "kauri_requests_refused", "Requests to which a full queue answered 503", registry=_COUNTED
)
LOGINS = Counter("kauri_logins", "Log-ins by outcome", ["outcome"], registry=_COUNTED)


def share(folder: str) -> None:
    """Let the processes that this one starts count together, in files of an empty folder."""
    os.environ[_FOLDER] = folder


def collected() -> Iterable[Metric]:
    """Return all that the processes of this web server have counted."""
    if _FOLDER not in os.environ:
        return _COUNTED.collect()
    shared = CollectorRegistry()
    MultiProcessCollector(shared)  # type: ignore[no-untyped-call]  # it registers itself
    return shared.collect()
