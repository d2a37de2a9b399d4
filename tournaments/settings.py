"""Django's settings: one file, defaults that work with nothing installed beside the project."""

import os
import secrets
from pathlib import Path
from typing import Any

import django_stubs_ext
from csp.constants import NONE, SELF
from kombu import Queue
from kombu.transport import TRANSPORT_ALIASES

from agents.sizes import MIB
from engine import packages
from tournaments.api import configuration
from tournaments.machinery.processes import logs
from tournaments.machinery.setup import databases, environment, folders, openid, words
from tournaments.web.scopes import set_headers

django_stubs_ext.monkeypatch()  # lets forms and administration classes name their models

BASE_DIR = Path(__file__).resolve().parent.parent
ENVIRONMENT = environment.read()
# One task keeps to one core: more threads of numpy's would take cores from bots.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Which games there are is the engine's matter, in every process that is started from here.
os.environ[packages.SETTING] = ENVIRONMENT["KAURI_GAMES"]
VAR = folders.private(BASE_DIR / ENVIRONMENT["KAURI_VAR"])


def _secret_key() -> str:
    """The operator's key, or one made at the first start and kept readable by the owner alone."""
    if ENVIRONMENT["KAURI_SECRET_KEY"]:
        return str(ENVIRONMENT["KAURI_SECRET_KEY"])
    path = VAR / "secret-key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text()
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(64))
    return path.read_text()


SECRET_KEY = _secret_key()
DEBUG = ENVIRONMENT["KAURI_DEBUG"]
ALLOWED_HOSTS = ENVIRONMENT["KAURI_HOSTS"]
SITE = environment.site(ENVIRONMENT)
# What every path of the site begins with. It is in the routes, not in the script prefix of Django:
# that one holds for a thread, and addresses are also written by workers and in other threads.
PATH_PREFIX = ENVIRONMENT["KAURI_PATH_PREFIX"]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "corsheaders",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "tournaments.machinery.setup.apps.TournamentsConfig",
]

MIDDLEWARE = [
    "tournaments.web.request_ids.RequestId",
    "corsheaders.middleware.CorsMiddleware",
    "tournaments.web.probes.Probes",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournaments.web.compression.Compression",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "tournaments.web.languages.Languages",
    "django.middleware.common.CommonMiddleware",
    "tournaments.web.entrance.Entrance",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "tournaments.web.reading.Readers",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournaments.web.shared_pages.SharedPages",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.web.late_reads.LateReads",
]

ROOT_URLCONF = "tournaments.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["django.templatetags.i18n", "tournaments.templatetags.words"],
            "context_processors": [
                "django.template.context_processors.i18n",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.web.context.platform",
            ],
        },
    },
]

DATABASES = databases.configured(ENVIRONMENT, VAR)
DATABASE_ROUTERS = ["tournaments.machinery.web.replica.Router"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "tournaments.Player"
AUTH_PASSWORD_VALIDATORS = [
    *(
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in (
            "UserAttributeSimilarityValidator",
            "MinimumLengthValidator",
            "CommonPasswordValidator",
            "NumericPasswordValidator",
        )
    ),
    {"NAME": "tournaments.services.people.accounts.TokensEnd"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

ACCOUNT_ADAPTER = "tournaments.forms.accounts.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "tournaments.forms.second_factor.LoginForm",
    "signup": "tournaments.forms.accounts.SignupForm",
    "reset_password": "tournaments.forms.accounts.ResetPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_SIGNUP_REDIRECT_URL = "bot-create"
ACCOUNT_SESSION_REMEMBER = True
# One address a player, which replaces the one before it once it is verified.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# A link by mail also gets through where others have sent too many wrong passwords.
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
# Failures to log in, by allauth's key: an account from one address or browser. Of one address, and
# of one account from everywhere, they are counted beside, so that who logs in forgets only their
# own. What allauth would count by address is among the rates of the API: they know networks.
ACCOUNT_RATE_LIMITS = {
    "login_failed": f"{ENVIRONMENT['KAURI_WRONG_PASSWORDS']}/15m/key",
    "login_failed_account": f"{ENVIRONMENT['KAURI_WRONG_PASSWORDS_AN_ACCOUNT']}/15m/key",
    "login_failed_network": f"{ENVIRONMENT['KAURI_WRONG_PASSWORDS_AN_ADDRESS']}/15m/key",
    "login": None,
    "signup": None,
    "reset_password": "5/m/key",
    "reset_password_from_key": None,
}
SOCIALACCOUNT_ADAPTER = "tournaments.forms.openid.OpenidAdapter"
SOCIALACCOUNT_FORMS = {"signup": "tournaments.forms.openid.OpenidSignupForm"}
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, Any]] = {
    "openid_connect": {
        "APPS": openid.providers(ENVIRONMENT),
        "OAUTH_PKCE_ENABLED": True,
        "SCOPE": ["openid", "email"],
    }
}
# The name is chosen by the player. An address opens an account only if both sides verified it.
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_EMAIL_AUTHENTICATION = True
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
MFA_TOTP_ISSUER = "Kauri"
MFA_ALLOW_UNVERIFIED_EMAIL = True

EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if ENVIRONMENT["KAURI_EMAIL_HOST"]
    else "django.core.mail.backends.console.EmailBackend"
)
EMAIL_HOST = ENVIRONMENT["KAURI_EMAIL_HOST"]
EMAIL_PORT = ENVIRONMENT["KAURI_EMAIL_PORT"]
EMAIL_USE_TLS = ENVIRONMENT["KAURI_EMAIL_TLS"] == "starttls"
EMAIL_USE_SSL = ENVIRONMENT["KAURI_EMAIL_TLS"] == "tls"
EMAIL_HOST_USER = ENVIRONMENT["KAURI_EMAIL_USER"]
EMAIL_HOST_PASSWORD = ENVIRONMENT["KAURI_EMAIL_PASSWORD"]
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = ENVIRONMENT["KAURI_EMAIL_FROM"]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), *([("de", "Deutsch")] if ENVIRONMENT["KAURI_GERMAN"] else [])]
LOCALE_PATHS = [BASE_DIR / "locale", *words.catalogues(VAR / "words")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = f"{PATH_PREFIX}/static/"
MEDIA_ROOT = VAR / "uploads"
STORAGES = {
    "default": environment.archives(ENVIRONMENT),
    "staticfiles": {"BACKEND": "tournaments.web.static.HashedStorage"},
}
ARCHIVE_CACHE = VAR / "archives"
ARCHIVE_CACHE_BYTES = environment.archive_cache_bytes(ENVIRONMENT)
# The site collects them at each start; what has not been collected is served from where it lies.
KIT = BASE_DIR / "dist" / "kit"  # what `tools/build-kit` has made
BROWSER_PACKAGES = BASE_DIR / "dist" / "browser"  # what `tools/build-workshop` has put there
VALUE_FUNCTIONS = BASE_DIR / "agents" / "values" / "weights"  # the workshop judges by them
STATICFILES_DIRS = [("values", VALUE_FUNCTIONS)]
if BROWSER_PACKAGES.exists():
    STATICFILES_DIRS.append(("packages", BROWSER_PACKAGES))
STATIC_ROOT = folders.private(VAR / "static")
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ADD_HEADERS_FUNCTION = set_headers

REDIS_URL = environment.redis(ENVIRONMENT)
CACHES = {
    "default": {
        "BACKEND": "tournaments.machinery.caches.redis_cache.PatientRedisCache",
        "LOCATION": REDIS_URL,
    }
    if REDIS_URL
    else {
        "BACKEND": "tournaments.machinery.caches.file_cache.FileCache",
        "LOCATION": str(VAR / "cache.sqlite3"),
    }
}

# Security. The policy allows nothing inline, so that text from bots can never become code.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
# Pages of other sites may read what everybody may read of the API: they send no cookie, no token
# and nothing but GET, HEAD and OPTIONS.
CORS_URLS_REGEX = rf"^{PATH_PREFIX}/api/v1/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["accept", "accept-language", "if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "Retry-After", "X-Request-ID"]
CORS_PREFLIGHT_MAX_AGE = 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = ENVIRONMENT["KAURI_HTTPS"]
if PATH_PREFIX:  # the site at the root of this host may use the names of Django as well
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "kauri-sessionid", "kauri-csrftoken"
# What Kauri's own checks say by the names of its settings; and whether a host's other names have
# TLS (W005, W021) is not for one site on it to say.
SILENCED_SYSTEM_CHECKS = [f"security.W{number:03}" for number in (4, 5, 8, 9, 12, 16, 18, 21)]
SECURE_SSL_REDIRECT = ENVIRONMENT["KAURI_HTTPS"]
SECURE_HSTS_SECONDS = ENVIRONMENT["KAURI_HTTPS"] * (86400 * ENVIRONMENT["KAURI_HSTS_DAYS"] or 3600)
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if ENVIRONMENT["KAURI_HTTPS"] else None
)
CSRF_TRUSTED_ORIGINS = (
    [f"https://{host}" for host in ALLOWED_HOSTS] if ENVIRONMENT["KAURI_HTTPS"] else []
)
SHARED_PAGE_SECONDS = ENVIRONMENT["KAURI_SHARED_PAGE_SECONDS"]
PLAYER_BOTS = ENVIRONMENT["KAURI_PLAYER_BOTS"]
SIGNUP = ENVIRONMENT["KAURI_SIGNUP"]
PLAYER_STORAGE_BYTES = ENVIRONMENT["KAURI_PLAYER_STORAGE_MIB"] * MIB
# An upload, and what a form has around it.
DATA_UPLOAD_MAX_MEMORY_SIZE = (ENVIRONMENT["KAURI_BOT_UPLOAD_MIB"] + 2) * MIB
# Django counts files towards no limit: anybody could fill the disk with them.
FILE_UPLOAD_HANDLERS = [
    "tournaments.web.quota.Quota",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# Celery. A message carries nothing but a wake-up: the rows are the queue.
CELERY_BROKER_URL = REDIS_URL or "files://localhost/"
TRANSPORT_ALIASES["files"] = "tournaments.machinery.messages.transport:Transport"
VISIBILITY_SECONDS = 35 * 24 * 3600
_MESSAGES = VAR / "messages"
if not REDIS_URL:
    for folder in ("queue", "processed", "control"):
        (_MESSAGES / folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "data_folder_in": str(_MESSAGES / "queue"),
        "data_folder_out": str(_MESSAGES / "queue"),
        "processed_folder": str(_MESSAGES / "processed"),
        "control_folder": str(_MESSAGES / "control"),
        "store_processed": False,
        "polling_interval": 0.05,
    }
else:
    CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": VISIBILITY_SECONDS}
CELERY_TASK_IGNORE_RESULT = True
_QUEUES = ("play", "casual", "validation", "housekeeping", "luck", "tick")
CELERY_TASK_QUEUES = [Queue(name) for name in _QUEUES]
CELERY_TASK_DEFAULT_QUEUE = "housekeeping"
CELERY_TASK_ROUTES = {
    "kauri.play": {"queue": "play"},
    "kauri.validate": {"queue": "validation"},
    "kauri.casual": {"queue": "casual"},
    "kauri.analyse": {"queue": "casual"},
    "kauri.luck": {"queue": "luck"},
    "kauri.tick": {"queue": "tick"},
}
CELERY_WORKER_POOL = "tournaments.machinery.processes.pool:TaskPool"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_ACKS_LATE = True
# What a dead process held is not sent again: its row is reaped, and the tick wakes for that. A
# message that comes twice finds the row taken, so nothing is lost when a broker forgets or repeats.
CELERY_TASK_REJECT_ON_WORKER_LOST = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False


def _limits(seconds: int, *tasks: str, grace: int = 60) -> dict[str, dict[str, int]]:
    limits = {"soft_time_limit": seconds, "time_limit": seconds + grace}
    return {f"kauri.{task}": limits for task in tasks}


# Seconds. The longest match that the clocks allow, with all the stalls that may be taken off them
# (24 seat orders of a game of four under the slowest control), is shorter than its limit, which a
# test computes; the heart of a match ends a single game, or its process, long before. Redis sends
# again only what is older than all of them. At the soft limit a task ends by an error, a match as
# by any fault of the platform's; at the hard one its process is killed.
CELERY_TASK_ANNOTATIONS = {
    **_limits(VISIBILITY_SECONDS - 25 * 3600, "play", grace=3600),
    **_limits(24 * 3600, "casual", grace=3600),
    **_limits(4 * 3600, "validate", "nightly"),
    **_limits(3600, "forget"),
    **_limits(1800, "analyse"),
    **_limits(600, "luck", "keep_totals"),
    **_limits(300, "tables", "deliver"),
    **_limits(120, "advance", "boards", "tick", "refresh_fits"),
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")
CELERY_BEAT_SCHEDULER = "tournaments.machinery.processes.scheduler:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "tick": {"task": "kauri.tick", "schedule": ENVIRONMENT["KAURI_TICK_SECONDS"]},
    "refresh fits": {"task": "kauri.refresh_fits", "schedule": 120, "options": {"expires": 120}},
    "nightly": {"task": "kauri.nightly", "schedule": 600, "options": {"expires": 600}},
    "keep totals": {"task": "kauri.keep_totals", "schedule": 600, "options": {"expires": 600}},
}

REST_FRAMEWORK = configuration.FRAMEWORK | {
    "DEFAULT_THROTTLE_RATES": environment.rates(ENVIRONMENT)
}
SPECTACULAR_SETTINGS = configuration.DESCRIPTION | {"SCHEMA_PATH_PREFIX": f"{PATH_PREFIX}/api/v1/"}

LOGGING = logs.configuration(
    form=ENVIRONMENT["KAURI_LOG_FORMAT"],
    level=ENVIRONMENT["KAURI_LOG_LEVEL"],
    requests=ENVIRONMENT["KAURI_LOG_REQUESTS"],
)

# Kauri's own.
ISOLATION = ENVIRONMENT["KAURI_ISOLATION"]
LIMITS = environment.bot_limits(ENVIRONMENT)
CHECK_SLOTS = ENVIRONMENT["KAURI_CHECK_SLOTS"]
CASUAL_SLOTS = ENVIRONMENT["KAURI_CASUAL_SLOTS"]
CASUAL_IDLE_MINUTES = ENVIRONMENT["KAURI_CASUAL_IDLE_MINUTES"]
REMOTE_GRACE = ENVIRONMENT["KAURI_REMOTE_GRACE_MS"] / 1000
REMOTE_RETURN_SECONDS = ENVIRONMENT["KAURI_REMOTE_RETURN_SECONDS"]
REMOTE_GAMES = ENVIRONMENT["KAURI_REMOTE_GAMES"]
LEASE_SECONDS = ENVIRONMENT["KAURI_LEASE_SECONDS"]
WEBHOOK_HOSTS = ENVIRONMENT["KAURI_WEBHOOK_HOSTS"]
PAUSE_HOURS = ENVIRONMENT["KAURI_PAUSE_HOURS"]
LADDER_BOT_GAMES = ENVIRONMENT["KAURI_LADDER_BOT_GAMES"]
LADDER_OWNER_GAMES = ENVIRONMENT["KAURI_LADDER_OWNER_GAMES"]
# Those that this process may use, where an operator has kept it to some.
CORES = len(os.sched_getaffinity(0))
SLOTS = environment.slots(ENVIRONMENT, cores=CORES)
TRUSTED_NETWORKS = ENVIRONMENT["KAURI_TRUSTED_NETWORKS"]
VIEWS_A_MINUTE = ENVIRONMENT["KAURI_VIEWS_A_MINUTE"]
LEGAL = ENVIRONMENT["KAURI_LEGAL"]
BACKUPS = ENVIRONMENT["KAURI_BACKUPS"]
KEEP_LOGS_DAYS = ENVIRONMENT["KAURI_KEEP_LOGS_DAYS"]
KEEP_RECORDS_DAYS = ENVIRONMENT["KAURI_KEEP_RECORDS_DAYS"]
RECORD_DAYS = ENVIRONMENT["KAURI_RECORD_DAYS"]
KEEP_VISITORS_GAMES_DAYS = ENVIRONMENT["KAURI_KEEP_VISITORS_GAMES_DAYS"]
