"""What is stored of a tournament's results: its table, for pages, and its large files."""

from collections.abc import Iterable

from django.db import models
from django.db.models import F, Q


class TournamentTable(models.Model):
    """A tournament's results at one of its states, with a line for each entrant.

    `state` counts the changes of what the table shows. Each change is counted as the last step of
    its transaction, so that waiting for this row's lock never blocks others.
    Ladders and trials have no table.
    """

    tournament = models.OneToOneField(
        "tournaments.Tournament", on_delete=models.CASCADE, primary_key=True, related_name="table"
    )
    state = models.PositiveBigIntegerField(default=0, help_text="changes so far of what it shows")
    computed = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="the state it was computed from; empty: never"
    )
    failed = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="the last state from which it could not be computed"
    )
    computed_at = models.DateTimeField(null=True, blank=True)
    checked = models.PositiveBigIntegerField(
        null=True,
        blank=True,
        help_text="the state at which it was last computed again and compared",
    )
    wanted = models.BooleanField(
        default=False, help_text="it is to be computed, and its files are to be made"
    )
    games = models.PositiveIntegerField(default=0)
    finished = models.PositiveIntegerField(default=0, help_text="games, when it was computed")
    void = models.PositiveIntegerField(default=0, help_text="games, when it was computed")
    parts = models.JSONField(
        default=dict, blank=True, help_text="brackets, groups, rounds and what the lines share"
    )

    class Meta:
        ordering = ["tournament"]
        indexes = [
            models.Index(fields=["wanted"], condition=Q(wanted=True), name="wanted_tables"),
        ]

    def __str__(self) -> str:
        return f"Table of {self.tournament}"

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has changed since it was computed."""
        return self.computed == self.state

    @property
    def has_failed(self) -> bool:
        """Whether it could not be computed from its present state."""
        return self.failed == self.state

    @classmethod
    def changed(
        cls, tournaments: Iterable[int | None], *, more_games: int = 0, wanted: bool = False
    ) -> None:
        """Count a change of what is shown of these tournaments, by their ids.

        If `wanted`, a worker computes them before a page asks for them.
        """
        mark = {"wanted": True} if wanted else {}
        for pk in sorted({each for each in tournaments if each is not None}):
            cls.objects.filter(pk=pk).update(
                state=F("state") + 1, games=F("games") + more_games, **mark
            )

    def want(self) -> bool:
        """Note that a page waits for it; False if one did already."""
        rows = TournamentTable.objects.filter(pk=self.pk, wanted=False)
        return rows.update(wanted=True) == 1


class TableLine(models.Model):
    """An entrant's line of a tournament's table; fractions are stored exactly."""

    table = models.ForeignKey(TournamentTable, on_delete=models.CASCADE, related_name="lines")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="lines")
    position = models.PositiveIntegerField(help_text="from 0, the best first")
    place = models.PositiveIntegerField(help_text="shared by equals")
    figures = models.JSONField(help_text="points, games, values of the tie-breaks, progress")
    cells = models.JSONField(help_text="half points and games against each entry, by its id")

    class Meta:
        ordering = ["table", "position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "entry"], name="one_line_an_entry"),
        ]
        indexes = [models.Index(fields=["table", "position"])]

    def __str__(self) -> str:
        return f"{self.entry} in {self.table}"


def result_name(file: "ResultFile", _filename: str) -> str:
    """The path of a file of results in the storage, by the hash of its content."""
    return f"results/{file.sha256[:2]}/{file.sha256}.gz"


class ResultFile(models.Model):
    """A file of all games of a finished tournament, at a `state` of its table.

    It is stored compressed (gzip). A later state makes it useless.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="files"
    )
    kind = models.CharField(max_length=10, help_text="the ending of its name")
    state = models.PositiveBigIntegerField(help_text="of the table that it was made from")
    content = models.FileField(upload_to=result_name, max_length=120)
    sha256 = models.CharField(max_length=64, help_text="of its text")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "kind"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind"], name="one_file_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.tournament}"
