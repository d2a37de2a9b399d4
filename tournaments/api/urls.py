"""Addresses of the API; docs/60-api.md describes each."""

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.urls import path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from tournaments.api import (
    competing,
    meetings,
    notices,
    running,
    strengths,
    tables,
    tokens,
    trials,
    verifying,
    views,
    voiding,
)

app_name = "api"

# Swagger UI brings an inline style sheet; no script of its page is inline.
_docs = SpectacularSwaggerSplitView.as_view(url_name="api:schema")
docs = csp_update({"style-src": [UNSAFE_INLINE]})(_docs)

urlpatterns = [
    path("", views.Root.as_view(), name="root"),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", docs, name="docs"),
    path("token/", tokens.ObtainToken.as_view(), name="token"),
    path("games/", views.Games.as_view(), name="games"),
    path("games/<slug:game_id>/", views.Game.as_view(), name="game"),
    path("limits/", views.Limits.as_view(), name="limits"),
    path("variants/", views.Variants.as_view(), name="variants"),
    path("leaderboards/", views.Leaderboards.as_view(), name="leaderboards"),
    path("leaderboards/<slug:slug>/", views.Leaderboard.as_view(), name="leaderboard"),
    path("leaderboards/<slug:slug>/ratings/", views.Ratings.as_view(), name="ratings"),
    path("leaderboards/<slug:slug>/fit/", strengths.Strengths.as_view(), name="fit"),
    path(
        "leaderboards/<slug:slug>/fit/<slug:bot>/<int:number>/against/<slug:other>/"
        "<int:other_number>/",
        strengths.Compared.as_view(),
        name="compared",
    ),
    path(
        "leaderboards/<slug:slug>/ratings/<slug:bot>/<int:number>/history/",
        views.History.as_view(),
        name="history",
    ),
    path("players/", views.Players.as_view(), name="players"),
    path("players/<str:username>/", views.Player.as_view(), name="player"),
    path("bots/", views.Bots.as_view(), name="bots"),
    path("bots/<slug:slug>/", views.BotDetail.as_view(), name="bot"),
    path("bots/<slug:slug>/versions/", views.Versions.as_view(), name="versions"),
    path("bots/<slug:slug>/versions/<int:number>/", views.VersionDetail.as_view(), name="version"),
    path(
        "bots/<slug:slug>/versions/<int:number>/check/",
        running.CheckAgain.as_view(),
        name="recheck",
    ),
    path("bots/<slug:slug>/versions/<int:number>/resume/", running.Resume.as_view(), name="resume"),
    path(
        "bots/<slug:slug>/versions/<int:number>/trials/", trials.Start.as_view(), name="trial-start"
    ),
    path("trials/", trials.Trials.as_view(), name="trials"),
    path("trials/outlook/", trials.Outlook.as_view(), name="trial-outlook"),
    path("trials/<int:pk>/", trials.TrialDetail.as_view(), name="trial"),
    path("trials/<int:pk>/stop/", trials.Stop.as_view(), name="trial-stop"),
    path("bots/<slug:slug>/against/<slug:other>/", meetings.Against.as_view(), name="against"),
    path(
        "bots/<slug:slug>/versions/<int:number>/against/<slug:other>/<int:other_number>/",
        meetings.VersionAgainst.as_view(),
        name="version-against",
    ),
    path("tournaments/", competing.Tournaments.as_view(), name="tournaments"),
    path("tournaments/preview/", competing.Preview.as_view(), name="preview"),
    path("tournaments/<slug:slug>/", views.TournamentDetail.as_view(), name="tournament"),
    path("tournaments/<slug:slug>/entries/", competing.Entries.as_view(), name="entries"),
    path("tournaments/<slug:slug>/start/", competing.Start.as_view(), name="start"),
    path("tournaments/<slug:slug>/pause/", competing.Pause.as_view(), name="pause"),
    path("tournaments/<slug:slug>/resume/", competing.Resume.as_view(), name="tournament-resume"),
    path("tournaments/<slug:slug>/extend/", competing.Extend.as_view(), name="extend"),
    path("tournaments/<slug:slug>/cancel/", competing.Cancel.as_view(), name="cancel"),
    path("tournaments/<slug:slug>/withdraw/", competing.Withdraw.as_view(), name="withdraw"),
    path("tournaments/<slug:slug>/enter/", competing.Enter.as_view(), name="enter"),
    path("tournaments/<slug:slug>/leave/", competing.Leave.as_view(), name="leave"),
    path("tournaments/<slug:slug>/bye/", competing.Bye.as_view(), name="bye"),
    path("tournaments/<slug:slug>/people/", competing.People.as_view(), name="people"),
    path("tournaments/<slug:slug>/standings/", tables.Standings.as_view(), name="standings"),
    path(
        "tournaments/<slug:slug>/results/<slug:kind>/",
        tables.TournamentFile.as_view(),
        name="tournament-file",
    ),
    path(
        "tournaments/<slug:slug>/matches/",
        views.TournamentMatches.as_view(),
        name="tournament-matches",
    ),
    path("matches/", views.Matches.as_view(), name="matches"),
    path("matches/<int:pk>/", views.MatchDetail.as_view(), name="match"),
    path("matches/<int:pk>/verify/", verifying.Verify.as_view(), name="match-verify"),
    path("matches/<int:pk>/games/", views.MatchGames.as_view(), name="match-games"),
    path("matches/<int:pk>/games/<int:number>/", views.MatchGame.as_view(), name="match-game"),
    path("matches/<int:pk>/games/<int:number>/void/", voiding.Void.as_view(), name="game-void"),
    path("notices/", notices.Notices.as_view(), name="notices"),
    path("notices/read/", notices.Read.as_view(), name="notices-read"),
    path("workers/", running.Workers.as_view(), name="workers"),
    path("<path:rest>", views.NoSuchAddress.as_view(), name="no-such-address"),
]
