"""The database models: players, bots, tournaments, matches and ratings.

Rows protect themselves by constraints. Transitions of a single row are methods of its model;
changes of several rows are services.
"""

from tournaments.models.analyses import GameAnalysis
from tournaments.models.anomalies import Anomaly
from tournaments.models.bots import Bot
from tournaments.models.casual import CasualGame, CasualSeat
from tournaments.models.clubs import Club, ClubMember, ClubStep
from tournaments.models.courses import Course
from tournaments.models.drafts import Draft
from tournaments.models.game_files import GameFile
from tournaments.models.games import Game, Seat, Unrated, load_records
from tournaments.models.hosts import Host
from tournaments.models.incidents import Incident
from tournaments.models.ledger import LedgerEntry, LedgerStretch
from tournaments.models.matches import Match, ReplacedSeed
from tournaments.models.meetings import Meeting
from tournaments.models.notices import (
    Delivery,
    Notice,
    NoticeChoice,
    NoticeFeed,
    Webhook,
)
from tournaments.models.operations import BackupProof, LastDone, PlayedTotals
from tournaments.models.players import Player
from tournaments.models.ratings import (
    Fit,
    FitCovariance,
    FittedPlace,
    LeaderboardOrder,
    Rating,
    RatingCheck,
)
from tournaments.models.record_files import RecordFile
from tournaments.models.series import Series, SeriesEntry
from tournaments.models.signups import SignupCode
from tournaments.models.staff import StaffAction
from tournaments.models.tables import ResultFile, TableLine, TournamentTable
from tournaments.models.tokens import ApiToken, Scope, TokenAct
from tournaments.models.tournaments import (
    Entry,
    Pairing,
    PairingSide,
    RequestedBye,
    Round,
    Tournament,
)
from tournaments.models.trials import Trial
from tournaments.models.variants import Variant
from tournaments.models.versions import Version
