from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0002_settled_games"),
    ]

    operations = [
        migrations.AlterField(
            model_name="lastdone",
            name="name",
            field=models.CharField(
                choices=[
                    ("tick", "the tick, sent by the scheduler and done by a worker"),
                    ("web", "a sign of life of the web server"),
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
    ]
