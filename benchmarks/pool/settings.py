"""The site's settings with a pool of psycopg in the place of connections that threads keep."""

from tournaments.machinery.web.handler import DOWNLOADS, THREADS
from tournaments.settings import *  # noqa: F403
from tournaments.settings import DATABASES

DATABASES["default"]["CONN_MAX_AGE"] = 0
DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": THREADS + DOWNLOADS}
