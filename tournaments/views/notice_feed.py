"""A player's notices as an Atom feed (RFC 4287), at an address that only they know."""

from datetime import datetime

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from agents.words.speech import say
from tournaments.models import Notice, Player
from tournaments.models.notices import on_one_line
from tournaments.queries.people import hearing


class NoticesFeed(Feed[Notice, Player]):
    """The newest notices that the player wants in the feed, in their language."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest) -> Player:
        """The player of the feed. Raises Http404 for an unknown key."""
        feed = hearing.feed_of(request.GET.get("key", ""))
        if feed is None:
            raise Http404(gettext("This is nobody's feed."))
        return feed.player

    def title(self, player: Player) -> str:
        return on_one_line(say("Kauri: notices to {player}", player=player))

    def subtitle(self) -> str:
        return gettext("What became of your bots and tournaments.")

    def link(self) -> str:
        return f"{settings.SITE}{reverse('account')}"

    def feed_guid(self, player: Player) -> str:
        return f"{settings.SITE}{reverse('notices-feed')}#{player.pk}"

    def items(self, player: Player) -> QuerySet[Notice]:
        return hearing.in_feed(player)

    def item_title(self, item: Notice) -> str:
        return item.line

    def item_description(self, item: Notice) -> str:
        return item.reproduce

    def item_link(self, item: Notice) -> str:
        return item.address

    def item_guid(self, item: Notice) -> str:
        return f"{settings.SITE}{reverse('notices-feed')}#notice-{item.pk}"

    def item_updateddate(self, item: Notice) -> datetime:
        return item.at

    def item_pubdate(self, item: Notice) -> datetime:
        return item.at


_FEED = NoticesFeed()


@require_safe
def notices_feed(request: HttpRequest) -> HttpResponse:
    """The feed; it has an ETag and says when it changed last."""
    player = _FEED.get_object(request)
    language = hearing.language(player)
    with translation.override(language):
        response: HttpResponse = _FEED(request)
    response["Content-Language"] = language
    response["Cache-Control"] = "private, no-cache"
    return response
