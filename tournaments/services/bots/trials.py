"""Trials: is a new version better? Pairs of games in small batches, until a test can tell.

The test decides on what play made of the games: a pair counts once its luck has been judged.
"""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Q

from tournaments import dispatch
from tournaments.errors import Invalid, NotAllowed
from tournaments.mathematics.statistics.sprt import Decision, SequentialTest
from tournaments.models import Player, Tournament, Trial, Variant, Version
from tournaments.queries.bots import trials
from tournaments.queries.people import allowances
from tournaments.services import incidents
from tournaments.services.notices import notices
from tournaments.services.notices.notices import Kind
from tournaments.services.tournaments import create, pairings
from tournaments.services.tournaments.configuration import (
    Configuration,
    check_time_control,
    entitled,
)
from tournaments.words import Sentence

BATCH = 8
"""The most pairs that are open at a time: few, so that little is queued in vain at the end."""

OPENING_ACTIONS = 6
"""Random actions before a pair in games without chance, so that no two pairs are the same."""

MAX_RUNNING = 3
"""The most trials that one player may have running."""

ELO1 = (5, 200)
PAIRS = (10, 2000)
"""The least and the most that `elo1` and `most_pairs` may be."""

_STATUS = {Decision.BETTER: Trial.Status.BETTER, Decision.NOT_BETTER: Trial.Status.NOT_BETTER}


@dataclass(frozen=True, kw_only=True)
class TrialConfiguration:
    """The settings of a trial; both error rates are one in twenty."""

    variant: Variant
    time_control: str = "bullet"
    elo1: float = 30.0
    most_pairs: int = 400
    replaces: bool = False

    def of_tournament(self, title: Sentence, now: datetime) -> Configuration:
        """Return the configuration of the tournament in which its pairs are played."""
        game = self.variant.load()
        return Configuration(
            **entitled(title),
            game=game,
            time_control=self.time_control,
            starts_at=now,
            games_per_pairing=2,
            format=Tournament.Format.TRIAL,
            opening_actions=0 if game.info.has_chance else OPENING_ACTIONS,
            access=Tournament.Access.PRIVATE,
        )

    def check(self) -> None:
        """Raise Invalid for the first thing that is wrong, naming the field."""
        check_time_control(self.time_control)
        if len(set(self.variant.load().sides())) != 2:
            raise Invalid("trial-has-two-sides", "variant")
        _check_size(self.elo1, self.most_pairs)


def outlook(*, elo1: float, most_pairs: int) -> trials.TrialOutlook:
    """Return how likely a trial is to reach a verdict; nothing is stored.

    Raises Invalid, naming the field, for a value out of range.
    """
    _check_size(elo1, most_pairs)
    return trials.outlook(SequentialTest(elo1=elo1), pairs=most_pairs)


@transaction.atomic
def start(
    *,
    challenger: Version,
    incumbent: Version,
    player: Player,
    now: datetime,
    config: TrialConfiguration,
) -> Trial:
    """Start a trial of two versions of the player's own bots, or return the one that is running.

    A trial is the same if the challenger and the variant are. Raises NotAllowed for anybody but the
    owner of both, Invalid, naming the field, for what cannot be played.
    """
    _check_owner(challenger, incumbent, player)
    config.check()
    _check_versions(challenger, incumbent, config)
    # Requests of a player are serialised, so that two clicks make one trial and the limit holds.
    Player.objects.select_for_update().get(pk=player.pk)
    running = allowances.running_trials(player)
    same = running.filter(challenger=challenger, tournament__variant=config.variant).first()
    if same is not None:
        return same
    if running.count() >= MAX_RUNNING:
        raise Invalid("too-many-trials", most=MAX_RUNNING)
    trial = _make(challenger, incumbent, player, now, config)
    if config.replaces:
        challenger.hold_back()
    return trial


def stop(trial: Trial, *, player: Player, now: datetime) -> bool:
    """End a trial without a verdict; return False if it was over.

    Raises NotAllowed for anybody but the player who started it and staff.
    """
    if player.pk != trial.started_by_id and not player.is_staff:
        raise NotAllowed("starter-stops", player=trial.started_by)
    with transaction.atomic():
        locked = Trial.objects.select_for_update().get(pk=trial.pk)
        return not locked.is_over and _end(locked, Trial.Status.STOPPED, now)


def stop_all(versions: Iterable[Version], *, now: datetime) -> int:
    """End the running trials of these versions without a verdict; return how many there were."""
    tried = [version.pk for version in versions]
    rows = Trial.objects.running().filter(Q(challenger__in=tried) | Q(incumbent__in=tried))
    return sum(_end(trial, Trial.Status.STOPPED, now) for trial in rows.select_for_update())


def release(version: Version, *, player: Player) -> bool:
    """Let a version that is held back play without a trial; return False if it was not held back.

    Raises NotAllowed for anybody but its owner.
    """
    if version.bot.owner_id != player.pk:
        raise NotAllowed("owner-releases", owner=version.bot.owner, version=version)
    return version.release()


def advance(*, now: datetime) -> int:
    """Give every running trial its verdict or its next pairs; return how many ended."""
    running = Trial.objects.running()
    return incidents.each(running, partial(_advance, now=now), failed="advance-failed", now=now)


@transaction.atomic
def _advance(running: Trial, *, now: datetime) -> bool:
    trial = Trial.objects.select_for_update().get(pk=running.pk)
    if trial.is_over:
        return False
    progress = trials.progress(trial)
    verdict = _extend(trial, progress.points)
    if verdict is not Decision.RUNNING:
        return _end(trial, _STATUS[verdict], now)
    if trial.tournament.is_over or trial.tournament.entries.withdrawn().exists():
        return _end(trial, Trial.Status.STOPPED, now)
    if len(trial.ratios) >= trial.most_pairs or progress.matches >= 2 * trial.most_pairs:
        return _end(trial, Trial.Status.UNDECIDED, now)
    if trial.tournament.status == Tournament.Status.RUNNING:
        _queue(trial, progress, now)
    return False


def _extend(trial: Trial, points: Sequence[float]) -> Decision:
    """Store the ratios of all pairs that count so far, up to the first verdict; return it."""
    steps = list(trials.sequential(trial).run(points[: trial.most_pairs]))
    ratios = [round(ratio, 6) for ratio, _verdict in steps]
    if ratios != trial.ratios:
        trial.ratios = ratios
        trial.save(update_fields=["ratios"])
    return steps[-1][1] if steps else Decision.RUNNING


def _queue(trial: Trial, progress: trials.TrialProgress, now: datetime) -> None:
    """Queue pairs to fill the batch, but never more than the trial may play."""
    left = trial.most_pairs - len(trial.ratios)
    blocks = min(BATCH, left) - progress.open
    if blocks > 0:
        rows = [trial.tournament.rounds.get().pairings.get()]
        pairings.add_blocks(trial.tournament, rows, blocks=blocks, now=now)
        dispatch.wake(dispatch.PLAY, times=blocks)


def _end(trial: Trial, status: str, now: datetime) -> bool:
    """Store the outcome, void the matches that still wait, and notify the author."""
    trial.end(status, now=now)
    trial.tournament.end(Tournament.Status.FINISHED, now=now)
    trial.tournament.matches.void_waiting(reason=Sentence("trial-was-over"), now=now)
    if trial.replaces and status == Trial.Status.BETTER:
        trial.challenger.release()
    link = trial.get_absolute_url()
    notices.tell(trial.started_by, _outcome(trial), kind=Kind.TRIAL, link=link, now=now)
    return True


def _outcome(trial: Trial) -> Sentence:
    place = "taken" if trial.status == Trial.Status.BETTER else "kept"
    return Sentence(
        "trial-ended",
        challenger=trial.challenger,
        incumbent=trial.incumbent,
        verdict=trial.status,
        pairs=len(trial.ratios),
        place=place if trial.replaces else "apart",
    )


def _make(
    challenger: Version,
    incumbent: Version,
    player: Player,
    now: datetime,
    config: TrialConfiguration,
) -> Trial:
    submission = uuid.uuid4()
    title = Sentence("trial-of", challenger=str(challenger), incumbent=str(incumbent))
    tournament = Tournament.objects.create(
        organiser=player,
        slug=f"trial-{submission.hex[:16]}",
        submission=submission,
        status=Tournament.Status.RUNNING,
        created_at=now,
        started_at=now,
        **config.of_tournament(title, now).columns(),
    )
    create.enter(tournament, [challenger, incumbent])
    entries = list(tournament.entries.select_related("version"))
    trial = Trial.objects.create(
        challenger=challenger,
        incumbent=incumbent,
        tournament=tournament,
        started_by=player,
        **asdict(SequentialTest(elo1=config.elo1)),
        most_pairs=config.most_pairs,
        replaces=config.replaces,
        created_at=now,
    )
    pairings.make_round(tournament, number=1, name="Pairs", table=[entries], now=now)
    _queue(trial, trials.progress(trial), now)
    dispatch.wake(dispatch.PLAY)
    return trial


def _check_owner(challenger: Version, incumbent: Version, player: Player) -> None:
    for version in (challenger, incumbent):
        if version.bot.owner_id != player.pk:
            raise NotAllowed("owner-tries", owner=version.bot.owner, version=version)


def _check_size(elo1: float, most_pairs: int) -> None:
    if not ELO1[0] <= elo1 <= ELO1[1]:
        raise Invalid("elo-out-of-range", "elo1", least=ELO1[0], most=ELO1[1])
    if not PAIRS[0] <= most_pairs <= PAIRS[1]:
        raise Invalid("pairs-out-of-range", "most_pairs", least=PAIRS[0], most=PAIRS[1])


def _check_versions(challenger: Version, incumbent: Version, config: TrialConfiguration) -> None:
    if challenger == incumbent:
        raise Invalid("tried-against-itself", "incumbent")
    for field, version in (("challenger", challenger), ("incumbent", incumbent)):
        if version.is_remote:
            raise Invalid("version-is-remote", field, version=version)
        if not version.is_fit_for_trials:
            raise Invalid("cannot-be-tried", field, version=version)
        version.check_plays(config.variant.key, field="variant")
    is_next = challenger.bot_id == incumbent.bot_id and challenger.number > incumbent.number
    if config.replaces and not is_next:
        raise Invalid("no-successor", "replaces")
