"""Variants: games with their options, some with a leaderboard."""

from functools import lru_cache
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

import engine
from agents.words.speech import said, say


class VariantManager(models.Manager["Variant"]):
    def of(self, game: engine.Game, *, is_open: bool = False) -> "Variant":
        """The row of an engine game, created on first use; the hosted one unless asked."""
        variant, _created = self.get_or_create(
            key=game.variant,
            rules_version=game.rules_version,
            is_open=is_open,
            defaults={"game_id": game.id, "options": game.options},
        )
        return variant

    def played_here(self) -> models.QuerySet["Variant"]:
        """The variants whose games are switched on."""
        return self.filter(game_id__in=[info.id for info in engine.games()])


class Variant(models.Model):
    """A game id with its options, under one version of the rules.

    Variants with a name and `rated` have a leaderboard; any other valid set of options can be
    played in a tournament as well, without one. An open variant is a row of its own beside the
    hosted one: remote bots play there too, so nobody controls the conditions.
    """

    key = models.CharField(max_length=300, help_text="canonical text, as in kalah(seeds=4)")
    game_id = models.CharField(max_length=40)
    options = models.JSONField(default=dict, help_text="every option with its value")
    rules_version = models.PositiveIntegerField()
    name = models.CharField(max_length=80, blank=True)
    slug = models.SlugField(max_length=80, unique=True, null=True, blank=True)
    rated = models.BooleanField(default=False)
    ladder = models.BooleanField(default=False, help_text="its leaderboard has a ladder")
    is_open = models.BooleanField(default=False, help_text="remote bots may play in it")
    checked_until = models.DateTimeField(
        null=True, blank=True,
        help_text="its results up to this time agreed; empty: the next check looks at all",
    )  # fmt: skip

    objects = VariantManager()

    class Meta:
        ordering = ["game_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["key", "rules_version", "is_open"], name="one_row_a_variant"
            ),
            models.CheckConstraint(
                condition=Q(rated=False) | (Q(slug__isnull=False) & ~Q(name="")),
                name="a_leaderboard_has_a_name",
                violation_error_message=gettext_lazy("A rated variant needs a name and a slug."),
            ),
        ]

    def __str__(self) -> str:
        return self.marked(said(self.name) or self.key)

    def get_absolute_url(self) -> str:
        return reverse("leaderboard", args=[self.slug])

    def marked(self, name: str) -> str:
        """Return a name of it; that of an open variant says so, wherever it is read."""
        return say("{variant}, open", variant=name) if self.is_open else name

    @property
    def twin(self) -> "Variant | None":
        """The open leaderboard beside a hosted one, or the hosted one beside it."""
        beside = Variant.objects.filter(key=self.key, rules_version=self.rules_version, rated=True)
        return beside.filter(is_open=not self.is_open).first()

    def load(self) -> engine.Game:
        """The engine's game for these options."""
        return _game(self.game_id, tuple(self.options.items()))

    @property
    def has_chance(self) -> bool:
        """Whether anything is thrown in it."""
        return any(info.has_chance for info in engine.games() if info.id == self.game_id)

    def unusual_options(self) -> dict[str, Any]:
        """Return the options that differ from their defaults; all without a game in the engine."""
        info = next((info for info in engine.games() if info.id == self.game_id), None)
        usual = {spec.name: spec.default for spec in info.options} if info else {}
        return {name: value for name, value in self.options.items() if value != usual.get(name)}

    def last_entry(self) -> int:
        """The last entry of its ledger; 0 without one."""
        return self.ledger.aggregate(last=models.Max("pk"))["last"] or 0

    def sides(self) -> list[int]:
        """The side of each seat; if the engine no longer has the variant, by its first game."""
        try:
            return self.load().sides()
        except engine.EngineError:
            return self._sides_as_played()

    def _sides_as_played(self) -> list[int]:
        game = self.games.filter(match__checks=None).order_by("pk").first()
        seated = list(game.seats.values_list("version", flat=True)) if game else []
        order = list(dict.fromkeys(seated))
        return [order.index(version) for version in seated] or [0, 1]


@lru_cache(maxsize=256)
def _game(game_id: str, options: tuple[tuple[str, Any], ...]) -> engine.Game:
    """The engine's game, cached: it never changes, and is needed several times a game."""
    return engine.load_game(game_id, **dict(options))
