"""Trials: is a new version better? Pairs of games in small batches, until a test can tell."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial

from django.db import transaction

from agents.clock import PRESETS
from tournaments import dispatch
from tournaments.errors import Invalid, NotAllowed
from tournaments.mathematics.statistics.sprt import SequentialTest, Verdict, outcome
from tournaments.models import Entry, Player, Tournament, Trial, Variant, Version
from tournaments.queries import allowances
from tournaments.queries import trials as queries
from tournaments.services import incidents, notices
from tournaments.services.tournaments import pairings

BATCH = 8
"""Pairs that wait or are played at a time: what is queued in vain when a trial stops is less."""

OPENING_ACTIONS = 6
"""Random actions before a pair where nothing is thrown, so that no two pairs are the same."""

MAX_RUNNING = 3
"""Trials that one player may have running."""

ELO1 = (5.0, 200.0)
PAIRS = (10, 2000)
"""What `elo1` and `most_pairs` may be."""

_STATUS = {Verdict.BETTER: Trial.Status.BETTER, Verdict.NOT_BETTER: Trial.Status.NOT_BETTER}


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a trial is played by; the error rates are a twentieth each."""

    variant: Variant
    time_control: str = "bullet"
    elo1: float = 30.0
    most_pairs: int = 400
    replaces: bool = False

    def check(self) -> None:
        """Raises Invalid for the first thing that is wrong, naming the field."""
        if self.time_control not in PRESETS:
            allowed = ", ".join(PRESETS)
            raise Invalid("time_control", f"Unknown time control; allowed are {allowed}.")
        if len(set(self.variant.load().sides())) != 2:
            raise Invalid("variant", "A trial is between two sides; this game has more.")
        _check_size(self.elo1, self.most_pairs)


def outlook(*, elo1: float, most_pairs: int) -> queries.TrialOutlook:
    """How likely a trial comes to a verdict; nothing is made.

    Raises Invalid, naming the field, for what no trial may have.
    """
    _check_size(elo1, most_pairs)
    return queries.outlook(SequentialTest(elo1=elo1), pairs=most_pairs)


@transaction.atomic
def start(
    *, challenger: Version, incumbent: Version, player: Player, now: datetime, terms: Terms
) -> Trial:
    """Begin a trial of two versions of the player's own bots; the same once more is the same one.

    Raises NotAllowed for anybody but the owner of both, Invalid, naming the field, for what cannot
    be played.
    """
    _check_owner(challenger, incumbent, player)
    terms.check()
    _check_versions(challenger, incumbent, terms)
    # One after the other, so that two clicks are one trial and the limit holds.
    Player.objects.select_for_update().get(pk=player.pk)
    running = allowances.running_trials(player)
    same = running.filter(challenger=challenger, tournament__variant=terms.variant).first()
    if same is not None:
        return same
    if running.count() >= MAX_RUNNING:
        raise Invalid(None, f"{MAX_RUNNING} of your trials are running; let one of them end first.")
    trial = _make(challenger, incumbent, player, now, terms)
    if terms.replaces:
        challenger.hold_back()
    return trial


def stop(trial: Trial, *, player: Player, now: datetime) -> bool:
    """End a trial without a verdict; False if it was over.

    Raises NotAllowed for anybody but who started it and staff.
    """
    if player.pk != trial.started_by_id and not player.is_staff:
        raise NotAllowed(f"Only {trial.started_by} may stop this trial.")
    with transaction.atomic():
        locked = Trial.objects.select_for_update().get(pk=trial.pk)
        return not locked.is_over and _end(locked, Trial.Status.STOPPED, now)


def release(version: Version, *, player: Player) -> bool:
    """Let a version that is held back play without a trial; False if it was not.

    Raises NotAllowed for anybody but its owner.
    """
    if version.bot.owner_id != player.pk:
        raise NotAllowed(f"Only {version.bot.owner} may let {version} play.")
    return version.release()


def advance(*, now: datetime) -> int:
    """Take every running trial further: its verdict, or the next pairs; how many ended."""
    running = Trial.objects.running()
    return incidents.each(running, partial(_advance, now=now), what="go on with", now=now)


@transaction.atomic
def _advance(running: Trial, *, now: datetime) -> bool:
    trial = Trial.objects.select_for_update().get(pk=running.pk)
    if trial.is_over:
        return False
    known = queries.progress(trial)
    verdict = _extend(trial, known.points)
    if verdict is not Verdict.RUNNING:
        return _end(trial, _STATUS[verdict], now)
    if trial.tournament.is_over or _has_left(trial):
        return _end(trial, Trial.Status.STOPPED, now)
    if len(trial.ratios) >= trial.most_pairs or known.matches >= 2 * trial.most_pairs:
        return _end(trial, Trial.Status.UNDECIDED, now)
    if trial.tournament.status == Tournament.Status.RUNNING:
        _queue(trial, known, now)
    return False


def _extend(trial: Trial, points: Iterable[float]) -> Verdict:
    """Compute the ratios of all pairs that count so far, up to the first verdict."""
    test, counts = queries.test_of(trial), [0] * 5
    ratios: list[float] = []
    verdict = Verdict.RUNNING
    for pair in points:
        counts[outcome(pair)] += 1
        ratios.append(_ratio(test, tuple(counts)))
        verdict = test.verdict(ratios[-1])
        if verdict is not Verdict.RUNNING or len(ratios) == trial.most_pairs:
            break
    if ratios != trial.ratios:
        trial.ratios = ratios
        trial.save(update_fields=["ratios"])
    return verdict


@lru_cache(maxsize=1 << 14)
def _ratio(test: SequentialTest, counts: tuple[int, ...]) -> float:
    return round(test.ratio(counts), 6)


def _queue(trial: Trial, known: queries.TrialProgress, now: datetime) -> None:
    """Fill up the batch, but never beyond what the trial may play."""
    left = trial.most_pairs - len(trial.ratios)
    wanted = min(BATCH, left) - known.open
    if wanted > 0:
        rows = [trial.tournament.rounds.get().pairings.get()]
        pairings.add_blocks(trial.tournament, rows, blocks=wanted, now=now)
        dispatch.wake(dispatch.PLAY, times=wanted)


def _end(trial: Trial, status: str, now: datetime) -> bool:
    """Note what came out, let what was not played be void, and tell the author."""
    trial.end(status, now=now)
    trial.tournament.end(Tournament.Status.FINISHED, now=now)
    reason = "The trial was over before it was played."
    trial.tournament.matches.void_waiting(reason=reason, now=now)
    if trial.replaces and status == Trial.Status.BETTER:
        trial.challenger.release()
    text = f"The trial of {trial.challenger} against {trial.incumbent} is over: {_words(trial)}"
    notices.tell(trial.started_by, text, link=trial.get_absolute_url(), now=now)
    return True


def _words(trial: Trial) -> str:
    pairs = f"after {len(trial.ratios)} pair{'' if len(trial.ratios) == 1 else 's'}"
    said = f"{trial.get_status_display()}, {pairs}."
    if not trial.replaces:
        return said
    if trial.status == Trial.Status.BETTER:
        return f"{said} It plays in the place of its predecessor from now on."
    return f"{said} It stays held back, and its predecessor goes on playing."


def _has_left(trial: Trial) -> bool:
    return trial.tournament.entries.withdrawn().exists()


def _make(
    challenger: Version, incumbent: Version, player: Player, now: datetime, terms: Terms
) -> Trial:
    game = terms.variant.load()
    submission = uuid.uuid4()
    tournament = Tournament.objects.create(
        organiser=player,
        name=f"Trial of {challenger} against {incumbent}",
        slug=f"trial-{submission.hex[:16]}",
        submission=submission,
        variant=terms.variant,
        format=Tournament.Format.TRIAL,
        games_per_pairing=2,
        opening_actions=0 if game.info.has_chance else OPENING_ACTIONS,
        time_control=terms.time_control,
        access=Tournament.Access.PRIVATE,
        status=Tournament.Status.RUNNING,
        created_at=now,
        starts_at=now,
        started_at=now,
    )
    entries = [
        Entry.objects.create(tournament=tournament, version=version, number=number)
        for number, version in enumerate((challenger, incumbent), start=1)
    ]
    test = SequentialTest(elo1=terms.elo1)
    trial = Trial.objects.create(
        challenger=challenger,
        incumbent=incumbent,
        tournament=tournament,
        started_by=player,
        elo0=test.elo0,
        elo1=test.elo1,
        alpha=test.alpha,
        beta=test.beta,
        most_pairs=terms.most_pairs,
        replaces=terms.replaces,
        created_at=now,
    )
    pairings.make_round(tournament, number=1, name="Pairs", table=[entries], now=now)
    _queue(trial, queries.progress(trial), now)
    dispatch.wake(dispatch.PLAY)
    return trial


def _check_owner(challenger: Version, incumbent: Version, player: Player) -> None:
    for version in (challenger, incumbent):
        if version.bot.owner_id != player.pk:
            raise NotAllowed(f"Only {version.bot.owner} may try {version}.")


def _check_size(elo1: float, most_pairs: int) -> None:
    if not ELO1[0] <= elo1 <= ELO1[1]:
        raise Invalid("elo1", f"Choose {ELO1[0]:g} to {ELO1[1]:g} Elo.")
    if not PAIRS[0] <= most_pairs <= PAIRS[1]:
        raise Invalid("most_pairs", f"Choose {PAIRS[0]} to {PAIRS[1]:,} pairs.")


def _check_versions(challenger: Version, incumbent: Version, terms: Terms) -> None:
    if challenger == incumbent:
        raise Invalid("incumbent", "Choose another version: it cannot be better than itself.")
    for field, version in (("challenger", challenger), ("incumbent", incumbent)):
        if not version.is_fit_for_trials:
            raise Invalid(field, f"{version} is not accepted, paused or banned: it cannot play.")
        if terms.variant.game_id not in version.games:
            raise Invalid("variant", f"{version} does not play {terms.variant}.")
    is_next = challenger.bot_id == incumbent.bot_id and challenger.number > incumbent.number
    if terms.replaces and not is_next:
        raise Invalid("replaces", "Only a later version of the same bot can take its place.")
