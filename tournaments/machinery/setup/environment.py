"""Settings by environment variables: every name, its default and its meaning.

Parsing is strict: on an unknown KAURI_ name or an unreadable value the program does not start, and
says what was wrong and what is allowed.
"""

import importlib.util
import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from agents.bots import archive
from agents.sizes import KIB, MIB
from agents.terms.limits import Limits
from tournaments.machinery.setup.variables import SettingError, Variable

RATES = {
    "anon": ("300/minute", "requests to the API from an address"),
    "user": ("1200/minute", "requests to the API of a player"),
    "token": ("10/minute", "tokens of the API that an address may ask for by a password"),
    "logins": ("30/minute", "times that an address may send the form for logging in"),
    "signups": ("100/hour", "times that an address may send the form for signing up"),
    "resets": ("20/minute", "links to a new password that an address may ask for"),
    "bots": ("30/hour", "new bots of a player"),
    "uploads": ("60/hour", "uploads and trials of a player"),
    "drafts": ("1000/hour", "times that a player may save drafts of the workshop"),
    "tournaments": ("60/hour", "new tournaments of a player"),
    "joins": ("30/hour", "times that a player may join clubs"),
    "webhook-tests": ("30/hour", "times that a player may change or test a webhook"),
    "verifications": ("30/minute", "matches that a player or an address may have replayed"),
    "exports": ("30/minute", "files of results that a player or an address may ask for"),
    "remote": ("3000/minute", "actions of a player's remote bots"),
    "casual": ("120/hour", "casual games and analyses of a player"),
    "casual-visitors": ("30/hour", "casual games and analyses for an address"),
    "hint": ("120/hour", "hints of the judge that a player or an address may ask for"),
}
"""By limit: the default rate, and what it counts."""


def _rate_variable(scope: str) -> str:
    return f"KAURI_RATE_{scope.upper().replace('-', '_')}"


VARIABLES = (
    Variable("DATABASE_URL", "text", "", "PostgreSQL to use; empty: SQLite under KAURI_VAR"),
    Variable("KAURI_POOLER", "flag", False,
             "1 where DATABASE_URL leads to a pooler that lends a connection for a transaction"),
    Variable("KAURI_REPLICA_URL", "text", "",
             "PostgreSQL that copies it, read for those who have not logged in; empty: none"),
    Variable("REDIS_URL", "text", "", "broker and cache; empty: files under KAURI_VAR"),
    Variable("KAURI_VAR", "text", "var", "folder for the database, uploads, key and messages"),
    Variable("KAURI_BACKUPS", "text", "",
             "folder of backups: the newest is restored into nowhere each night; empty: none is"),
    Variable("KAURI_S3_BUCKET", "text", "",
             "S3 bucket for the bots' archives; empty: the folder uploads under KAURI_VAR"),
    Variable("KAURI_S3_ENDPOINT", "text", "",
             "address of the S3 service, like https://s3.example.org; empty: Amazon's"),
    Variable("KAURI_S3_REGION", "text", "", "region of the S3 service; empty: as boto3 finds it"),
    Variable("KAURI_S3_ACCESS_KEY", "text", "",
             "access key of the S3 service; empty: as boto3 finds it"),
    Variable("KAURI_S3_SECRET_KEY", "text", "", "the secret of that access key"),
    Variable("KAURI_S3_PREFIX", "text", "", "what the names of all objects begin with"),
    Variable("KAURI_ARCHIVE_CACHE_MIB", "number", 512,
             "MiB of archives from the bucket that a machine keeps under KAURI_VAR; 0: none"),
    Variable("KAURI_SECRET_KEY", "text", "",
             "the key that signs sessions; empty: one is made and kept in KAURI_VAR/secret-key"),
    Variable("KAURI_DEBUG", "flag", False,
             "1 shows error details to visitors: never on a public site"),
    Variable("KAURI_HOSTS", "list", ["localhost", "127.0.0.1", "[::1]"],
             "host names of the site; results as files name the first"),
    Variable("KAURI_HTTPS", "flag", False,
             "1 where a proxy serves the site by TLS: secure cookies, HSTS"),
    Variable("KAURI_PATH_PREFIX", "prefix", "",
             "path at which the site lies on its host, such as /kauri; empty: at the root"),
    Variable("KAURI_HSTS_DAYS", "number", 0,
             "days for which browsers open a site with KAURI_HTTPS by TLS alone; 0: an hour",
             most=730),
    Variable("KAURI_TIME_ZONE", "zone", ZoneInfo("UTC"),
             "time zone of pages for readers whose browser has not said theirs"),
    Variable("KAURI_ADDRESS", "text", "127.0.0.1", "address that `manage.py run` listens on"),
    Variable("KAURI_PORT", "number", 8000, "port that `manage.py run` listens on"),
    Variable("KAURI_SLOTS", "number", 0, "matches at once on a host; 0: its cores less one"),
    Variable("KAURI_CHECK_SLOTS", "number", 1,
             "uploads that are checked at once on a host", least=1),
    Variable("KAURI_CASUAL_SLOTS", "number", 2,
             "casual games at once on a host in which bots think or wait for people", least=1),
    Variable("KAURI_CASUAL_IDLE_MINUTES", "number", 60,
             "minutes after which a person who does nothing has left a casual game", least=1),
    Variable("KAURI_REMOTE_GRACE_MS", "number", 1000,
             "milliseconds of each action of a remote bot that its clock does not run"),
    Variable("KAURI_REMOTE_RETURN_SECONDS", "number", 60,
             "seconds in a game that a remote bot without a connection has to come back"),
    Variable("KAURI_REMOTE_GAMES", "number", 16, "games of a remote bot at once", least=1,
             most=1000),
    Variable("KAURI_REMOTE_STREAMS", "number", 1000,
             "streams of remote bots that each of the site's two processes serves at once",
             least=1),
    Variable(
        "KAURI_ISOLATION",
        "choice",
        "auto",
        "the sandbox of bots; auto: the strongest that this host proves. "
        "none: no sandbox, only for code that you trust; every page says so",
        allowed=("auto", "bubblewrap", "chroot", "none"),
    ),
    Variable("KAURI_LEASE_SECONDS", "number", 60,
             "seconds after which a silent worker loses its match", least=3),
    Variable("KAURI_TICK_SECONDS", "number", 5, "seconds between two looks for due work", least=1),
    Variable("KAURI_PAUSE_HOURS", "number", 24,
             "hours after which a paused bot, or one that could not be checked, leaves its "
             "tournaments",
             least=1),
    Variable("KAURI_LADDER_BOT_GAMES", "number", 200,
             "games that a bot's version plays on a ladder in 24 hours; 0: ladders rest"),
    Variable("KAURI_LADDER_OWNER_GAMES", "number", 1000,
             "games of all bots of one owner on all ladders in 24 hours"),
    Variable("KAURI_OPENING_TOURNAMENTS", "flag", True,
             "whether house bots open every leaderboard with a small tournament; else only two"),
    Variable("KAURI_BOT_PACKAGES", "list", [],
             "packages of the environment that bots may import beside numpy, like onnxruntime"),
    Variable("KAURI_RUNTIME_DIR", "text", "", "where sandboxes keep their read-only interpreter"),
    # The least values are what the platform's own part of a bot's process and any upload need.
    Variable("KAURI_BOT_MEMORY_MIB", "number", 512, "MiB of memory for a bot", least=64),
    Variable("KAURI_BOT_THREADS", "number", 1, "threads of the one process of a bot", least=1),
    Variable("KAURI_BOT_CPU_SECONDS", "number", 3600, "CPU time of a bot in one game", least=1),
    Variable("KAURI_BOT_OPEN_FILES", "number", 64, "descriptors that a bot may have open",
             least=32),
    Variable("KAURI_BOT_FILE_MIB", "number", 16, "MiB of one file that a bot writes", least=16),
    Variable("KAURI_BOT_SCRATCH_MIB", "number", 64, "MiB of a bot's private /tmp", least=40),
    Variable("KAURI_BOT_SCRATCH_FILES", "number", 10_000, "files in a bot's private /tmp",
             least=2000),
    Variable("KAURI_BOT_UPLOAD_MIB", "number", 10,
             "MiB of an upload; more than 10 needs more of a file, of /tmp and of storage too",
             least=10, most=64),
    Variable("KAURI_BOT_LOG_KIB", "number", 64, "KiB kept of what a bot prints", least=1),
    Variable("KAURI_BOT_OUTPUT_KIB", "number", 4096, "KiB that a bot may print in one game",
             least=1),
    Variable("KAURI_BOT_MESSAGE_KIB", "number", 64, "KiB of one answer of a bot", least=64),
    Variable("KAURI_BOT_STARTUP_SECONDS", "number", 0,
             "seconds to load and start a bot; 0: as the time control says", most=3600),
    Variable("KAURI_PLAYER_STORAGE_MIB", "number", 64,
             "MiB of storage that a player's uploads may take, compressed", least=1),
    Variable("KAURI_PLAYER_BOTS", "number", 50, "bots that a player may have", least=1),
    Variable("KAURI_SIGNUP", "choice", "open",
             "who may sign up: everybody, or who has a code from staff",
             allowed=("open", "invited")),
    Variable("KAURI_OPENID_NAMES", "list", [],
             "providers of OpenID Connect to log in with, as buttons name them; empty: none"),
    Variable("KAURI_OPENID_SERVERS", "list", [], "their issuers, like https://id.example.org"),
    Variable("KAURI_OPENID_CLIENTS", "list", [], "the client id that each has given this site"),
    Variable("KAURI_OPENID_SECRETS", "list", [], "the secret of each client id"),
    Variable("KAURI_GAMES", "text", "",
             "games of packages that are switched on: their modules, with commas between"),
    Variable("KAURI_GERMAN", "flag", True,
             "0 shows the pages in English alone, 1 also in German to whoever reads it"),
    Variable("KAURI_LEGAL", "text", "",
             "folder with imprint.md, privacy.md and terms.md, or imprint.de.md for German: pages "
             "at the foot of the site; empty: none"),
    Variable("KAURI_LOG_LEVEL", "choice", "INFO", "how much is logged",
             allowed=("DEBUG", "INFO", "WARNING", "ERROR")),
    Variable("KAURI_LOG_FORMAT", "choice", "line", "log lines for people, or JSON objects",
             allowed=("line", "json")),
    Variable("KAURI_LOG_REQUESTS", "flag", False, "1 logs every request to the site"),
    Variable("KAURI_LOG_ADDRESSES", "flag", False,
             "1 logs the address of each request in JSON: personal data, for as long as logs stay"),
    Variable("KAURI_VIEWS_A_MINUTE", "number", 240,
             "pages for an address in a minute, for a player four times as many; 0: any number"),
    Variable("KAURI_SHARED_PAGE_SECONDS", "number", 4,
             "how old a page may be that several readers share; 0: none is shared"),
    Variable("KAURI_WEB_PROCESSES", "number", 0,
             "processes of the site; 0: one for each core of the host, 8 at most; at least 2"),
    Variable("KAURI_WEB_THREADS", "number", 4,
             "pages that each of these makes at once, each with a connection to the database",
             least=1),
    Variable("KAURI_WEB_QUEUE", "number", 64,
             "requests that wait in each of these, before the site answers 503 to more", least=8),
    Variable("KAURI_LIVE_VIEWERS", "number", 1000,
             "live streams that each of these serves at once, up to two for each open page",
             least=1),
    Variable("KAURI_LIVE_VIEWERS_AN_ADDRESS", "number", 50,
             "of these, for one address or one player", least=1),
    Variable("KAURI_LIVE_MATCHES_AN_ADDRESS", "number", 12,
             "matches that an address or a player may watch at once in all these streams", least=3),
    Variable("KAURI_TRUSTED_NETWORKS", "networks", [],
             "networks such as 192.0.2.0/24 in which many people share an address: "
             "no limit by address holds there"),
    *(Variable(_rate_variable(scope), "rate", default, text)
      for scope, (default, text) in RATES.items()),
    Variable("KAURI_WRONG_PASSWORDS", "number", 5,
             "failures to log in to an account from an address or a browser in 15 minutes",
             least=1),
    Variable("KAURI_WRONG_PASSWORDS_AN_ACCOUNT", "number", 200,
             "the same to an account from everywhere but browsers that it knows", least=1),
    Variable("KAURI_WRONG_PASSWORDS_AN_ADDRESS", "number", 50,
             "the same from an address to all accounts", least=1),
    Variable("KAURI_KEEP_LOGS_DAYS", "number", 90,
             "days after which what bots printed is removed; 0: never"),
    Variable("KAURI_KEEP_RECORDS_DAYS", "number", 0,
             "days after which records and replays of games are removed; 0: never"),
    Variable("KAURI_RECORD_DAYS", "number", 180,
             "days after a month in which its records leave the database for files; 0: never"),
    Variable("KAURI_KEEP_VISITORS_GAMES_DAYS", "number", 30,
             "days after which casual games of visitors without accounts are removed; 0: never"),
    Variable("KAURI_EMAIL_HOST", "text", "",
             "mail server (SMTP); empty: mail goes to the log, and nobody gets any"),
    Variable("KAURI_EMAIL_PORT", "number", 587, "port of the mail server", least=1, most=65_535),
    Variable("KAURI_EMAIL_TLS", "choice", "starttls", "encryption of the mail connection",
             allowed=("starttls", "tls", "none")),
    Variable("KAURI_EMAIL_USER", "text", "", "user name for the mail server; empty: none"),
    Variable("KAURI_EMAIL_PASSWORD", "text", "", "password for the mail server"),
    Variable("KAURI_EMAIL_FROM", "text", "kauri@localhost", "sender of the site's mail"),
    Variable("KAURI_OPERATORS", "list", [],
             "mail addresses to which `manage.py doctor --watch` writes what is to be done"),
    Variable("KAURI_WEBHOOK_HOSTS", "list", [],
             "hosts with ports inside the network that webhooks may reach, also without TLS"),
    Variable("KAURI_METRICS_TOKEN", "text", "",
             "whoever sends it may read /metrics; empty: staff only"),
)  # fmt: skip


BOT_LIMITS = {
    "memory_bytes": ("KAURI_BOT_MEMORY_MIB", MIB),
    "processes": ("KAURI_BOT_THREADS", 1),
    "cpu_seconds": ("KAURI_BOT_CPU_SECONDS", 1),
    "open_files": ("KAURI_BOT_OPEN_FILES", 1),
    "file_bytes": ("KAURI_BOT_FILE_MIB", MIB),
    "scratch_bytes": ("KAURI_BOT_SCRATCH_MIB", MIB),
    "scratch_files": ("KAURI_BOT_SCRATCH_FILES", 1),
    "upload_bytes": ("KAURI_BOT_UPLOAD_MIB", MIB),
    "log_bytes": ("KAURI_BOT_LOG_KIB", KIB),
    "output_bytes": ("KAURI_BOT_OUTPUT_KIB", KIB),
    "message_bytes": ("KAURI_BOT_MESSAGE_KIB", KIB),
    "startup_seconds": ("KAURI_BOT_STARTUP_SECONDS", 1),
}
"""By field of `Limits` (`agents.terms`): the variable that sets it, and the size of its unit."""


def bot_limits(values: Mapping[str, Any]) -> Limits:
    """Return the limits of every bot, from the values of all variables by name.

    Raises SettingError where an upload would not find its place.
    """
    limits = Limits(**{field: values[name] * unit for field, (name, unit) in BOT_LIMITS.items()})
    places = {"file_bytes": archive.FILE_MORE, "scratch_bytes": archive.UNPACKED_MORE + 8 * MIB}
    for field, more in places.items():
        least = limits.upload_bytes + more
        if getattr(limits, field) < least:
            name, upload = BOT_LIMITS[field][0], limits.upload_bytes // MIB
            raise SettingError(
                f"{name} is too low: {least // MIB} is the least "
                f"if KAURI_BOT_UPLOAD_MIB is {upload}"
            )
    return limits


def archives(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the storage of the bots' archives, as an entry of STORAGES. Raises SettingError."""
    if not values["KAURI_S3_BUCKET"]:
        return {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    _refuse_half_a_bucket(values)
    return {
        "BACKEND": "tournaments.machinery.setup.object_storage.ObjectStorage",
        "OPTIONS": {
            "bucket_name": values["KAURI_S3_BUCKET"],
            "endpoint_url": values["KAURI_S3_ENDPOINT"] or None,
            "region_name": values["KAURI_S3_REGION"] or None,
            "access_key": values["KAURI_S3_ACCESS_KEY"] or None,
            "secret_key": values["KAURI_S3_SECRET_KEY"] or None,
            "location": values["KAURI_S3_PREFIX"],
        },
    }


def _refuse_half_a_bucket(values: Mapping[str, Any]) -> None:
    if not importlib.util.find_spec("storages"):
        raise SettingError("KAURI_S3_BUCKET needs the packages of requirements-s3.txt")
    endpoint = values["KAURI_S3_ENDPOINT"]
    if endpoint and not endpoint.startswith(("http://", "https://")):
        raise SettingError(
            f"KAURI_S3_ENDPOINT is {endpoint!r}; allowed is an address with http:// or https://"
        )
    if bool(values["KAURI_S3_ACCESS_KEY"]) != bool(values["KAURI_S3_SECRET_KEY"]):
        raise SettingError("set both KAURI_S3_ACCESS_KEY and KAURI_S3_SECRET_KEY, or neither")


def redis(values: Mapping[str, Any]) -> str:
    """Return REDIS_URL, which may be empty. Raises SettingError."""
    url: str = values["REDIS_URL"]
    if url and not _is_of_redis(url):
        # It is not repeated, as it may hold a password.
        raise SettingError(
            "REDIS_URL cannot be used; allowed is redis://:password@host:6379/0, "
            "or the same with rediss://"
        )
    return url


def _is_of_redis(url: str) -> bool:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    # If the database is no number, one client of Redis would take 0, and the other one fail.
    number = parts.path.removeprefix("/") or "0"
    return url.startswith(("redis://", "rediss://")) and port != 0 and number.isdecimal()


def archive_cache_bytes(values: Mapping[str, Any]) -> int:
    """Return the size of a machine's cache of the bucket; 0 if archives are in a local folder."""
    return values["KAURI_ARCHIVE_CACHE_MIB"] * MIB if values["KAURI_S3_BUCKET"] else 0


def site(values: Mapping[str, Any]) -> str:
    """Return the URL of the site for files: that of the first of its hosts."""
    host = (values["KAURI_HOSTS"] or ["localhost"])[0].removeprefix(".").replace("*", "localhost")
    return f"https://{host}" if values["KAURI_HTTPS"] else f"http://{host}:{values['KAURI_PORT']}"


def slots(values: Mapping[str, Any], *, cores: int) -> int:
    """Return the matches at once on a host: as set by the operator, else its cores less one."""
    return values["KAURI_SLOTS"] or max(1, cores - 1)


def rates(values: Mapping[str, Any]) -> dict[str, str]:
    """Return the rate of each limit, by its name in `RATES`."""
    return {scope: values[_rate_variable(scope)] for scope in RATES}


def read(environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Return the value of every variable, by name. Raises SettingError for an invalid one."""
    names = {variable.name for variable in VARIABLES}
    unknown = sorted(name for name in environ if name.startswith("KAURI_") and name not in names)
    if unknown:
        raise SettingError(f"unknown setting {unknown[0]}; allowed are {', '.join(sorted(names))}")
    return {
        variable.name: _value(variable, environ.get(variable.name, "")) for variable in VARIABLES
    }


def _value(variable: Variable, text: str) -> Any:
    return variable.parse(text) if text else variable.default
