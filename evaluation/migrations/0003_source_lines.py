"""Keep the lines of CoNLL-U of a source as they were read, for a download without a loss."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0002_order_judging_rounds")]

    operations = [
        migrations.AddField(
            model_name="linguisticsentence",
            name="lines",
            field=models.TextField(
                blank=True,
                db_default="",
                default="",
                help_text="Of a source in CoNLL-U, as they were read: every column.",
            ),
        ),
    ]
