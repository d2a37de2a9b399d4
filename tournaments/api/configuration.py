"""The settings of REST framework and drf-spectacular; `tournaments.settings` reads them."""

from typing import Any

# The browsable pages of REST framework need inline styles, which the policy above forbids:
# the API speaks JSON, and /api/v1/docs/ is the page to browse.
FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.Json"],
    "DEFAULT_PAGINATION_CLASS": "tournaments.api.pagination.Pages",
    "PAGE_SIZE": 50,
    "DEFAULT_THROTTLE_CLASSES": [
        "tournaments.web.throttling.OfVisitors",
        "tournaments.web.throttling.OfPlayers",
        "tournaments.web.throttling.OfScope",
    ],
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.Schema",
    "DEFAULT_METADATA_CLASS": "tournaments.api.methods.Methods",
    "EXCEPTION_HANDLER": "tournaments.api.errors.handler",
    "NON_FIELD_ERRORS_KEY": "detail",
}
DESCRIPTION: dict[str, Any] = {
    "TITLE": "Kauri",
    "DESCRIPTION": "Bots, tournaments, matches and ratings of this platform.",
    "VERSION": "1",
    "LICENSE": {
        "name": "Apache-2.0",
        "url": "https://www.apache.org/licenses/LICENSE-2.0",
    },
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "VersionStatus": "tournaments.models.Version.Status",
        "TournamentStatus": "tournaments.models.Tournament.Status",
        "MatchStatus": "tournaments.models.Match.Status",
        "TrialStatus": "tournaments.models.Trial.Status",
        "NoticeKind": "tournaments.models.Notice.Kind",
        "ChosenNoticeKind": "tournaments.models.Notice.CHOSEN",
        "TournamentAccess": "tournaments.models.Tournament.Access",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.api.description.with_streams",
    ],
}
