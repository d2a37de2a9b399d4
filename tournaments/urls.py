"""Every address of the site."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from tournaments.views import (
    accounts,
    bots,
    competition,
    creating,
    games,
    guide,
    home,
    leaderboards,
    matches,
    probes,
    trials,
    workers,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("games/", games.games, name="games"),
    path("games/<slug:game_id>/", games.game_rules, name="game-rules"),
    path("guide/", guide.guide, name="guide"),
    path("leaderboards/", leaderboards.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:slug>/", leaderboards.leaderboard, name="leaderboard"),
    path("leaderboards/<slug:slug>/compute/", leaderboards.compute, name="leaderboard-compute"),
    path("bots/", bots.bots, name="bots"),
    path("bots/new/", bots.create, name="bot-create"),
    path("bots/<slug:slug>/", bots.bot, name="bot"),
    path("bots/<slug:slug>/edit/", bots.edit, name="bot-edit"),
    path("bots/<slug:slug>/upload/", bots.upload, name="bot-upload"),
    path("bots/<slug:slug>/versions/<int:number>/", bots.version, name="version"),
    path("bots/<slug:slug>/versions/<int:number>/check/", bots.recheck, name="version-recheck"),
    path("bots/<slug:slug>/versions/<int:number>/resume/", bots.resume, name="version-resume"),
    path("bots/<slug:slug>/versions/<int:number>/code/", bots.code, name="version-code"),
    path("bots/<slug:slug>/versions/<int:number>/trial/", trials.start, name="trial-start"),
    path("bots/<slug:slug>/versions/<int:number>/release/", trials.release, name="version-release"),
    path("trials/<int:pk>/", trials.trial, name="trial"),
    path("trials/<int:pk>/stop/", trials.stop, name="trial-stop"),
    path("tournaments/", competition.tournaments, name="tournaments"),
    path("tournaments/new/", creating.create, name="tournament-create"),
    path("tournaments/preview/", creating.preview, name="tournament-preview"),
    path("tournaments/<slug:slug>/", competition.tournament, name="tournament"),
    path("tournaments/<slug:slug>/live/", competition.live, name="tournament-live"),
    path("tournaments/<slug:slug>/start/", competition.start, name="tournament-start"),
    path("tournaments/<slug:slug>/cancel/", competition.cancel, name="tournament-cancel"),
    path("tournaments/<slug:slug>/withdraw/", competition.withdraw, name="tournament-withdraw"),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/verify/", matches.verify, name="match-verify"),
    path("matches/<int:pk>/games/<int:number>/", matches.game, name="game"),
    path("matches/<int:pk>/games/<int:number>/record/", matches.record, name="game-record"),
    path("players/<str:username>/", accounts.player, name="player"),
    path("accounts/signup/", accounts.signup, name="signup"),
    path("accounts/login/", accounts.Login.as_view(), name="login"),
    path("accounts/logout/", auth.LogoutView.as_view(), name="logout"),
    path("accounts/", accounts.account, name="account"),
    path("accounts/token/", accounts.renew_token, name="token"),
    path("accounts/notices/read/", accounts.read_notices, name="notices-read"),
    path("workers/", workers.workers, name="workers"),
    path("api/v1/", include("tournaments.api.urls")),
    path("metrics", probes.metrics, name="metrics"),
    path("admin/", admin.site.urls),
    # Asked for by browsers on pages that name no icon, such as the administration.
    path("favicon.ico", RedirectView.as_view(url=static("kauri/favicon.svg"))),
]
