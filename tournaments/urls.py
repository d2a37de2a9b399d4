"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from allauth.account.views import logout
from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from tournaments.views import (
    accounts,
    bots,
    games,
    guide,
    head_to_head,
    home,
    leaderboards,
    matches,
    ownership,
    trials,
    workers,
)
from tournaments.views.tournaments import exports, manage, new, pages
from tournaments.web import probes

handler429 = "tournaments.web.throttling.too_often"

VERSION = "bots/<slug:slug>/versions/<int:number>/"

urlpatterns = [
    path("", home.home, name="home"),
    path("games/", games.games, name="games"),
    path("games/<slug:game_id>/", games.game_rules, name="game-rules"),
    path("guide/", guide.guide, name="guide"),
    path("guide/<slug:name>/", guide.page, name="guide-page"),
    path("leaderboards/", leaderboards.leaderboard_list, name="leaderboards"),
    path("leaderboards/<slug:slug>/", leaderboards.leaderboard, name="leaderboard"),
    path("leaderboards/<slug:slug>/compare/", leaderboards.compare, name="leaderboard-compare"),
    path("leaderboards/<slug:slug>/compute/", leaderboards.compute, name="leaderboard-compute"),
    path("bots/", bots.bot_list, name="bots"),
    path("bots/new/", bots.create, name="bot-create"),
    path("bots/<slug:slug>/", bots.bot, name="bot"),
    path("bots/<slug:slug>/against/<slug:other>/", head_to_head.against, name="against"),
    path("bots/<slug:slug>/edit/", bots.edit, name="bot-edit"),
    path("bots/<slug:slug>/upload/", bots.upload, name="bot-upload"),
    path("bots/<slug:slug>/versions/<int:number>/", bots.version, name="version"),
    path("bots/<slug:slug>/versions/<int:number>/check/", bots.recheck, name="version-recheck"),
    path("bots/<slug:slug>/versions/<int:number>/resume/", bots.resume, name="version-resume"),
    path("bots/<slug:slug>/versions/<int:number>/code/", bots.code, name="version-code"),
    path("bots/<slug:slug>/versions/<int:number>/trial/", trials.start_trial, name="trial-start"),
    path("bots/<slug:slug>/hide/", ownership.hide_bot, name="bot-hide"),
    path("bots/<slug:slug>/show/", ownership.show_bot, name="bot-show"),
    path("bots/<slug:slug>/delete/", ownership.delete_bot, name="bot-delete"),
    path(f"{VERSION}hide/", ownership.hide_version, name="version-hide"),
    path(f"{VERSION}show/", ownership.show_version, name="version-show"),
    path(f"{VERSION}delete/", ownership.delete_version, name="version-delete"),
    path(f"{VERSION}publish/", ownership.publish, name="version-publish"),
    path(f"{VERSION}unpublish/", ownership.unpublish, name="version-unpublish"),
    path(f"{VERSION}source/", ownership.source, name="version-source"),
    path(
        "bots/<slug:slug>/versions/<int:number>/release/",
        trials.release_version,
        name="version-release",
    ),
    path("trials/outlook/", trials.outlook, name="trial-outlook"),
    path("trials/<int:pk>/", trials.trial, name="trial"),
    path("trials/<int:pk>/stop/", trials.stop_trial, name="trial-stop"),
    path("tournaments/", pages.tournament_list, name="tournaments"),
    path("tournaments/new/", new.new, name="tournament-create"),
    path("tournaments/preview/", new.preview_part, name="tournament-preview"),
    path("tournaments/<slug:slug>/", pages.tournament, name="tournament"),
    path("tournaments/<slug:slug>/results/<slug:kind>/", exports.export, name="tournament-export"),
    path("tournaments/<slug:slug>/live/", pages.live, name="tournament-live"),
    path("tournaments/<slug:slug>/entrants/", pages.entrant_list, name="tournament-entrants"),
    path("tournaments/<slug:slug>/matches/", pages.matches, name="tournament-matches"),
    path("tournaments/<slug:slug>/start/", manage.start, name="tournament-start"),
    path("tournaments/<slug:slug>/pause/", manage.pause, name="tournament-pause"),
    path("tournaments/<slug:slug>/resume/", manage.resume, name="tournament-resume"),
    path("tournaments/<slug:slug>/extend/", manage.extend, name="tournament-extend"),
    path("tournaments/<slug:slug>/cancel/", manage.cancel, name="tournament-cancel"),
    path("tournaments/<slug:slug>/withdraw/", manage.withdraw, name="tournament-withdraw"),
    path("tournaments/<slug:slug>/enter/", manage.enter, name="tournament-enter"),
    path("tournaments/<slug:slug>/leave/", manage.leave, name="tournament-leave"),
    path("tournaments/<slug:slug>/bye/", manage.bye, name="tournament-bye"),
    path("tournaments/<slug:slug>/people/", manage.invite, name="tournament-people"),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/verify/", matches.verify, name="match-verify"),
    path("matches/<int:pk>/games/<int:number>/", matches.game, name="game"),
    path("matches/<int:pk>/games/<int:number>/void/", matches.void, name="game-void"),
    path("matches/<int:pk>/games/<int:number>/record/", matches.record, name="game-record"),
    path("players/<str:username>/", accounts.player, name="player"),
    path("accounts/signup/", accounts.Signup.as_view(), name="signup"),
    path("accounts/login/", accounts.Login.as_view(), name="login"),
    path("accounts/logout/", logout, name="logout"),
    path("accounts/", accounts.account, name="account"),
    path("accounts/download/", accounts.download, name="account-download"),
    path("accounts/close/", accounts.close, name="account-close"),
    path("accounts/token/", accounts.make_token, name="token"),
    path("accounts/token/<int:pk>/end/", accounts.end_token, name="token-end"),
    path("accounts/tokens/end/", accounts.end_tokens, name="tokens-end"),
    path("accounts/notices/read/", accounts.read_notices, name="notices-read"),
    path("accounts/", include("allauth.urls")),
    path("workers/", workers.workers, name="workers"),
    path("api/v1/", include("tournaments.api.urls")),
    path("metrics", probes.metrics_for_staff, name="metrics"),
    path(
        "admin/login/",
        secure_admin_login(admin.site.login),  # type: ignore[no-untyped-call]  # it names none
    ),
    path("admin/", admin.site.urls),
    # Asked for by browsers on pages that name no icon, such as the administration.
    path("favicon.ico", RedirectView.as_view(url=static("kauri/favicon.svg"))),
]
