"""Create the tables of word alignment."""

from django.db import migrations

from alignment.migrations.initial import (
    adjudication,
    agreement,
    annotator_quality,
    pairs,
    readings,
    rounds,
    suggestions,
    training,
)
from annotation_site.migrations.initial.tables import CreateTables


class Migration(migrations.Migration):
    initial = True
    dependencies = [("projects", "0002_projects")]
    operations = [
        pairs.fold_words,
        CreateTables(
            [
                *pairs.tables,
                *readings.tables,
                *suggestions.tables,
                *agreement.tables,
                *rounds.tables,
                *adjudication.tables,
                *training.tables,
                *annotator_quality.tables,
            ]
        ),
    ]
