import django.contrib.auth.validators
import django.contrib.postgres.indexes
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import agents.words
import tournaments.models.clubs
import tournaments.models.fields
import tournaments.models.game_files
import tournaments.models.names
import tournaments.models.record_files
import tournaments.models.seeds
import tournaments.models.signups
import tournaments.models.tables
import tournaments.models.versions


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="BackupProof",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "file",
                    models.CharField(
                        blank=True, help_text="empty if there was none", max_length=255
                    ),
                ),
                (
                    "trouble",
                    models.TextField(
                        blank=True, help_text="empty if all of it was restored and agreed"
                    ),
                ),
            ],
            options={
                "ordering": ["-at"],
            },
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("slug", models.SlugField(max_length=80, unique=True)),
                ("description", models.TextField(blank=True, max_length=2000)),
                (
                    "join_code",
                    models.CharField(
                        default=tournaments.models.clubs.fresh_join_code, max_length=40, unique=True
                    ),
                ),
                (
                    "names",
                    models.CharField(
                        choices=[
                            ("usernames", "usernames"),
                            ("display", "names that members choose for this club"),
                        ],
                        default="usernames",
                        max_length=10,
                        verbose_name="members are shown by",
                    ),
                ),
                (
                    "uploads_close_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="versions uploaded later play in no tournament of the club; empty: never",
                        null=True,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["name", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(help_text="its place in the pairing table")),
                (
                    "newest",
                    models.BooleanField(
                        default=False,
                        help_text="takes part with its bot's newest version at the start",
                    ),
                ),
                (
                    "provisional",
                    models.BooleanField(
                        default=False,
                        help_text="its version is still being checked, and its matches wait",
                    ),
                ),
                (
                    "rating",
                    models.IntegerField(
                        blank=True, help_text="at the start, in thousandths of a point", null=True
                    ),
                ),
                (
                    "withdrawn_at",
                    models.DateTimeField(
                        blank=True, help_text="plays no more from then", null=True
                    ),
                ),
                (
                    "withdrawal",
                    tournaments.models.fields.SentenceField(
                        blank=True,
                        default=agents.words.Sentence,
                        help_text="why, for everybody",
                        null=True,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["tournament", "number"],
            },
        ),
        migrations.CreateModel(
            name="Fit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("computed_at", models.DateTimeField()),
                ("games", models.PositiveIntegerField(help_text="counted, identical ones once")),
                (
                    "games_in_full",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="of the games: those that the platform or trusted organisers paired",
                    ),
                ),
                (
                    "step",
                    models.FloatField(
                        default=0,
                        help_text="Elo by which versions of a bot differ, estimated from all bots",
                    ),
                ),
                (
                    "lines",
                    models.PositiveIntegerField(default=0, help_text="places that were written"),
                ),
                (
                    "component",
                    models.PositiveIntegerField(default=0, help_text="of its first line"),
                ),
                ("seats", models.JSONField(default=list)),
                (
                    "anchors",
                    models.JSONField(
                        default=list, help_text="versions whose stated strengths fix the level"
                    ),
                ),
                (
                    "last_entry",
                    models.PositiveBigIntegerField(
                        default=0, help_text="the last of the ledger's entries that it knows"
                    ),
                ),
                (
                    "digest",
                    models.CharField(default="", help_text="SHA-256 of its lines", max_length=64),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(help_text="within its match")),
                (
                    "record_in_row",
                    models.JSONField(
                        blank=True,
                        help_text="until it moves to a file; read it as `record`",
                        null=True,
                    ),
                ),
                (
                    "record_number",
                    models.PositiveIntegerField(
                        blank=True, help_text="its place in the file, from 0", null=True
                    ),
                ),
                ("reason", models.CharField(blank=True, help_text="why it ended", max_length=40)),
                ("plies", models.PositiveIntegerField(default=0, help_text="actions taken")),
                (
                    "final",
                    models.CharField(
                        blank=True,
                        db_index=True,
                        help_text="the final state's hash, as recorded",
                        max_length=64,
                    ),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "record_removed_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="when the record was removed, being kept no longer",
                        null=True,
                    ),
                ),
                (
                    "voided_at",
                    models.DateTimeField(
                        blank=True, help_text="counts no more from then", null=True
                    ),
                ),
                ("void_reason", models.TextField(blank=True)),
                (
                    "unrated_reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("no-leaderboard", "Its variant has no leaderboard."),
                            ("check", "It checks an upload."),
                            ("trial", "It is a game of a trial."),
                            ("private", "Its tournament is private."),
                            (
                                "remote",
                                "A remote bot plays in it, and only open leaderboards have remote bots.",
                            ),
                            ("same-version", "A version meets itself."),
                            ("one-owner", "Two sides belong to one owner."),
                            (
                                "anomaly",
                                "The results of its owners are unlikely, and staff look into them.",
                            ),
                            (
                                "daily-cap",
                                "Its owners have had the rated games of the day with each other.",
                            ),
                        ],
                        help_text="why a finished game is not rated; empty where it is",
                        max_length=20,
                    ),
                ),
                (
                    "is_waiting",
                    models.BooleanField(
                        default=False,
                        help_text="finished, and not yet entered into ledger and meetings",
                    ),
                ),
                (
                    "is_repetition",
                    models.BooleanField(
                        default=False,
                        help_text="the same versions had played the very same game before",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "number"],
            },
        ),
        migrations.CreateModel(
            name="Host",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, unique=True)),
                (
                    "isolation",
                    models.CharField(
                        blank=True, help_text="how bots are caged there", max_length=20
                    ),
                ),
                (
                    "stronger_before",
                    models.CharField(
                        blank=True,
                        help_text="the stronger isolation that the host has lost",
                        max_length=20,
                    ),
                ),
                (
                    "speed_index",
                    models.FloatField(blank=True, help_text="1.0 is the reference", null=True),
                ),
                (
                    "slots",
                    models.PositiveIntegerField(default=1, help_text="tournament games at once"),
                ),
                ("engine_version", models.CharField(blank=True, max_length=20)),
                ("platform_version", models.CharField(blank=True, max_length=20)),
                (
                    "rules",
                    models.JSONField(
                        default=dict, help_text="the version of the rules, by game id"
                    ),
                ),
                ("started_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="LastDone",
            fields=[
                (
                    "name",
                    models.CharField(
                        choices=[
                            ("tick", "the tick, sent by the scheduler and done by a worker"),
                            ("backup", "a backup"),
                            ("pruning", "removal of what is kept no longer"),
                            ("totals", "the count of all games and matches"),
                            ("tables", "the check of tables"),
                            ("fits", "the fits of all leaderboards"),
                            ("anomalies", "the search for anomalies"),
                            ("ratings", "the check of ratings"),
                            ("files", "the files of rated games"),
                            ("records", "the move of old records into files"),
                            ("proof", "the proof of the newest backup"),
                        ],
                        max_length=20,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "verbose_name_plural": "last done",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ["round", "number"],
            },
        ),
        migrations.CreateModel(
            name="RatingCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("checked_at", models.DateTimeField()),
                (
                    "differences",
                    models.JSONField(
                        default=list, help_text="codes with values; empty when all agreed"
                    ),
                ),
            ],
            options={
                "ordering": ["-checked_at"],
            },
        ),
        migrations.CreateModel(
            name="RecordFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("month", models.DateField(help_text="its first day")),
                (
                    "content",
                    models.FileField(
                        max_length=120, upload_to=tournaments.models.record_files.record_file_name
                    ),
                ),
                (
                    "sha256",
                    models.CharField(
                        help_text="of the file, compressed", max_length=64, unique=True
                    ),
                ),
                ("size", models.PositiveBigIntegerField(help_text="bytes")),
                ("games", models.PositiveIntegerField()),
                (
                    "starts",
                    models.JSONField(
                        help_text="where each block begins, and where the last one ends"
                    ),
                ),
                ("made_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["variant", "month", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "name",
                    models.CharField(
                        blank=True, help_text="empty: its number says it", max_length=60
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "number"],
            },
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "format",
                    models.CharField(
                        choices=[
                            ("round-robin", "Round-robin"),
                            ("swiss", "Swiss"),
                            ("knockout", "Knockout"),
                            ("double-elimination", "Double elimination"),
                            ("gauntlet", "Gauntlet"),
                            ("groups-knockout", "Groups, then knockout"),
                            ("ladder", "Ladder"),
                            ("trial", "Trial of a new version"),
                        ],
                        default="round-robin",
                        max_length=20,
                    ),
                ),
                (
                    "format_options",
                    models.JSONField(blank=True, default=dict, help_text="see docs/24-formats.md"),
                ),
                (
                    "tie_breaks",
                    models.JSONField(
                        blank=True, default=list, help_text="codes, the first decides"
                    ),
                ),
                ("games_per_pairing", models.PositiveIntegerField(default=2)),
                (
                    "opening_actions",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="random ones before each block but the first of a pairing",
                    ),
                ),
                ("time_control", models.CharField(help_text="name of a preset", max_length=20)),
                (
                    "access",
                    models.CharField(
                        choices=[
                            ("open", "everybody may enter"),
                            ("invited", "only those invited may enter"),
                            ("private", "only who takes part can see it"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "occurrence",
                    models.PositiveIntegerField(blank=True, help_text="in its series", null=True),
                ),
                (
                    "division",
                    models.PositiveIntegerField(blank=True, help_text="the first is 1", null=True),
                ),
                ("name", models.CharField(max_length=80)),
                (
                    "title",
                    tournaments.models.fields.SentenceField(
                        blank=True,
                        default=agents.words.Sentence,
                        help_text="its name in each reader's language, if the site has begun it",
                        null=True,
                    ),
                ),
                ("slug", models.SlugField(max_length=100, unique=True)),
                (
                    "submission",
                    models.UUIDField(
                        help_text="of the form it came from: a second click is the same"
                    ),
                ),
                (
                    "pairing_seed",
                    models.BigIntegerField(
                        default=0, help_text="for what the format leaves to lot"
                    ),
                ),
                (
                    "registration_opens_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="empty: entrants are chosen by the organisers alone",
                        null=True,
                    ),
                ),
                ("registration_closes_at", models.DateTimeField(blank=True, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("scheduled", "scheduled"),
                            ("running", "running"),
                            ("paused", "paused"),
                            ("finished", "finished"),
                            ("cancelled", "cancelled"),
                        ],
                        default="scheduled",
                        max_length=10,
                    ),
                ),
                (
                    "pause_reason",
                    tournaments.models.fields.SentenceField(
                        blank=True,
                        default=agents.words.Sentence,
                        help_text="why it is paused, for everybody",
                        null=True,
                    ),
                ),
                (
                    "last_claim_at",
                    models.DateTimeField(
                        blank=True, help_text="when a worker last took a match of it", null=True
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("starts_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        help_text="whose members alone may enter; empty: everybody's",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-starts_at", "-pk"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                (
                    "first_name",
                    models.CharField(blank=True, max_length=150, verbose_name="first name"),
                ),
                (
                    "last_name",
                    models.CharField(blank=True, max_length=150, verbose_name="last name"),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "look",
                    tournaments.models.fields.LookField(
                        by=tournaments.models.names.look, editable=False, of="username"
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        help_text="of mail and feeds; empty: that of the site",
                        max_length=10,
                    ),
                ),
                (
                    "is_trusted",
                    models.BooleanField(
                        default=False,
                        help_text="games of this player's tournaments count in full on leaderboards",
                        verbose_name="trusted organiser",
                    ),
                ),
                (
                    "closed_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="nobody's account from then, under a neutral name",
                        null=True,
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "digest",
                    models.CharField(help_text="SHA-256, hexadecimal", max_length=64, unique=True),
                ),
                (
                    "label",
                    models.CharField(
                        help_text="what it is for, in the player's words", max_length=80
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                (
                    "ended_at",
                    models.DateTimeField(blank=True, help_text="before its time", null=True),
                ),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "last_used_from",
                    models.CharField(blank=True, help_text="its address", max_length=64),
                ),
                (
                    "may_upload",
                    models.BooleanField(default=False, help_text="add bots, versions and games"),
                ),
                (
                    "may_bots",
                    models.BooleanField(default=False, help_text="change, publish and delete bots"),
                ),
                (
                    "may_notices",
                    models.BooleanField(default=False, help_text="set the webhook and the feed"),
                ),
                (
                    "may_organise",
                    models.BooleanField(default=False, help_text="hold and run tournaments"),
                ),
                (
                    "may_remote",
                    models.BooleanField(
                        default=False, help_text="play as the player's remote bots"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Bot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("banned_at", models.DateTimeField(blank=True, null=True)),
                ("ban_reason", models.TextField(blank=True, help_text="shown to everybody")),
                (
                    "hidden_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="neither listed nor entered from then; its results stay",
                        null=True,
                    ),
                ),
                (
                    "deleted_at",
                    models.DateTimeField(blank=True, help_text="has no code from then", null=True),
                ),
                (
                    "name",
                    models.CharField(
                        max_length=40,
                        unique=True,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^(?=[^\\W_])[\\w .\\u0300-\\u036f-]+(?<![ ._-])\\Z",
                                "A name begins and ends with a letter or digit; between them letters, digits, spaces, dots, underscores and hyphens are allowed.",
                            )
                        ],
                    ),
                ),
                ("slug", models.SlugField(max_length=40, unique=True)),
                (
                    "look",
                    tournaments.models.fields.LookField(
                        by=tournaments.models.names.look_of_words, editable=False, of="name"
                    ),
                ),
                ("description", models.TextField(blank=True, max_length=2000)),
                (
                    "open_to_all",
                    models.BooleanField(
                        default=True,
                        help_text="Other players may enter this bot in their tournaments, and its games there are rated. Its code stays private.",
                        verbose_name="anyone may enter it",
                    ),
                ),
                (
                    "on_ladders",
                    models.BooleanField(
                        default=True,
                        help_text="Its newest version plays on the ladder of every leaderboard that it can.",
                        verbose_name="climbs ladders",
                    ),
                ),
                (
                    "on_open_ladders",
                    models.BooleanField(
                        default=False,
                        help_text="A hosted bot also plays on the ladders of open leaderboards.",
                    ),
                ),
                (
                    "is_house",
                    models.BooleanField(default=False, help_text="comes with the platform"),
                ),
                (
                    "is_remote",
                    models.BooleanField(
                        default=False,
                        help_text="plays from its author's machine; the site has no code of it",
                    ),
                ),
                (
                    "connected_since",
                    models.DateTimeField(
                        blank=True,
                        help_text="when the newest stream of a remote bot began",
                        null=True,
                    ),
                ),
                (
                    "connected_until",
                    models.DateTimeField(
                        blank=True, help_text="the lease of its streams, which renew it", null=True
                    ),
                ),
                (
                    "at_once",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="the most games that a remote bot plays at once, as it says",
                    ),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bots",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="CasualGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("worker", models.CharField(blank=True, max_length=120)),
                ("attempt", models.PositiveIntegerField(default=0)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                (
                    "failures",
                    models.PositiveIntegerField(default=0, help_text="of the platform, in a row"),
                ),
                (
                    "failure",
                    tournaments.models.fields.SentenceField(
                        blank=True,
                        default=agents.words.Sentence,
                        help_text="the last platform failure, for staff",
                        null=True,
                    ),
                ),
                (
                    "not_before",
                    models.DateTimeField(help_text="waits until then after a platform failure"),
                ),
                (
                    "seed",
                    models.BinaryField(
                        default=tournaments.models.seeds.fresh_seed,
                        help_text="of the dice; secret until it is over",
                        max_length=32,
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        help_text="its address, which is random", max_length=20, unique=True
                    ),
                ),
                ("time_control", models.CharField(help_text="of the bots", max_length=20)),
                (
                    "clock",
                    models.CharField(
                        blank=True, help_text="of the people; empty: none", max_length=10
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "waits for people"),
                            ("playing", "playing"),
                            ("over", "over"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("has_people", models.BooleanField(default=True)),
                (
                    "has_remote",
                    models.BooleanField(default=False, help_text="a remote bot has a seat"),
                ),
                (
                    "is_offered",
                    models.BooleanField(
                        default=False, help_text="the lobby offers its free seats to all visitors"
                    ),
                ),
                (
                    "visitor",
                    models.CharField(
                        blank=True,
                        db_index=True,
                        help_text="who opened it without an account",
                        max_length=32,
                    ),
                ),
                ("events", models.JSONField(blank=True, default=list, help_text="as in a record")),
                ("state", models.PositiveIntegerField(default=0, help_text="counts its changes")),
                (
                    "rewinds",
                    models.PositiveIntegerField(
                        default=0, help_text="how often moves were taken back"
                    ),
                ),
                (
                    "wanted_back",
                    models.JSONField(
                        blank=True,
                        help_text="the seat that asks to take back, and who has agreed",
                        null=True,
                    ),
                ),
                (
                    "hints",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="asked of the judge: seat, ply, rewinds, and what became of it: begun, failed or the action",
                    ),
                ),
                (
                    "hint_due_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="when a hint was asked for, or is given up once begun",
                        null=True,
                    ),
                ),
                ("due_seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("bot_due", models.BooleanField(default=False)),
                (
                    "due_since",
                    models.DateTimeField(help_text="when the seat to act began to think"),
                ),
                (
                    "due_until",
                    models.DateTimeField(
                        blank=True,
                        help_text="when a person who does nothing has left, or a remote bot has lost on time",
                        null=True,
                    ),
                ),
                (
                    "result",
                    models.JSONField(blank=True, help_text="returns and ranks by seat", null=True),
                ),
                ("reason", models.CharField(blank=True, help_text="why it ended", max_length=40)),
                ("created_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "opened_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="casual_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematch",
                        to="tournaments.casualgame",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        blank=True,
                        help_text="the game of a match that is played at this board, with the match's dice",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="board",
                        to="tournaments.game",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Course",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="course",
                        serialize=False,
                        to="tournaments.club",
                    ),
                ),
                (
                    "counts",
                    models.CharField(
                        choices=[
                            ("place", "the place in the last tournament"),
                            ("points", "the share of all points"),
                            ("beats", "more than half of the points against the bot to beat"),
                        ],
                        default="points",
                        help_text="for the marks",
                        max_length=10,
                    ),
                ),
                (
                    "students",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="the groups of expected students, by user name",
                    ),
                ),
            ],
            options={
                "ordering": ["club"],
            },
        ),
        migrations.CreateModel(
            name="ClubMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("organiser", "organiser"), ("member", "member")],
                        default="member",
                        max_length=10,
                    ),
                ),
                (
                    "display_name",
                    models.CharField(
                        blank=True, help_text="in this club; empty: the username", max_length=40
                    ),
                ),
                (
                    "group",
                    models.CharField(
                        blank=True, help_text="for the organisers' tables", max_length=40
                    ),
                ),
                ("joined_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["club", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("variant", models.CharField(help_text="which it is tried in", max_length=200)),
                ("files", models.JSONField(help_text="the text of each file, by its name")),
                ("size", models.PositiveIntegerField(help_text="bytes of text")),
                (
                    "counter",
                    models.PositiveIntegerField(default=1, help_text="how often it has been saved"),
                ),
                ("updated_at", models.DateTimeField()),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drafts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-updated_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="FitCovariance",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "versions",
                    models.JSONField(
                        default=list, help_text="ids; not all, where there are very many"
                    ),
                ),
                ("triangle", models.BinaryField()),
                (
                    "fit",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="covariance",
                        to="tournaments.fit",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "fit covariances",
            },
        ),
        migrations.CreateModel(
            name="GameAnalysis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("worker", models.CharField(blank=True, max_length=120)),
                ("attempt", models.PositiveIntegerField(default=0)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                (
                    "failures",
                    models.PositiveIntegerField(default=0, help_text="of the platform, in a row"),
                ),
                (
                    "failure",
                    tournaments.models.fields.SentenceField(
                        blank=True,
                        default=agents.words.Sentence,
                        help_text="the last platform failure, for staff",
                        null=True,
                    ),
                ),
                (
                    "not_before",
                    models.DateTimeField(help_text="waits until then after a platform failure"),
                ),
                ("version", models.PositiveSmallIntegerField(help_text="of the judge")),
                (
                    "before",
                    models.PositiveIntegerField(
                        default=0, help_text="of a what-if: the event before which it begins"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "waits for a worker, or has one"),
                            ("done", "done"),
                            ("failed", "failed"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                (
                    "found",
                    models.JSONField(blank=True, help_text="see docs/27-analysis.md", null=True),
                ),
                (
                    "reason",
                    tournaments.models.fields.SentenceField(
                        blank=True,
                        default=agents.words.Sentence,
                        help_text="why it failed",
                        null=True,
                    ),
                ),
                (
                    "asker",
                    models.CharField(
                        blank=True,
                        help_text="a player or a visitor's network, while it waits",
                        max_length=64,
                    ),
                ),
                (
                    "turn",
                    models.PositiveIntegerField(
                        default=0, help_text="askers take turns, each with one game"
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "casual_game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="analyses",
                        to="tournaments.casualgame",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="analyses",
                        to="tournaments.game",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "game analyses",
                "ordering": ["-asked_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("worker", models.CharField(blank=True, max_length=120)),
                ("attempt", models.PositiveIntegerField(default=0)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                (
                    "failures",
                    models.PositiveIntegerField(default=0, help_text="of the platform, in a row"),
                ),
                (
                    "failure",
                    tournaments.models.fields.SentenceField(
                        blank=True,
                        default=agents.words.Sentence,
                        help_text="the last platform failure, for staff",
                        null=True,
                    ),
                ),
                (
                    "not_before",
                    models.DateTimeField(help_text="waits until then after a platform failure"),
                ),
                (
                    "seed",
                    models.BinaryField(
                        default=tournaments.models.seeds.fresh_seed,
                        help_text="of the dice; secret until it is over",
                        max_length=32,
                    ),
                ),
                ("number", models.PositiveIntegerField(default=1, help_text="within its pairing")),
                ("time_control", models.CharField(max_length=20)),
                (
                    "opening",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="actions played before the bots, in notation",
                    ),
                ),
                (
                    "value_function",
                    models.CharField(
                        blank=True,
                        help_text="what judges its luck, fixed before its first game",
                        max_length=60,
                    ),
                ),
                (
                    "value_sha256",
                    models.CharField(blank=True, help_text="of that value function", max_length=64),
                ),
                (
                    "luck_due_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="since when its luck waits to be judged; else null",
                        null=True,
                    ),
                ),
                (
                    "is_remote",
                    models.BooleanField(
                        default=False,
                        help_text="a remote bot plays: its games are boards, and no worker claims it",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "queued"),
                            ("running", "playing"),
                            ("finished", "finished"),
                            ("void", "void"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("queued_at", models.DateTimeField()),
                (
                    "void_reason",
                    tournaments.models.fields.SentenceField(
                        blank=True,
                        default=agents.words.Sentence,
                        help_text="why it is void, for everybody",
                        null=True,
                    ),
                ),
                (
                    "isolation",
                    models.CharField(
                        blank=True, help_text="how the bots were caged", max_length=20
                    ),
                ),
                (
                    "speed_index",
                    models.FloatField(blank=True, help_text="of the host, at that time", null=True),
                ),
                (
                    "sandboxes",
                    models.PositiveIntegerField(
                        default=0, help_text="started for it, all attempts"
                    ),
                ),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "host",
                    models.ForeignKey(
                        blank=True,
                        help_text="where it was played last",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="matches",
                        to="tournaments.host",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="tournaments.pairing",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "matches",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Incident",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("platform-fault", "fault of the platform"),
                            ("lease-expired", "worker fell silent"),
                            ("host-stalled", "the host stalled"),
                            ("conflicting-report", "two reports that differ"),
                            ("stale-report", "report from a lost attempt"),
                            ("wrong-table", "a table that differs from its games"),
                            ("wrong-record", "kept results that differ from their games"),
                            ("sandbox-unavailable", "no sandbox"),
                            ("weaker-sandbox", "a weaker sandbox than before"),
                        ],
                        max_length=24,
                    ),
                ),
                ("attempt", models.PositiveIntegerField(default=0, help_text="of the match")),
                ("worker", models.CharField(blank=True, max_length=120)),
                (
                    "text",
                    tournaments.models.fields.SentenceField(
                        blank=True, default=agents.words.Sentence, help_text="for staff", null=True
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="incidents",
                        to="tournaments.match",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.AddField(
            model_name="game",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="games",
                to="tournaments.match",
            ),
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("check", "The check of an upload has ended"),
                            ("failure", "A bot has failed in a rated game"),
                            ("paused", "A bot is paused or banned, or may play again"),
                            (
                                "tournament",
                                "A tournament has begun, has ended, or goes on without your bot",
                            ),
                            ("trial", "A trial has ended"),
                            ("passed", "Somebody has passed a bot on a leaderboard"),
                            ("people", "Somebody has invited you, or changed what you may do"),
                            ("delivery", "Something could not be sent to you"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "text",
                    tournaments.models.fields.SentenceField(
                        blank=True, default=agents.words.Sentence, null=True
                    ),
                ),
                (
                    "link",
                    models.CharField(help_text="path of the page that it is about", max_length=300),
                ),
                (
                    "reproduce",
                    models.CharField(
                        blank=True,
                        help_text="the command that asks the bot the same again",
                        max_length=100,
                    ),
                ),
                (
                    "group",
                    models.CharField(
                        help_text="what happens again has the same one", max_length=100
                    ),
                ),
                (
                    "count",
                    models.PositiveIntegerField(
                        default=1, help_text="how often it has happened so far"
                    ),
                ),
                ("is_on_site", models.BooleanField(default=True)),
                ("is_in_feed", models.BooleanField(default=True)),
                ("at", models.DateTimeField(help_text="when it happened last")),
                ("read_at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "way",
                    models.CharField(
                        choices=[("mail", "mail"), ("webhook", "webhook")], max_length=8
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("not_before", models.DateTimeField()),
                ("tries", models.PositiveIntegerField(default=0)),
                (
                    "problem",
                    tournaments.models.fields.SentenceField(
                        blank=True,
                        default=agents.words.Sentence,
                        help_text="why the last try failed",
                        null=True,
                    ),
                ),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("given_up_at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "notice",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="tournaments.notice",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "ordering": ["-created_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="NoticeChoice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("check", "The check of an upload has ended"),
                            ("failure", "A bot has failed in a rated game"),
                            ("paused", "A bot is paused or banned, or may play again"),
                            (
                                "tournament",
                                "A tournament has begun, has ended, or goes on without your bot",
                            ),
                            ("trial", "A trial has ended"),
                            ("passed", "Somebody has passed a bot on a leaderboard"),
                            ("people", "Somebody has invited you, or changed what you may do"),
                            ("delivery", "Something could not be sent to you"),
                        ],
                        max_length=12,
                    ),
                ),
                ("site", models.BooleanField(default=True)),
                ("mail", models.BooleanField(default=False)),
                ("webhook", models.BooleanField(default=False)),
                ("feed", models.BooleanField(default=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_choices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["player", "kind"],
            },
        ),
        migrations.CreateModel(
            name="NoticeFeed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "digest",
                    models.CharField(help_text="SHA-256, hexadecimal", max_length=64, unique=True),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_feed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "token",
                    models.ForeignKey(
                        blank=True,
                        help_text="that has made it",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="tournaments.apitoken",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PairingSide",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sides",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sides",
                        to="tournaments.pairing",
                    ),
                ),
            ],
            options={
                "ordering": ["pairing", "position"],
            },
        ),
        migrations.AddField(
            model_name="pairing",
            name="entries",
            field=models.ManyToManyField(
                related_name="pairings", through="tournaments.PairingSide", to="tournaments.entry"
            ),
        ),
        migrations.CreateModel(
            name="PlayedTotals",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("until", models.DateTimeField(help_text="what ended later is not in it")),
                (
                    "games",
                    models.JSONField(
                        default=dict, help_text="finished games by the reason of their end"
                    ),
                ),
                (
                    "matches",
                    models.JSONField(default=dict, help_text="matches that are over, by status"),
                ),
                (
                    "sandboxes",
                    models.PositiveBigIntegerField(
                        default=0, help_text="started for these matches"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "played totals",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("pk", 1)), name="one_row_of_played_totals"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="game",
            name="record_file",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.recordfile",
            ),
        ),
        migrations.CreateModel(
            name="ReplacedSeed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "seed",
                    models.BinaryField(
                        default=tournaments.models.seeds.fresh_seed,
                        help_text="of the dice; secret until it is over",
                        max_length=32,
                    ),
                ),
                ("number", models.PositiveIntegerField(help_text="from 1, in order of use")),
                ("replaced_at", models.DateTimeField()),
                (
                    "why",
                    models.CharField(
                        choices=[
                            ("stopped", "the worker was stopped"),
                            ("failed", "the platform failed"),
                            ("silent", "the worker fell silent"),
                            ("restored", "the site was restored from a backup"),
                        ],
                        help_text="why the match was requeued",
                        max_length=10,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="replaced_seeds",
                        to="tournaments.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "number"],
            },
        ),
        migrations.CreateModel(
            name="RequestedBye",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveIntegerField(help_text="its number")),
                (
                    "worth",
                    models.CharField(
                        choices=[("half", "half a point"), ("zero", "no point")], max_length=4
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requested_byes",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["entry", "round"],
            },
        ),
        migrations.AddField(
            model_name="pairing",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="pairings",
                to="tournaments.round",
            ),
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "format",
                    models.CharField(
                        choices=[
                            ("round-robin", "Round-robin"),
                            ("swiss", "Swiss"),
                            ("knockout", "Knockout"),
                            ("double-elimination", "Double elimination"),
                            ("gauntlet", "Gauntlet"),
                            ("groups-knockout", "Groups, then knockout"),
                            ("ladder", "Ladder"),
                            ("trial", "Trial of a new version"),
                        ],
                        default="round-robin",
                        max_length=20,
                    ),
                ),
                (
                    "format_options",
                    models.JSONField(blank=True, default=dict, help_text="see docs/24-formats.md"),
                ),
                (
                    "tie_breaks",
                    models.JSONField(
                        blank=True, default=list, help_text="codes, the first decides"
                    ),
                ),
                ("games_per_pairing", models.PositiveIntegerField(default=2)),
                (
                    "opening_actions",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="random ones before each block but the first of a pairing",
                    ),
                ),
                ("time_control", models.CharField(help_text="name of a preset", max_length=20)),
                (
                    "access",
                    models.CharField(
                        choices=[
                            ("open", "everybody may enter"),
                            ("invited", "only those invited may enter"),
                            ("private", "only who takes part can see it"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "name",
                    models.CharField(help_text="its tournaments add their numbers", max_length=80),
                ),
                ("slug", models.SlugField(max_length=100, unique=True)),
                (
                    "submission",
                    models.UUIDField(
                        help_text="of the form it came from: a second click is the same"
                    ),
                ),
                ("first_at", models.DateTimeField(help_text="the first date")),
                (
                    "zone",
                    models.CharField(help_text="the time zone that keeps the hour", max_length=60),
                ),
                (
                    "every",
                    models.PositiveSmallIntegerField(
                        choices=[
                            (1, "every day"),
                            (7, "every week"),
                            (14, "every two weeks"),
                            (28, "every four weeks"),
                        ],
                        help_text="days from date to date",
                    ),
                ),
                (
                    "dates",
                    models.PositiveIntegerField(
                        default=0, help_text="the next date, counted from 0"
                    ),
                ),
                (
                    "made",
                    models.PositiveIntegerField(
                        default=0, help_text="dates with tournaments so far"
                    ),
                ),
                (
                    "times",
                    models.PositiveIntegerField(
                        blank=True, help_text="empty: without end", null=True
                    ),
                ),
                (
                    "scoring",
                    models.CharField(
                        choices=[
                            ("places", "points for places"),
                            ("points", "all points of all games"),
                        ],
                        default="places",
                        max_length=10,
                    ),
                ),
                (
                    "division_size",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="bots in a division; empty: one division for all",
                        null=True,
                    ),
                ),
                (
                    "movers",
                    models.PositiveIntegerField(
                        default=1, help_text="bots promoted between divisions"
                    ),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "ended_at",
                    models.DateTimeField(
                        blank=True, help_text="no tournament is made then", null=True
                    ),
                ),
                (
                    "organiser",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="series",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "series",
                "ordering": ["name", "pk"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="SeriesEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "position",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="divisions are filled in this order, which promotion changes",
                    ),
                ),
                ("entered_at", models.DateTimeField()),
                (
                    "bot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series_entries",
                        to="tournaments.bot",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.series",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "series entries",
                "ordering": ["series", "position", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SignupCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=tournaments.models.signups.fresh_code, max_length=40, unique=True
                    ),
                ),
                (
                    "label",
                    models.CharField(help_text="whom it is for; staff alone see it", max_length=80),
                ),
                (
                    "most",
                    models.PositiveIntegerField(default=1, help_text="so many may sign up with it"),
                ),
                ("used", models.PositiveIntegerField(default=0, help_text="so many have")),
                (
                    "ends_at",
                    models.DateTimeField(blank=True, help_text="empty: it does not end", null=True),
                ),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="TableLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveIntegerField(help_text="from 0, the best first")),
                ("place", models.PositiveIntegerField(help_text="shared by equals")),
                (
                    "figures",
                    models.JSONField(help_text="points, games, values of the tie-breaks, progress"),
                ),
                (
                    "cells",
                    models.JSONField(
                        help_text="half points and games against each entry, by its id"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["table", "position"],
            },
        ),
        migrations.CreateModel(
            name="TokenAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("method", models.CharField(max_length=6)),
                ("path", models.CharField(max_length=200)),
                (
                    "token",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="acts",
                        to="tournaments.apitoken",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="TournamentTable",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="table",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "state",
                    models.PositiveBigIntegerField(
                        default=0, help_text="changes so far of what it shows"
                    ),
                ),
                (
                    "computed",
                    models.PositiveBigIntegerField(
                        blank=True,
                        help_text="the state it was computed from; empty: never",
                        null=True,
                    ),
                ),
                (
                    "failed",
                    models.PositiveBigIntegerField(
                        blank=True,
                        help_text="the last state from which it could not be computed",
                        null=True,
                    ),
                ),
                ("computed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "checked",
                    models.PositiveBigIntegerField(
                        blank=True,
                        help_text="the state at which it was last computed again and compared",
                        null=True,
                    ),
                ),
                (
                    "wanted",
                    models.BooleanField(
                        default=False,
                        help_text="it is to be computed, and its files are to be made",
                    ),
                ),
                ("games", models.PositiveIntegerField(default=0)),
                (
                    "finished",
                    models.PositiveIntegerField(default=0, help_text="games, when it was computed"),
                ),
                (
                    "void",
                    models.PositiveIntegerField(default=0, help_text="games, when it was computed"),
                ),
                (
                    "parts",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="brackets, groups, rounds and what the lines share",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament"],
            },
        ),
        migrations.AddField(
            model_name="tournament",
            name="co_organisers",
            field=models.ManyToManyField(
                blank=True, related_name="co_organised", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="invited",
            field=models.ManyToManyField(
                blank=True, related_name="invitations", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="organiser",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tournaments",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="paused_by",
            field=models.ForeignKey(
                blank=True,
                help_text="empty: the platform",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="series",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tournaments",
                to="tournaments.series",
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rounds",
                to="tournaments.tournament",
            ),
        ),
        migrations.CreateModel(
            name="ResultFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(help_text="the ending of its name", max_length=10)),
                (
                    "state",
                    models.PositiveBigIntegerField(help_text="of the table that it was made from"),
                ),
                (
                    "content",
                    models.FileField(
                        max_length=120, upload_to=tournaments.models.tables.result_name
                    ),
                ),
                ("sha256", models.CharField(help_text="of its text", max_length=64)),
                ("made_at", models.DateTimeField()),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="files",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "kind"],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="tournament",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                help_text="of its pairing, kept here so that the queue is quick",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="matches",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="tournaments.tournament",
            ),
        ),
        migrations.CreateModel(
            name="Variant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        help_text="canonical text, as in kalah(seeds=4)", max_length=300
                    ),
                ),
                ("game_id", models.CharField(max_length=40)),
                (
                    "options",
                    models.JSONField(default=dict, help_text="every option with its value"),
                ),
                ("rules_version", models.PositiveIntegerField()),
                ("name", models.CharField(blank=True, max_length=80)),
                ("slug", models.SlugField(blank=True, max_length=80, null=True, unique=True)),
                ("rated", models.BooleanField(default=False)),
                (
                    "ladder",
                    models.BooleanField(default=False, help_text="its leaderboard has a ladder"),
                ),
                (
                    "is_open",
                    models.BooleanField(default=False, help_text="remote bots may play in it"),
                ),
                (
                    "checked_until",
                    models.DateTimeField(
                        blank=True,
                        help_text="its results up to this time agreed; empty: the next check looks at all",
                        null=True,
                    ),
                ),
            ],
            options={
                "ordering": ["game_id", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("key", "rules_version", "is_open"), name="one_row_a_variant"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("rated", False),
                            models.Q(
                                ("slug__isnull", False), models.Q(("name", ""), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="a_leaderboard_has_a_name",
                        violation_error_message="A rated variant needs a name and a slug.",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="tournament",
            name="variant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tournaments",
                to="tournaments.variant",
            ),
        ),
        migrations.AddField(
            model_name="series",
            name="variant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="series",
                to="tournaments.variant",
            ),
        ),
        migrations.AddField(
            model_name="recordfile",
            name="variant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="record_files",
                to="tournaments.variant",
            ),
        ),
        migrations.CreateModel(
            name="LedgerStretch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(help_text="from 0, in the order of the ledger"),
                ),
                ("last_entry", models.PositiveBigIntegerField()),
                ("digest", models.CharField(help_text="SHA-256", max_length=64)),
                ("games", models.BinaryField()),
                (
                    "variant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stretches",
                        to="tournaments.variant",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "ledger stretches",
                "ordering": ["variant", "number"],
            },
        ),
        migrations.CreateModel(
            name="LeaderboardOrder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("bots", models.JSONField(default=list, help_text="ids, best first")),
                ("looked_at", models.DateTimeField()),
                (
                    "variant",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="order",
                        to="tournaments.variant",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GameFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("month", models.DateField(help_text="its first day")),
                (
                    "until",
                    models.DateTimeField(
                        help_text="of a running month: its games ended before; null: complete",
                        null=True,
                    ),
                ),
                (
                    "content",
                    models.FileField(
                        max_length=120, upload_to=tournaments.models.game_files.game_file_name
                    ),
                ),
                (
                    "sha256",
                    models.CharField(help_text="of the file as it is, compressed", max_length=64),
                ),
                ("size", models.PositiveBigIntegerField(help_text="bytes")),
                ("games", models.PositiveIntegerField()),
                (
                    "withdrawn",
                    models.PositiveIntegerField(
                        help_text="games of earlier months that it takes back"
                    ),
                ),
                ("made_at", models.DateTimeField()),
                (
                    "variant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="game_files",
                        to="tournaments.variant",
                    ),
                ),
            ],
            options={
                "ordering": ["variant", "-month"],
            },
        ),
        migrations.AddField(
            model_name="game",
            name="variant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="games",
                to="tournaments.variant",
            ),
        ),
        migrations.AddField(
            model_name="fit",
            name="variant",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="fit",
                to="tournaments.variant",
            ),
        ),
        migrations.CreateModel(
            name="ClubStep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=80)),
                ("text", models.TextField(help_text="in Markdown", max_length=10000)),
                ("start", models.TextField(max_length=20000, verbose_name="code to start with")),
                ("opponent", models.CharField(help_text="a house bot, by its code", max_length=60)),
                (
                    "wins",
                    models.PositiveSmallIntegerField(
                        default=6, validators=[django.core.validators.MinValueValidator(1)]
                    ),
                ),
                (
                    "games",
                    models.PositiveSmallIntegerField(
                        default=10, validators=[django.core.validators.MaxValueValidator(20)]
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="steps",
                        to="tournaments.club",
                    ),
                ),
                (
                    "variant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.variant",
                    ),
                ),
            ],
            options={
                "ordering": ["club", "pk"],
            },
        ),
        migrations.AddField(
            model_name="casualgame",
            name="variant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="casual_games",
                to="tournaments.variant",
            ),
        ),
        migrations.CreateModel(
            name="Anomaly",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("found_at", models.DateTimeField()),
                ("is_of_chosen", models.BooleanField(help_text="about games in tournaments alone")),
                ("games", models.PositiveIntegerField()),
                ("points", models.FloatField(help_text="of the first one")),
                (
                    "expected",
                    models.FloatField(
                        help_text="points of the first one by the strengths of the bots"
                    ),
                ),
                ("log_odds", models.FloatField(help_text="natural logarithm")),
                ("error", models.FloatField(help_text="of the mean difference of strength, Elo")),
                ("encounters", models.JSONField(help_text="as statistics.anomalies has them")),
                (
                    "after_entry",
                    models.PositiveBigIntegerField(help_text="the ledger's last entry before it"),
                ),
                (
                    "until_entry",
                    models.PositiveBigIntegerField(
                        blank=True,
                        help_text="the ledger's last entry before it was cleared",
                        null=True,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "staff have not decided yet"),
                            ("upheld", "staff have confirmed it"),
                            ("cleared", "staff have cleared it"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="anomalies_as_one",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="anomalies_as_other",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "variant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="anomalies",
                        to="tournaments.variant",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "anomalies",
                "ordering": ["-found_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Version",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("banned_at", models.DateTimeField(blank=True, null=True)),
                ("ban_reason", models.TextField(blank=True, help_text="shown to everybody")),
                (
                    "hidden_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="neither listed nor entered from then; its results stay",
                        null=True,
                    ),
                ),
                (
                    "deleted_at",
                    models.DateTimeField(blank=True, help_text="has no code from then", null=True),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "is_remote",
                    models.BooleanField(
                        default=False, help_text="as its bot is; a column for the constraints"
                    ),
                ),
                (
                    "archive",
                    models.FileField(
                        blank=True,
                        max_length=120,
                        upload_to=tournaments.models.versions.archive_name,
                    ),
                ),
                (
                    "sha256",
                    models.CharField(
                        help_text="of the archive, or of the text that names a remote version",
                        max_length=64,
                    ),
                ),
                ("size", models.PositiveIntegerField(help_text="bytes of the archive")),
                (
                    "stored_size",
                    models.PositiveIntegerField(help_text="bytes that it takes in the storage"),
                ),
                (
                    "games",
                    models.JSONField(
                        default=list,
                        help_text="what it says it plays, once checked",
                        verbose_name="games that it plays",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("checking", "being checked"),
                            ("accepted", "accepted"),
                            ("refused", "refused"),
                            ("unchecked", "not checked"),
                        ],
                        default="checking",
                        max_length=10,
                    ),
                ),
                (
                    "refusal",
                    tournaments.models.fields.SentenceField(
                        blank=True,
                        default=agents.words.Sentence,
                        help_text="why it was refused, for its author",
                        null=True,
                    ),
                ),
                (
                    "notes",
                    models.TextField(
                        blank=True,
                        help_text="what is new in it, in its author's words",
                        max_length=1000,
                    ),
                ),
                (
                    "held_back",
                    models.BooleanField(
                        default=False,
                        help_text="until a trial shows that it is better than its predecessor",
                    ),
                ),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                (
                    "pause_reason",
                    tournaments.models.fields.SentenceField(
                        blank=True,
                        default=agents.words.Sentence,
                        help_text="why it is paused, for everybody",
                        null=True,
                    ),
                ),
                (
                    "tried_at",
                    models.DateTimeField(
                        blank=True, help_text="earlier games do not count", null=True
                    ),
                ),
                (
                    "source_is_public",
                    models.BooleanField(
                        default=False, help_text="everybody may read and download its code"
                    ),
                ),
                (
                    "forgotten_at",
                    models.DateTimeField(
                        blank=True, help_text="when its code and logs were gone", null=True
                    ),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "bot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="tournaments.bot",
                    ),
                ),
                (
                    "published_with",
                    models.ForeignKey(
                        blank=True,
                        help_text="the token that has made its code public",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="published",
                        to="tournaments.apitoken",
                    ),
                ),
            ],
            options={
                "ordering": ["bot", "-number"],
            },
        ),
        migrations.CreateModel(
            name="Trial",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("elo0", models.FloatField()),
                ("elo1", models.FloatField()),
                ("alpha", models.FloatField()),
                ("beta", models.FloatField()),
                (
                    "most_pairs",
                    models.PositiveIntegerField(help_text="pairs of games until it is undecided"),
                ),
                (
                    "replaces",
                    models.BooleanField(
                        default=False,
                        help_text="the challenger takes the incumbent's place when it passes",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("running", "running"),
                            ("better", "better"),
                            ("not-better", "not better"),
                            ("undecided", "no verdict within the games allowed"),
                            ("stopped", "stopped"),
                        ],
                        default="running",
                        max_length=10,
                    ),
                ),
                ("ratios", models.JSONField(default=list)),
                ("created_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "started_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="trials",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="trial",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "challenger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="trials",
                        to="tournaments.version",
                    ),
                ),
                (
                    "incumbent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="defences",
                        to="tournaments.version",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="StaffAction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("void-game", "voided a game"),
                            ("void-match", "voided the match"),
                            ("play-again", "had it played again"),
                            ("requeue", "put it back into the queue"),
                            ("ban", "banned it"),
                            ("unban", "lifted the ban"),
                            ("hide", "hid it"),
                            ("show", "listed it again"),
                            ("delete", "deleted it"),
                            ("uphold", "confirmed it"),
                            ("clear", "cleared it"),
                            ("close-account", "closed the account"),
                            ("trust", "trusts the organiser"),
                            ("distrust", "trusts the organiser no longer"),
                        ],
                        max_length=16,
                    ),
                ),
                ("reason", models.TextField(max_length=500)),
                ("at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="staff_actions_on",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "anomaly",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="staff_actions",
                        to="tournaments.anomaly",
                    ),
                ),
                (
                    "bot",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="staff_actions",
                        to="tournaments.bot",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="staff_actions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="staff_actions",
                        to="tournaments.match",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        blank=True,
                        help_text="of that bot; empty: the bot as a whole",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="staff_actions",
                        to="tournaments.version",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "fault",
                    models.JSONField(
                        blank=True, help_text="kind, ply, summary, detail, code, params", null=True
                    ),
                ),
                (
                    "log",
                    models.TextField(
                        blank=True, help_text="what the bot printed: for its owner and staff"
                    ),
                ),
                (
                    "log_cuts",
                    models.JSONField(
                        blank=True,
                        help_text="events, and the characters of the log up to each",
                        null=True,
                    ),
                ),
                (
                    "log_removed_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="when the log was removed, being kept no longer",
                        null=True,
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("rank", models.PositiveIntegerField(blank=True, null=True)),
                ("returns", models.FloatField(blank=True, null=True)),
                (
                    "luck",
                    models.FloatField(
                        blank=True,
                        help_text="what throws and the opening gave it, in returns",
                        null=True,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.game",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournaments.version",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("start", models.IntegerField(default=1500000, help_text="thousandths of a point")),
                ("value", models.IntegerField(default=1500000, help_text="thousandths of a point")),
                (
                    "entries",
                    models.PositiveIntegerField(
                        default=0, help_text="the number of its last entry in the ledger"
                    ),
                ),
                ("games", models.PositiveIntegerField(default=0)),
                (
                    "wins",
                    models.PositiveIntegerField(
                        default=0, help_text="of the games: alone in first place"
                    ),
                ),
                (
                    "draws",
                    models.PositiveIntegerField(
                        default=0, help_text="of the games: a first place shared"
                    ),
                ),
                (
                    "by_seat",
                    models.JSONField(
                        default=dict,
                        help_text="of the games: won, drawn and lost, by the first seat of the side",
                    ),
                ),
                (
                    "lost_by",
                    models.JSONField(
                        default=dict,
                        help_text="lost games by the kind of the own fault, or why the game ended",
                    ),
                ),
                (
                    "is_listed",
                    models.BooleanField(
                        default=False,
                        help_text="of a bot's newest rated version that is not banned",
                    ),
                ),
                (
                    "checked",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="`COUNTED` as replayed to the end of the last stretch",
                    ),
                ),
                (
                    "variant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ratings",
                        to="tournaments.variant",
                    ),
                ),
                (
                    "inherited_from",
                    models.ForeignKey(
                        blank=True,
                        help_text="the predecessor whose rating it started with",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="heirs",
                        to="tournaments.version",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ratings",
                        to="tournaments.version",
                    ),
                ),
            ],
            options={
                "ordering": ["variant", "-value"],
            },
        ),
        migrations.CreateModel(
            name="Meeting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "games",
                    models.PositiveIntegerField(default=0, help_text="identical ones counted once"),
                ),
                ("wins", models.PositiveIntegerField(default=0)),
                ("draws", models.PositiveIntegerField(default=0)),
                ("losses", models.PositiveIntegerField(default=0)),
                ("blocks", models.PositiveIntegerField(default=0)),
                (
                    "squared_points",
                    models.PositiveBigIntegerField(default=0, help_text="of half points"),
                ),
                (
                    "points_by_games",
                    models.PositiveBigIntegerField(default=0, help_text="of half points"),
                ),
                ("squared_games", models.PositiveBigIntegerField(default=0)),
                (
                    "play_games",
                    models.PositiveIntegerField(default=0, help_text="judged, of those games"),
                ),
                ("play_blocks", models.PositiveIntegerField(default=0)),
                (
                    "play_points",
                    models.BigIntegerField(default=0, help_text="in ten-thousandths, without luck"),
                ),
                ("play_squared_points", models.PositiveBigIntegerField(default=0)),
                ("play_points_by_games", models.BigIntegerField(default=0)),
                ("play_squared_games", models.PositiveBigIntegerField(default=0)),
                (
                    "repeated",
                    models.PositiveIntegerField(
                        default=0, help_text="identical games, not counted"
                    ),
                ),
                (
                    "day",
                    models.DateField(
                        blank=True, help_text="of the last rated game, in UTC", null=True
                    ),
                ),
                (
                    "day_games",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="rated on that day, voided ones included, for the daily cap",
                    ),
                ),
                (
                    "last_matches",
                    models.JSONField(default=list, help_text="ids, the last at the end"),
                ),
                (
                    "checked",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="its tally at the last check, as `Tally.stored`",
                    ),
                ),
                (
                    "is_late",
                    models.BooleanField(
                        default=False,
                        help_text="a match of before the last check has changed since",
                    ),
                ),
                (
                    "variant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="meetings",
                        to="tournaments.variant",
                    ),
                ),
                (
                    "opponent",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="met_by",
                        to="tournaments.version",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="meetings",
                        to="tournaments.version",
                    ),
                ),
            ],
            options={
                "ordering": ["variant", "version", "opponent"],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="checks",
            field=models.ForeignKey(
                blank=True,
                help_text="the version that this match validates",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="checks",
                to="tournaments.version",
            ),
        ),
        migrations.CreateModel(
            name="LedgerEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "is_correction",
                    models.BooleanField(
                        default=False,
                        help_text="takes back what the game changed, which has been voided",
                    ),
                ),
                ("delta", models.IntegerField(help_text="thousandths of a point")),
                (
                    "total",
                    models.IntegerField(help_text="the rating after it, in thousandths of a point"),
                ),
                (
                    "number",
                    models.PositiveIntegerField(
                        help_text="0 for the start, then games and corrections as they counted"
                    ),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        help_text="empty for the start of a rating",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ledger",
                        to="tournaments.game",
                    ),
                ),
                (
                    "variant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ledger",
                        to="tournaments.variant",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ledger",
                        to="tournaments.version",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "ledger",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="FittedPlace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(help_text="from 0, best first")),
                (
                    "component",
                    models.PositiveIntegerField(help_text="games connect all that have the same"),
                ),
                ("place", models.PositiveIntegerField(blank=True, null=True)),
                ("missing_games", models.PositiveIntegerField(default=0, help_text="for a place")),
                (
                    "missing_owners",
                    models.PositiveIntegerField(default=0, help_text="opponents', for a place"),
                ),
                ("rating", models.FloatField(help_text="Elo")),
                ("error", models.FloatField(help_text="standard error, Elo")),
                ("games", models.PositiveIntegerField()),
                ("best", models.PositiveIntegerField(blank=True, null=True)),
                ("worst", models.PositiveIntegerField(blank=True, null=True)),
                ("better_than_next", models.FloatField(blank=True, null=True)),
                ("games_to_separate", models.PositiveBigIntegerField(blank=True, null=True)),
                (
                    "move_seconds",
                    models.FloatField(
                        blank=True,
                        help_text="on open leaderboards: the median time that an action took in its last games",
                        null=True,
                    ),
                ),
                (
                    "is_gone",
                    models.BooleanField(default=False, help_text="its version is listed no longer"),
                ),
                (
                    "fit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="tournaments.fit",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fitted_places",
                        to="tournaments.version",
                    ),
                ),
            ],
            options={
                "ordering": ["fit", "number"],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="version",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="tournaments.version",
            ),
        ),
        migrations.CreateModel(
            name="CasualSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "fault",
                    models.JSONField(
                        blank=True, help_text="kind, ply, summary, detail, code, params", null=True
                    ),
                ),
                (
                    "log",
                    models.TextField(
                        blank=True, help_text="what the bot printed: for its owner and staff"
                    ),
                ),
                (
                    "log_cuts",
                    models.JSONField(
                        blank=True,
                        help_text="events, and the characters of the log up to each",
                        null=True,
                    ),
                ),
                (
                    "log_removed_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="when the log was removed, being kept no longer",
                        null=True,
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("visitor", models.CharField(blank=True, db_index=True, max_length=32)),
                (
                    "guest",
                    models.CharField(
                        blank=True,
                        help_text="what a person without an account is called here",
                        max_length=40,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.casualgame",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="casual_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="casual_seats",
                        to="tournaments.version",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.CharField(max_length=300)),
                ("secret", models.CharField(help_text="base64 after whsec_", max_length=60)),
                ("created_at", models.DateTimeField()),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhook",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "token",
                    models.ForeignKey(
                        blank=True,
                        help_text="that has set it",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="tournaments.apitoken",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="player",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=["username"], name="players_by_part_of_name", opclasses=["gin_trgm_ops"]
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("look",), name="one_player_a_look"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("closed_at__isnull", True),
                    models.Q(
                        ("email", ""),
                        ("is_active", False),
                        ("is_staff", False),
                        ("is_superuser", False),
                        ("is_trusted", False),
                    ),
                    _connector="OR",
                ),
                name="a_closed_account_can_do_nothing",
            ),
        ),
        migrations.AddConstraint(
            model_name="apitoken",
            constraint=models.CheckConstraint(
                condition=models.Q(("expires_at__gt", models.F("created_at"))),
                name="a_token_expires",
            ),
        ),
        migrations.AddIndex(
            model_name="bot",
            index=models.Index(
                condition=models.Q(("banned_at__isnull", False)),
                fields=["banned_at"],
                name="banned_bots",
            ),
        ),
        migrations.AddIndex(
            model_name="bot",
            index=models.Index(fields=["-created_at", "-id"], name="newest_bots"),
        ),
        migrations.AddIndex(
            model_name="bot",
            index=models.Index(
                condition=models.Q(("is_house", True)), fields=["is_house"], name="house_bots"
            ),
        ),
        migrations.AddIndex(
            model_name="bot",
            index=models.Index(
                condition=models.Q(("is_remote", True)),
                fields=["connected_until"],
                name="connected_bots",
            ),
        ),
        migrations.AddIndex(
            model_name="bot",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=["name"], name="bots_by_part_of_name", opclasses=["gin_trgm_ops"]
            ),
        ),
        migrations.AddIndex(
            model_name="bot",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=["description"], name="bots_by_description", opclasses=["gin_trgm_ops"]
            ),
        ),
        migrations.AddConstraint(
            model_name="bot",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("banned_at__isnull", True),
                    models.Q(("ban_reason", ""), _negated=True),
                    _connector="XOR",
                ),
                name="a_banned_bot_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="bot",
            constraint=models.UniqueConstraint(fields=("look",), name="one_bot_a_look"),
        ),
        migrations.AddConstraint(
            model_name="bot",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("deleted_at__isnull", True), ("hidden_at__isnull", False), _connector="OR"
                ),
                name="a_deleted_bot_is_hidden",
            ),
        ),
        migrations.AddConstraint(
            model_name="bot",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_remote", False), ("is_house", False), _connector="OR"),
                name="no_house_bot_is_remote",
            ),
        ),
        migrations.AddConstraint(
            model_name="bot",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_remote", True), ("connected_until", None), _connector="OR"),
                name="only_a_remote_bot_connects",
            ),
        ),
        migrations.AddField(
            model_name="course",
            name="to_beat",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.bot"
            ),
        ),
        migrations.AddField(
            model_name="course",
            name="variant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="courses",
                to="tournaments.variant",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubmember",
            constraint=models.UniqueConstraint(fields=("club", "player"), name="a_member_once"),
        ),
        migrations.AddConstraint(
            model_name="clubmember",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["organiser", "member"])),
                name="a_member_has_a_role",
            ),
        ),
        migrations.AddConstraint(
            model_name="draft",
            constraint=models.CheckConstraint(
                condition=models.Q(("size__lte", 262144)), name="a_draft_is_small"
            ),
        ),
        migrations.AddConstraint(
            model_name="draft",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="a_draft_has_a_name"
            ),
        ),
        migrations.AddIndex(
            model_name="gameanalysis",
            index=models.Index(
                condition=models.Q(("status", "queued")),
                fields=["turn", "asked_at"],
                name="analyses_that_wait",
            ),
        ),
        migrations.AddConstraint(
            model_name="gameanalysis",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("game__isnull", True), ("casual_game__isnull", True), _connector="XOR"
                ),
                name="an_analysis_is_of_one_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="gameanalysis",
            constraint=models.UniqueConstraint(
                fields=("game", "version", "before"), name="one_analysis_a_game_and_judge"
            ),
        ),
        migrations.AddConstraint(
            model_name="gameanalysis",
            constraint=models.UniqueConstraint(
                fields=("casual_game", "version", "before"),
                name="one_analysis_a_casual_game_and_judge",
            ),
        ),
        migrations.AddConstraint(
            model_name="gameanalysis",
            constraint=models.CheckConstraint(
                condition=models.Q(("status", "done"), ("found__isnull", True), _connector="XOR"),
                name="an_analysis_that_is_done_has_found_something",
            ),
        ),
        migrations.AddConstraint(
            model_name="gameanalysis",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status", "queued"), ("ended_at__isnull", False), _connector="XOR"
                ),
                name="an_analysis_that_is_not_queued_has_an_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="gameanalysis",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status", "failed"), ("reason__isnull", True), _connector="XOR"
                ),
                name="an_analysis_that_failed_says_why",
            ),
        ),
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(fields=["kind", "at"], name="tournaments_kind_1e51d1_idx"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("read_at", None)), fields=["player"], name="unread_notices"
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "check",
                            "failure",
                            "paused",
                            "tournament",
                            "trial",
                            "passed",
                            "people",
                            "delivery",
                        ],
                    )
                ),
                name="a_notice_is_of_a_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("read_at", None), models.Q(("group", ""), _negated=True)),
                fields=("player", "group"),
                name="one_unread_notice_a_group",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("done_at", None), ("given_up_at", None)),
                fields=["way", "not_before"],
                name="pending_deliveries",
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                condition=models.Q(("done_at", None), ("given_up_at", None)),
                fields=("notice", "way"),
                name="one_pending_delivery_a_way",
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.CheckConstraint(
                condition=models.Q(("done_at", None), ("given_up_at", None), _connector="OR"),
                name="done_or_given_up",
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.CheckConstraint(
                condition=models.Q(("notice__isnull", False), ("way", "webhook"), _connector="OR"),
                name="only_webhooks_are_tried",
            ),
        ),
        migrations.AddConstraint(
            model_name="noticechoice",
            constraint=models.UniqueConstraint(fields=("player", "kind"), name="one_choice_a_kind"),
        ),
        migrations.AddConstraint(
            model_name="noticechoice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["check", "failure", "paused", "tournament", "trial", "passed", "people"],
                    )
                ),
                name="only_kinds_that_are_chosen",
            ),
        ),
        migrations.AddConstraint(
            model_name="pairingside",
            constraint=models.UniqueConstraint(
                fields=("pairing", "position"), name="one_side_a_position"
            ),
        ),
        migrations.AddConstraint(
            model_name="pairingside",
            constraint=models.UniqueConstraint(
                fields=("pairing", "entry"), name="one_side_an_entry"
            ),
        ),
        migrations.AddConstraint(
            model_name="replacedseed",
            constraint=models.UniqueConstraint(
                fields=("match", "number"), name="one_replaced_seed_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="requestedbye",
            constraint=models.UniqueConstraint(fields=("entry", "round"), name="one_bye_a_round"),
        ),
        migrations.AddConstraint(
            model_name="requestedbye",
            constraint=models.CheckConstraint(
                condition=models.Q(("round__gt", 0)), name="byes_are_in_rounds"
            ),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(
                fields=("round", "number"), name="one_pairing_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesentry",
            constraint=models.UniqueConstraint(fields=("series", "bot"), name="in_a_series_once"),
        ),
        migrations.AddConstraint(
            model_name="signupcode",
            constraint=models.CheckConstraint(
                condition=models.Q(("used__lte", models.F("most"))), name="no_code_is_overused"
            ),
        ),
        migrations.AddConstraint(
            model_name="signupcode",
            constraint=models.CheckConstraint(
                condition=models.Q(("most__gt", 0)), name="a_code_is_for_somebody"
            ),
        ),
        migrations.AddIndex(
            model_name="tournamenttable",
            index=models.Index(
                condition=models.Q(("wanted", True)), fields=["wanted"], name="wanted_tables"
            ),
        ),
        migrations.AddField(
            model_name="tableline",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="lines",
                to="tournaments.tournamenttable",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="one_round_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="resultfile",
            constraint=models.UniqueConstraint(
                fields=("tournament", "kind"), name="one_file_a_kind"
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                fields=["organiser", "last_claim_at"], name="tournaments_organis_20a1ff_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                fields=["status", "last_claim_at"], name="tournaments_status_937c97_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["-starts_at", "-id"], name="newest_tournaments"),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["-ended_at", "-id"], name="last_tournaments"),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("games_per_pairing__gt", 0)),
                name="a_pairing_of_a_tournament_has_games",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.UniqueConstraint(
                fields=("organiser", "submission"), name="one_click_counts"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.UniqueConstraint(
                fields=("series", "occurrence", "division"), name="one_tournament_a_division"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status", "paused"), ("pause_reason__isnull", True), _connector="XOR"
                ),
                name="a_paused_tournament_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("registration_closes_at__isnull", True),
                        ("registration_opens_at__isnull", True),
                    ),
                    ("registration_opens_at__lt", models.F("registration_closes_at")),
                    _connector="OR",
                ),
                name="registration_closes_after_it_opens",
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(("games_per_pairing__gt", 0)),
                name="a_pairing_of_a_series_has_games",
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.UniqueConstraint(
                fields=("organiser", "submission"), name="one_series_a_click"
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(("every__gt", 0)), name="a_series_goes_on"
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("division_size__isnull", True), ("division_size__gt", 1), _connector="OR"
                ),
                name="a_division_has_bots",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerstretch",
            constraint=models.UniqueConstraint(
                fields=("variant", "number"), name="one_stretch_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerstretch",
            constraint=models.UniqueConstraint(
                fields=("variant", "last_entry"), name="one_stretch_an_end"
            ),
        ),
        migrations.AddConstraint(
            model_name="gamefile",
            constraint=models.UniqueConstraint(
                fields=("variant", "month"), name="one_game_file_a_month"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["variant", "ended_at"], name="games_of_a_day"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["ended_at"], name="games_by_end"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("record_in_row__isnull", False)),
                fields=["variant", "ended_at"],
                name="games_with_records_in_rows",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("is_waiting", True)),
                fields=["variant", "ended_at"],
                name="waiting_games",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("voided_at__isnull", False)),
                fields=["variant", "voided_at"],
                name="games_by_void",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                fields=("match", "number"), name="one_game_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("ended_at__isnull", True),
                        ("record_file__isnull", True),
                        ("record_in_row__isnull", True),
                        ("record_removed_at__isnull", True),
                    ),
                    models.Q(
                        ("ended_at__isnull", False),
                        models.Q(
                            models.Q(
                                ("record_file__isnull", True),
                                ("record_in_row__isnull", False),
                                ("record_removed_at__isnull", True),
                            ),
                            models.Q(
                                ("record_file__isnull", False),
                                ("record_in_row__isnull", True),
                                ("record_removed_at__isnull", True),
                            ),
                            models.Q(
                                ("record_file__isnull", True),
                                ("record_in_row__isnull", True),
                                ("record_removed_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                    ),
                    _connector="OR",
                ),
                name="a_finished_game_has_or_had_a_record",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("record_file__isnull", True),
                    ("record_number__isnull", False),
                    _connector="XOR",
                ),
                name="a_record_in_a_file_has_a_place_there",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("voided_at__isnull", True),
                    models.Q(("void_reason", ""), _negated=True),
                    _connector="XOR",
                ),
                name="a_voided_game_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("unrated_reason", ""), ("ended_at__isnull", False), _connector="OR"
                ),
                name="only_a_finished_game_is_unrated",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "unrated_reason__in",
                        [
                            "",
                            "no-leaderboard",
                            "check",
                            "trial",
                            "private",
                            "remote",
                            "same-version",
                            "one-owner",
                            "anomaly",
                            "daily-cap",
                        ],
                    )
                ),
                name="an_unrated_game_says_why",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_repetition", False), ("ended_at__isnull", False), _connector="OR"
                ),
                name="only_a_finished_game_repeats_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_waiting", False),
                    models.Q(
                        ("ended_at__isnull", False),
                        ("is_repetition", False),
                        ("unrated_reason", ""),
                    ),
                    _connector="OR",
                ),
                name="a_waiting_game_is_finished_and_undecided",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("games__lte", 20), ("wins__gte", 1), ("wins__lte", models.F("games"))
                ),
                name="a_step_has_a_goal",
            ),
        ),
        migrations.AddIndex(
            model_name="casualgame",
            index=models.Index(
                condition=models.Q(("status", "playing")),
                fields=["bot_due", "due_since"],
                name="casual_games_for_hosts",
            ),
        ),
        migrations.AddIndex(
            model_name="casualgame",
            index=models.Index(
                condition=models.Q(("is_offered", True), ("status", "open")),
                fields=["-created_at"],
                name="casual_games_offered",
            ),
        ),
        migrations.AddIndex(
            model_name="casualgame",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", True), ("has_remote", True)),
                fields=["id"],
                name="casual_games_with_remote_bots",
            ),
        ),
        migrations.AddIndex(
            model_name="casualgame",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", True)),
                fields=["due_until"],
                name="casual_games_overdue",
            ),
        ),
        migrations.AddIndex(
            model_name="casualgame",
            index=models.Index(
                condition=models.Q(("hint_due_at__isnull", False)),
                fields=["hint_due_at"],
                name="casual_games_with_hints_due",
            ),
        ),
        migrations.AddIndex(
            model_name="casualgame",
            index=models.Index(fields=["opened_by", "-created_at"], name="casual_games_of_players"),
        ),
        migrations.AddIndex(
            model_name="casualgame",
            index=models.Index(
                condition=models.Q(("opened_by__isnull", True)),
                fields=["ended_at"],
                name="casual_games_of_visitors",
            ),
        ),
        migrations.AddConstraint(
            model_name="casualgame",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status", "over"), ("ended_at__isnull", True), _connector="XOR"
                ),
                name="a_casual_game_that_is_over_has_an_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="casualgame",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "playing"), _negated=True),
                    ("due_seat__isnull", False),
                    _connector="OR",
                ),
                name="a_casual_game_in_play_is_due_somewhere",
            ),
        ),
        migrations.AddConstraint(
            model_name="anomaly",
            constraint=models.CheckConstraint(
                condition=models.Q(("one__lt", models.F("other"))),
                name="an_anomaly_is_of_two_owners",
            ),
        ),
        migrations.AddConstraint(
            model_name="anomaly",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until_entry", None)),
                fields=("variant", "one", "other"),
                name="one_anomaly_in_force",
            ),
        ),
        migrations.AddConstraint(
            model_name="anomaly",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "cleared"), ("until_entry__isnull", False)),
                    models.Q(("status__in", ["open", "upheld"]), ("until_entry", None)),
                    _connector="OR",
                ),
                name="an_anomaly_is_in_force_until_cleared",
            ),
        ),
        migrations.AddConstraint(
            model_name="anomaly",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at", None), ("status", "open")),
                    models.Q(
                        models.Q(("status", "open"), _negated=True), ("decided_at__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="an_anomaly_is_open_until_decided",
            ),
        ),
        migrations.AddIndex(
            model_name="version",
            index=models.Index(
                condition=models.Q(("banned_at__isnull", False)),
                fields=["banned_at"],
                name="banned_versions",
            ),
        ),
        migrations.AddIndex(
            model_name="version",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False), ("forgotten_at__isnull", True)),
                fields=["deleted_at"],
                name="versions_to_be_forgotten",
            ),
        ),
        migrations.AddIndex(
            model_name="version",
            index=models.Index(
                condition=models.Q(("paused_at__isnull", False)),
                fields=["paused_at"],
                name="paused_versions",
            ),
        ),
        migrations.AddIndex(
            model_name="version",
            index=models.Index(
                django.db.models.functions.comparison.Cast("games", models.TextField()),
                name="versions_by_games",
            ),
        ),
        migrations.AddConstraint(
            model_name="version",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("banned_at__isnull", True),
                    models.Q(("ban_reason", ""), _negated=True),
                    _connector="XOR",
                ),
                name="a_banned_version_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="version",
            constraint=models.UniqueConstraint(
                fields=("bot", "number"), name="one_version_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="version",
            constraint=models.UniqueConstraint(
                fields=("bot", "sha256"), name="one_version_an_archive"
            ),
        ),
        migrations.AddConstraint(
            model_name="version",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status", "refused"), ("refusal__isnull", True), _connector="XOR"
                ),
                name="a_refusal_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="version",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("paused_at__isnull", True), ("pause_reason__isnull", False), _connector="XOR"
                ),
                name="a_paused_version_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="version",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("deleted_at__isnull", True),
                    models.Q(("hidden_at__isnull", False), ("source_is_public", False)),
                    _connector="OR",
                ),
                name="a_deleted_version_is_hidden",
            ),
        ),
        migrations.AddConstraint(
            model_name="version",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("forgotten_at__isnull", True), ("deleted_at__isnull", False), _connector="OR"
                ),
                name="only_a_deleted_version_is_forgotten",
            ),
        ),
        migrations.AddConstraint(
            model_name="version",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_remote", False),
                    models.Q(
                        ("archive", ""),
                        ("held_back", False),
                        ("size", 0),
                        ("source_is_public", False),
                        ("status", "accepted"),
                    ),
                    _connector="OR",
                ),
                name="a_remote_version_has_no_code",
            ),
        ),
        migrations.AddConstraint(
            model_name="version",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("archive", ""), _negated=True),
                    ("is_remote", True),
                    ("forgotten_at__isnull", False),
                    _connector="OR",
                ),
                name="a_hosted_version_has_code",
            ),
        ),
        migrations.AddConstraint(
            model_name="trial",
            constraint=models.CheckConstraint(
                condition=models.Q(("challenger", models.F("incumbent")), _negated=True),
                name="a_trial_has_two_versions",
            ),
        ),
        migrations.AddConstraint(
            model_name="trial",
            constraint=models.CheckConstraint(
                condition=models.Q(("elo0__lt", models.F("elo1"))), name="a_trial_has_terms"
            ),
        ),
        migrations.AddConstraint(
            model_name="staffaction",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="staff_give_a_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="staffaction",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("account__isnull", True),
                        ("anomaly__isnull", True),
                        ("bot__isnull", True),
                        ("match__isnull", False),
                    ),
                    models.Q(
                        ("account__isnull", True),
                        ("anomaly__isnull", True),
                        ("bot__isnull", False),
                        ("match__isnull", True),
                    ),
                    models.Q(
                        ("account__isnull", False),
                        ("anomaly__isnull", True),
                        ("bot__isnull", True),
                        ("match__isnull", True),
                    ),
                    models.Q(
                        ("account__isnull", True),
                        ("anomaly__isnull", False),
                        ("bot__isnull", True),
                        ("match__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="staff_act_on_one_thing",
            ),
        ),
        migrations.AddConstraint(
            model_name="staffaction",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("version__isnull", True), ("bot__isnull", False), _connector="OR"
                ),
                name="a_version_with_its_bot",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("fault__isnull", False)),
                fields=["version", "-game"],
                name="seats_with_a_fault",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("game", "number"), name="one_version_a_seat"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("log", ""), _negated=True),
                    ("log_cuts__isnull", True),
                    _connector="OR",
                ),
                name="only_the_log_of_a_seat_is_cut",
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["variant", "-value"], name="tournaments_variant_b8f255_idx"),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                condition=models.Q(("is_listed", True)),
                fields=["variant", "-value"],
                name="listed_ratings",
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                fields=("variant", "version"), name="one_rating_a_leaderboard"
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "games__gte",
                        django.db.models.expressions.CombinedExpression(
                            models.F("wins"), "+", models.F("draws")
                        ),
                    )
                ),
                name="a_rated_game_is_won_or_drawn_at_most_once",
            ),
        ),
        migrations.AddIndex(
            model_name="meeting",
            index=models.Index(fields=["version", "-games"], name="most_met"),
        ),
        migrations.AddIndex(
            model_name="meeting",
            index=models.Index(fields=["variant", "day"], name="meetings_by_day"),
        ),
        migrations.AddIndex(
            model_name="meeting",
            index=models.Index(
                condition=models.Q(("is_late", True)), fields=["variant"], name="late_meetings"
            ),
        ),
        migrations.AddConstraint(
            model_name="meeting",
            constraint=models.UniqueConstraint(
                fields=("version", "opponent", "variant"), name="one_meeting_a_side"
            ),
        ),
        migrations.AddConstraint(
            model_name="meeting",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "games",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                models.F("wins"), "+", models.F("draws")
                            ),
                            "+",
                            models.F("losses"),
                        ),
                    )
                ),
                name="a_met_game_is_won_drawn_or_lost",
            ),
        ),
        migrations.AddConstraint(
            model_name="meeting",
            constraint=models.CheckConstraint(
                condition=models.Q(("version", models.F("opponent")), _negated=True),
                name="no_version_meets_itself",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=["status", "queued_at"], name="tournaments_status_b3abc6_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["status", "ended_at"], name="tournaments_status_058c64_idx"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", False)),
                fields=["ended_at", "id"],
                name="matches_by_end",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=["tournament", "status", "ended_at", "pairing"],
                name="tournaments_tournam_4df276_idx",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=["tournament", "pairing", "number"], name="tournaments_tournam_da8cd4_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("status", "queued")),
                fields=["tournament", "queued_at", "id"],
                include=("not_before", "is_remote"),
                name="waiting_matches",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("luck_due_at__isnull", False)),
                fields=["luck_due_at", "id"],
                name="matches_to_judge",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("pairing__isnull", True), ("checks__isnull", True), _connector="XOR"
                ),
                name="a_match_belongs_to_a_pairing_or_a_check",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=("pairing", "number"), name="one_match_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "running"), _negated=True),
                    ("lease_until__isnull", False),
                    _connector="OR",
                ),
                name="a_running_match_has_a_lease",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("tournament__isnull", True), ("pairing__isnull", False), _connector="OR"
                ),
                name="a_match_of_a_tournament_has_a_pairing",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("value_function", ""),
                    models.Q(("value_sha256", ""), _negated=True),
                    _connector="XOR",
                ),
                name="a_value_function_has_a_hash",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status", "void"), ("void_reason__isnull", True), _connector="OR"
                ),
                name="only_a_void_match_has_a_void_reason",
            ),
        ),
        migrations.AddIndex(
            model_name="ledgerentry",
            index=models.Index(
                condition=models.Q(("is_correction", True)), fields=["variant"], name="corrections"
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("game__isnull", False)),
                fields=("game", "version", "is_correction"),
                name="a_game_counts_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("game__isnull", True)),
                fields=("variant", "version"),
                name="a_rating_starts_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.UniqueConstraint(
                fields=("version", "variant", "number"), name="one_entry_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_correction", False), ("game__isnull", False), _connector="OR"
                ),
                name="a_correction_is_of_a_game",
            ),
        ),
        migrations.AddIndex(
            model_name="fittedplace",
            index=models.Index(
                condition=models.Q(("is_gone", True)), fields=["fit", "number"], name="gone_lines"
            ),
        ),
        migrations.AddConstraint(
            model_name="fittedplace",
            constraint=models.UniqueConstraint(fields=("fit", "number"), name="one_line_a_number"),
        ),
        migrations.AddConstraint(
            model_name="fittedplace",
            constraint=models.UniqueConstraint(
                fields=("fit", "version"), name="one_line_a_version"
            ),
        ),
        migrations.AddConstraint(
            model_name="fittedplace",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("missing_games", 0), ("missing_owners", 0), ("place__isnull", False)),
                    models.Q(
                        ("place__isnull", True),
                        models.Q(("missing_games", 0), ("missing_owners", 0), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="a_line_has_a_place_or_lacks_games",
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("provisional", True)),
                fields=["tournament"],
                name="provisional_entries",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("tournament", "version"), name="entered_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="one_entry_a_place"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("withdrawn_at__isnull", True), ("withdrawal__isnull", False), _connector="XOR"
                ),
                name="a_withdrawal_has_a_reason",
            ),
        ),
        migrations.AddIndex(
            model_name="casualseat",
            index=models.Index(fields=["version", "-game"], name="casual_seats_of_versions"),
        ),
        migrations.AddIndex(
            model_name="casualseat",
            index=models.Index(fields=["player", "-game"], name="casual_seats_of_players"),
        ),
        migrations.AddIndex(
            model_name="casualseat",
            index=models.Index(
                condition=models.Q(("fault__isnull", False)),
                fields=["version", "-game"],
                name="casualseats_with_a_fault",
            ),
        ),
        migrations.AddConstraint(
            model_name="casualseat",
            constraint=models.UniqueConstraint(
                fields=("game", "number"), name="one_casual_seat_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="casualseat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("version__isnull", True),
                    models.Q(("player__isnull", True), ("visitor", "")),
                    _connector="OR",
                ),
                name="a_bot_or_a_person_at_a_casual_seat",
            ),
        ),
        migrations.AddConstraint(
            model_name="casualseat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("log", ""), _negated=True),
                    ("log_cuts__isnull", True),
                    _connector="OR",
                ),
                name="only_the_log_of_a_casualseat_is_cut",
            ),
        ),
        migrations.AddIndex(
            model_name="tableline",
            index=models.Index(fields=["table", "position"], name="tournaments_table_i_f41316_idx"),
        ),
        migrations.AddConstraint(
            model_name="tableline",
            constraint=models.UniqueConstraint(fields=("table", "entry"), name="one_line_an_entry"),
        ),
    ]
