"""What the API tells of rows: serializers that only translate."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.fields import Address, PrivateMixin
from tournaments.mathematics import elo
from tournaments.models import (
    Bot,
    Game,
    Match,
    Player,
    ReplacedSeed,
    Seat,
    Variant,
    Version,
)
from tournaments.queries import bots, matches, queue
from tournaments.queries.ratings.leaderboards import LeaderboardLine


class OptionSerializer(serializers.Serializer):
    """An option of a game: `allowed` is (low, high) for an int, else the values."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(["int", "bool", "choice"])
    default = serializers.JSONField()
    allowed = serializers.ListField(child=serializers.JSONField())
    help = serializers.CharField()
    requires = serializers.SerializerMethodField()

    @extend_schema_field({"type": "object", "nullable": True, "additionalProperties": {}})
    def get_requires(self, option: Any) -> dict[str, Any] | None:
        """Another option with the values under which this one has a meaning."""
        if option.requires is None:
            return None
        name, values = option.requires
        return {"option": name, "values": list(values)}


class GameInfoSerializer(serializers.Serializer):
    """A game that can be played here, with its options."""

    url = Address("game", game_id="id")
    id = serializers.SlugField()
    name = serializers.CharField()
    summary = serializers.CharField()
    rules_version = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField())
    has_chance = serializers.BooleanField()
    options = OptionSerializer(many=True)


class LimitSerializer(serializers.Serializer):
    """One limit of bots: `value` in `unit`, and `text` for people."""

    name = serializers.CharField(source="fact.name")
    title = serializers.CharField(source="fact.title")
    value = serializers.IntegerField()
    unit = serializers.ChoiceField(["bytes", "seconds", "number"], source="fact.unit")
    text = serializers.CharField()
    meaning = serializers.CharField(source="fact.meaning")
    exceeding = serializers.CharField(source="fact.exceeding")


class PackageSerializer(serializers.Serializer):
    """A package that bots may import."""

    name = serializers.CharField()
    version = serializers.CharField()


class LimitsSerializer(serializers.Serializer):
    """What bots may use in a game, and import beside the standard library."""

    limits = LimitSerializer(many=True)
    packages = PackageSerializer(many=True)


class VariantSerializer(serializers.ModelSerializer):
    """A game with its options; `leaderboard` is the slug of its leaderboard, if it has one."""

    variant = serializers.CharField(source="key", help_text="canonical text")
    game = serializers.SlugField(source="game_id")
    options = serializers.DictField()
    leaderboard = serializers.SerializerMethodField()

    class Meta:
        model = Variant
        fields = ["variant", "game", "options", "rules_version", "name", "leaderboard"]

    def get_leaderboard(self, variant: Variant) -> str | None:
        return variant.slug if variant.rated else None


class LeaderboardSerializer(serializers.ModelSerializer):
    """A named variant, with the number of versions rated in it, and its ladder if that is on."""

    url = Address("leaderboard", slug="slug")
    ratings = Address("ratings", slug="slug")
    variant = serializers.CharField(source="key", help_text="canonical text")
    game = serializers.SlugField(source="game_id")
    options = serializers.DictField()
    versions = serializers.IntegerField(help_text="rated so far")
    ladder = serializers.SlugField(
        source="ladder_slug", allow_null=True, help_text="slug of its ladder's tournament"
    )

    class Meta:
        model = Variant
        fields = [
            "url", "slug", "name", "variant", "game", "options", "rules_version", "epoch",
            "versions", "ladder", "ratings",
        ]  # fmt: skip


class VersionNameSerializer(serializers.ModelSerializer):
    """Which version of which bot, and whose."""

    bot = serializers.SlugField(source="bot.slug")
    name = serializers.CharField(source="bot.name")
    owner = serializers.CharField(source="bot.owner.username")
    version = serializers.IntegerField(source="number")

    class Meta:
        model = Version
        fields = ["bot", "name", "owner", "version"]


class MeasuredSerializer(serializers.Serializer):
    """A strength by the fit over all games, in Elo, with its 95% interval."""

    rating = serializers.FloatField()
    low = serializers.FloatField(help_text="lower end of the interval")
    high = serializers.FloatField()
    best = serializers.IntegerField(help_text="the best place that cannot be excluded")
    worst = serializers.IntegerField()
    is_apart = serializers.BooleanField(help_text="no chain of games connects it with the first")
    is_anchor = serializers.BooleanField(help_text="its strength is stated and fixes the level")


class RatingSerializer(serializers.Serializer):
    """A line of a leaderboard: the newest rated version of a bot, by the fit, with its live Elo."""

    place = serializers.IntegerField(
        allow_null=True, help_text="by the fit; null until the fit knows its games"
    )
    version = VersionNameSerializer(source="rating.version")
    strength = MeasuredSerializer(allow_null=True)
    elo = serializers.FloatField(source="rating.elo", help_text="live, to a thousandth of a point")
    games = serializers.IntegerField(source="rating.games")
    is_provisional = serializers.BooleanField(
        source="rating.is_provisional", help_text="fewer than 20 rated games"
    )
    is_paused = serializers.SerializerMethodField()
    history = Address(
        "history",
        slug="rating.variant.slug",
        bot="rating.version.bot.slug",
        number="rating.version.number",
    )

    def get_is_paused(self, line: LeaderboardLine) -> bool:
        return line.rating.version.paused_at is not None


class GameReferenceSerializer(serializers.ModelSerializer):
    """A game by its match and its number in it."""

    url = Address("match-game", pk="match_id", number="number")
    match = serializers.IntegerField(source="match_id")

    class Meta:
        model = Game
        fields = ["url", "match", "number"]


class LedgerEntrySerializer(serializers.Serializer):
    """An entry of a rating's ledger: its start (`game` is null), or what a game gave or took."""

    at = serializers.DateTimeField(source="created_at")
    delta = serializers.SerializerMethodField(help_text="Elo")
    elo = serializers.SerializerMethodField(help_text="after this entry")
    game = GameReferenceSerializer(allow_null=True)

    def get_delta(self, entry: Any) -> float:
        return entry.delta / elo.MILLI

    def get_elo(self, entry: Any) -> float:
        return entry.total / elo.MILLI


class PlayerSerializer(serializers.ModelSerializer):
    """A person with an account."""

    url = Address("player", username="username")
    bots = serializers.IntegerField(source="bot_count")
    tournaments = serializers.IntegerField(source="tournament_count", help_text="organised")

    class Meta:
        model = Player
        fields = ["url", "username", "bots", "tournaments"]


class BotSerializer(serializers.ModelSerializer):
    """A bot; `games` and `newest_accepted` are those of its newest accepted version."""

    url = Address("bot", slug="slug")
    versions = Address("versions", slug="slug")
    owner = serializers.CharField(source="owner.username")
    newest_accepted = serializers.SerializerMethodField()
    games = serializers.SerializerMethodField()

    class Meta:
        model = Bot
        fields = [
            "url", "slug", "name", "owner", "description", "open_to_all", "on_ladders", "is_house",
            "created_at", "banned_at", "ban_reason", "newest_accepted", "games", "versions",
        ]  # fmt: skip

    def get_newest_accepted(self, bot: Bot) -> int | None:
        newest = bots.newest_accepted(bot)
        return newest.number if newest else None

    def get_games(self, bot: Bot) -> list[str]:
        newest = bots.newest_accepted(bot)
        return newest.games if newest else []


class CheckSerializer(serializers.ModelSerializer):
    """The last validation match of a version."""

    match = serializers.IntegerField(source="pk")

    class Meta:
        model = Match
        fields = ["match", "status"]


class VersionSerializer(PrivateMixin, serializers.ModelSerializer):
    """A frozen upload. `refusal` and `check` are for the bot's owner and staff, else null."""

    url = Address("version", slug="bot.slug", number="number")
    bot = serializers.SlugField(source="bot.slug")
    games = serializers.ListField(child=serializers.SlugField())
    pause_reason = serializers.CharField(help_text="else empty")
    pause_code = serializers.CharField(source="pause_reason.code", help_text="for scripts")
    refusal = serializers.SerializerMethodField()
    check = serializers.SerializerMethodField()

    class Meta:
        model = Version
        fields = [
            "url", "bot", "number", "status", "games", "size", "sha256", "created_at", "paused_at",
            "pause_reason", "pause_code", "held_back", "refusal",
            "check",
        ]  # fmt: skip

    def get_refusal(self, version: Version) -> str | None:
        refused = version.status == Version.Status.REFUSED
        return str(version.refusal) if refused and self.may_read(version) else None

    @extend_schema_field(CheckSerializer(allow_null=True))
    def get_check(self, version: Version) -> dict[str, Any] | None:
        checks = list(version.checks.all()) if self.may_read(version) else []
        return CheckSerializer(checks[-1]).data if checks else None


class FaultSerializer(serializers.Serializer):
    """What a bot did wrong; `detail` is for its owner and staff, else null."""

    kind = serializers.CharField()
    ply = serializers.IntegerField(allow_null=True, help_text="events of the record before it")
    summary = serializers.CharField()
    detail = serializers.CharField(allow_null=True)


class SeatSerializer(PrivateMixin, serializers.ModelSerializer):
    """A version at a seat: its rank (1 is best), its returns, and what it did wrong."""

    version = VersionNameSerializer()
    fault = serializers.SerializerMethodField()

    class Meta:
        model = Seat
        fields = ["number", "version", "rank", "returns", "fault"]

    @extend_schema_field(FaultSerializer(allow_null=True))
    def get_fault(self, seat: Seat) -> dict[str, Any] | None:
        if seat.fault is None or self.may_read(seat.version):
            return seat.fault
        return seat.fault | {"detail": None}


class SeatWithLogSerializer(SeatSerializer):
    """A seat with what the bot printed; `log` is for its owner and staff, else null."""

    log = serializers.SerializerMethodField()

    class Meta(SeatSerializer.Meta):
        fields = [*SeatSerializer.Meta.fields, "log"]

    def get_log(self, seat: Seat) -> str | None:
        return seat.log if self.may_read(seat.version) else None


class LuckSerializer(serializers.Serializer):
    """What the dice gave each seat, in returns, and half the width of its 95% interval."""

    seats = serializers.ListField(child=serializers.FloatField())
    errors = serializers.ListField(child=serializers.FloatField())


class GameSerializer(serializers.ModelSerializer):
    """A game of a match, without its record."""

    url = Address("match-game", pk="match_id", number="number")
    variant = serializers.CharField(source="variant.key")
    seats = SeatSerializer(many=True)
    luck = LuckSerializer(allow_null=True, help_text="null where nothing is thrown, or not yet")

    class Meta:
        model = Game
        fields = [
            "url", "number", "variant", "reason", "plies", "ended_at", "voided_at", "void_reason",
            "unrated_reason", "luck", "seats",
        ]  # fmt: skip


class GameWithRecordSerializer(GameSerializer):
    """A game with its record, which holds the dice seed once the match is over."""

    match = serializers.IntegerField(source="match_id")
    seats = SeatWithLogSerializer(many=True)
    record = serializers.SerializerMethodField()

    class Meta(GameSerializer.Meta):
        fields = [
            "url", "match", "number", "variant", "reason", "plies", "ended_at", "voided_at",
            "void_reason", "unrated_reason", "luck", "seats", "record",
        ]  # fmt: skip

    def get_record(self, game: Game) -> dict[str, Any] | None:
        return matches.public_record(game)


class ReplacedSeedSerializer(serializers.ModelSerializer):
    """A dice seed that a match had before it was queued again."""

    commitment = serializers.CharField(help_text="SHA-256 of the seed, in hexadecimal")
    seed = serializers.CharField(
        source="revealed_seed", allow_null=True, help_text="once the match is over"
    )
    why = serializers.CharField(source="get_why_display")

    class Meta:
        model = ReplacedSeed
        fields = ["number", "commitment", "seed", "replaced_at", "why"]


class MatchSerializer(serializers.ModelSerializer):
    """A block of games, one for each order of seats, each with dice of its own.

    `tournament` is null for the check of an upload.
    """

    url = Address("match", pk="pk")
    id = serializers.IntegerField()
    tournament = serializers.SerializerMethodField(help_text="its slug")
    round = serializers.SerializerMethodField()
    pairing = serializers.SerializerMethodField()
    checks = VersionNameSerializer(allow_null=True)
    void_reason = serializers.CharField(help_text="why it is void; else empty")
    void_code = serializers.CharField(source="void_reason.code", help_text="for scripts")
    host = serializers.CharField(source="host.alias", allow_null=True, help_text="played on last")
    commitment = serializers.CharField(help_text="SHA-256 of the latest dice seed, in hexadecimal")
    seed = serializers.CharField(
        source="revealed_seed", allow_null=True, help_text="of the dice, once it is over"
    )
    replaced_seeds = ReplacedSeedSerializer(
        many=True, help_text="of games that were over before the match was queued again"
    )
    opening = serializers.ListField(child=serializers.CharField(), help_text="in notation")
    games = GameSerializer(many=True)

    class Meta:
        model = Match
        fields = [
            "url", "id", "tournament", "round", "pairing", "checks", "number", "time_control",
            "status", "queued_at", "started_at", "ended_at", "attempt", "failures",
            "void_reason", "void_code", "isolation", "host", "speed_index", "commitment", "seed",
            "replaced_seeds", "opening", "games",
        ]  # fmt: skip

    def get_tournament(self, match: Match) -> str | None:
        return match.pairing.round.tournament.slug if match.pairing else None

    def get_round(self, match: Match) -> int | None:
        return match.pairing.round.number if match.pairing else None

    def get_pairing(self, match: Match) -> int | None:
        return match.pairing.number if match.pairing else None


class MatchDetailSerializer(MatchSerializer):
    """A match, with what it waits for while it is queued: a sentence, else empty."""

    waits_for = serializers.SerializerMethodField()

    class Meta(MatchSerializer.Meta):
        fields = [*MatchSerializer.Meta.fields, "waits_for"]

    def get_waits_for(self, match: Match) -> str:
        return str(queue.why_waiting(match, now=timezone.now())) if match.is_queued else ""
