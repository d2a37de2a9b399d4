"""Writes the neutral name of a deleted bot into the sentences that named it."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import Bot, Entry, Match, Notice, Tournament, Trial
from tournaments.services.tournaments import tables
from tournaments.services.tournaments.configuration import entitled
from tournaments.words import Sentence


def rename(bot: Bot, *, before: str, address: str) -> None:
    """Replace the name in stored sentences of a bot that was called `before`, at `address`.

    Its owner's notices about the bot's own pages are deleted. The platform's incidents, which only
    staff read, stay as they are.
    """
    _rename_trials(bot)
    tables.renamed([bot])
    tournaments = Tournament.objects.filter(entries__version__bot=bot).distinct()
    links = [row.get_absolute_url() for row in tournaments]
    links += [trial.get_absolute_url() for trial in _trials(bot)]
    voided = Match.objects.void().filter(
        pairing__entries__version__bot=bot, void_reason__isnull=False
    )
    Notice.objects.filter(link__startswith=address).delete()
    Notice.objects.filter(group__startswith=f"failure {bot.pk} ").delete()
    Notice.objects.filter(group__startswith=f"passed {bot.pk} ").delete()
    passed = Notice.objects.filter(kind=Notice.Kind.PASSED, text__params__by=before)
    in_sentences(passed, "text", before, bot.name)
    in_sentences(Entry.objects.withdrawn().filter(version__bot=bot), "withdrawal", before, bot.name)
    in_sentences(voided, "void_reason", before, bot.name)
    in_sentences(Notice.objects.filter(link__in=links), "text", before, bot.name)


def in_sentences(rows: QuerySet[Any], field: str, before: str, after: str) -> None:
    """Replace the name `before` by `after` in the sentences in a column of these rows."""
    for row in rows.order_by("pk").distinct().iterator(chunk_size=200):
        said = getattr(row, field)
        renamed = _renamed(said, before, after)
        if renamed != said:
            type(row).objects.filter(pk=row.pk).update(**{field: renamed})


def _renamed(said: Sentence, before: str, after: str) -> Sentence:
    return Sentence(said.code, **_values(said.params, before, after)) if said else said


def _values(params: Mapping[str, object], before: str, after: str) -> dict[str, object]:
    return {name: _value(value, before, after) for name, value in params.items()}


def _value(value: object, before: str, after: str) -> object:
    if isinstance(value, Sentence):
        return _renamed(value, before, after)
    if isinstance(value, str) and (value == before or value.startswith(f"{before} v")):
        return after + value.removeprefix(before)
    return value


def _trials(bot: Bot) -> QuerySet[Trial]:
    return Trial.objects.filter(Q(challenger__bot=bot) | Q(incumbent__bot=bot))


def _rename_trials(bot: Bot) -> None:
    """Rename the tournaments of its trials, which are named after the versions."""
    rows = _trials(bot).select_related("challenger__bot", "incumbent__bot")
    for trial in rows:
        title = Sentence(
            "trial-of", challenger=str(trial.challenger), incumbent=str(trial.incumbent)
        )
        Tournament.objects.filter(pk=trial.tournament_id).update(**entitled(title))
