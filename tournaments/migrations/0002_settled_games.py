from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0001_first"),
    ]

    operations = [
        migrations.AddField(
            model_name="gamefile",
            name="settled_from",
            field=models.BigIntegerField(help_text="where that begins, in bytes", null=True),
        ),
        migrations.AddField(
            model_name="gamefile",
            name="settled_games",
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name="gamefile",
            name="settled_to",
            field=models.BigIntegerField(help_text="where that ends, in bytes", null=True),
        ),
        migrations.AddField(
            model_name="gamefile",
            name="settled_until",
            field=models.DateTimeField(
                help_text="of a running month: the next file takes over what ended before",
                null=True,
            ),
        ),
    ]
