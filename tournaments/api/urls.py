"""Addresses of the API; docs/62-routes.md describes each."""

from django.urls import path

from tournaments.api.anomalies import AnomalyViewSet
from tournaments.api.bots import BotViewSet
from tournaments.api.casual import CasualGameViewSet
from tournaments.api.clubs import ClubViewSet
from tournaments.api.courses import CourseViewSet
from tournaments.api.description import Description, page
from tournaments.api.game_files import GameFileViewSet
from tournaments.api.games import GameViewSet
from tournaments.api.hosts import HostViewSet
from tournaments.api.leaderboards import (
    HistoryViewSet,
    LeaderboardViewSet,
    RatingViewSet,
    VariantViewSet,
)
from tournaments.api.limits import LimitsEndpoint
from tournaments.api.matches import MatchGameViewSet, MatchViewSet, TournamentMatchViewSet
from tournaments.api.notices import NoticeViewSet
from tournaments.api.players import PlayerViewSet
from tournaments.api.remote import RemoteBotViewSet
from tournaments.api.resources import ResourceRouter
from tournaments.api.root import NoSuchAddress, ProblemViewSet, Root
from tournaments.api.series import SeriesViewSet
from tournaments.api.tokens import ObtainToken
from tournaments.api.tournaments.views import TournamentViewSet
from tournaments.api.trials import TrialViewSet
from tournaments.api.versions import VersionViewSet

app_name = "api"

LEADERBOARD = "leaderboards/<slug:slug>"

router = ResourceRouter()
router.register("games", GameViewSet, "game")
router.register("variants", VariantViewSet, "variant")
router.register("leaderboards", LeaderboardViewSet, "leaderboard")
router.register(f"{LEADERBOARD}/files", GameFileViewSet, "game-file")
router.register(f"{LEADERBOARD}/anomalies", AnomalyViewSet, "anomaly")
router.register(f"{LEADERBOARD}/ratings", RatingViewSet, "rating")
router.register(f"{LEADERBOARD}/ratings/<slug:bot>/<int:number>/history", HistoryViewSet, "history")
router.register("players", PlayerViewSet, "player")
router.register("bots", BotViewSet, "bot")
router.register("bots/<slug:slug>/versions", VersionViewSet, "version")
router.register("trials", TrialViewSet, "trial")
router.register("tournaments", TournamentViewSet, "tournament")
router.register("tournaments/<slug:slug>/matches", TournamentMatchViewSet, "tournament-match")
router.register("matches", MatchViewSet, "match")
router.register("matches/<int:pk>/games", MatchGameViewSet, "match-game")
router.register("series", SeriesViewSet, "series")
router.register("clubs", ClubViewSet, "club")
router.register("courses", CourseViewSet, "course")
router.register("casual-games", CasualGameViewSet, "casual-game")
router.register("remote", RemoteBotViewSet, "remote-bot")
router.register("notices", NoticeViewSet, "notice")
router.register("workers", HostViewSet, "worker")
router.register("problems", ProblemViewSet, "problem")

urlpatterns = [
    path("", Root.as_view(), name="root"),
    path("schema/", Description.as_view(), name="schema"),
    path("docs/", page, name="docs"),
    path("token/", ObtainToken.as_view(), name="token"),
    path("limits/", LimitsEndpoint.as_view(), name="limits"),
    *router.urls,
    path("<path:rest>", NoSuchAddress.as_view(), name="no-such-address"),
]
