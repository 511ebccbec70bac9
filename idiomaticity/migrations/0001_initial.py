"""Create the tables of compositionality."""

from django.db import migrations

from annotation_site.migrations.initial.tables import CreateTables
from idiomaticity.migrations.initial import (
    anchoring,
    classes,
    compounds,
    crowd,
    lists,
    page_texts,
    paraphrases,
    predictors,
    questionnaires,
    ratings,
    screening,
)


class Migration(migrations.Migration):
    initial = True
    dependencies = [("projects", "0002_projects")]
    operations = [
        CreateTables(
            [
                *compounds.tables,
                *ratings.tables,
                *anchoring.tables,
                *paraphrases.tables,
                *classes.tables,
                *crowd.tables,
                *lists.tables,
                *page_texts.tables,
                *questionnaires.tables,
                *screening.tables,
                *predictors.tables,
            ]
        )
    ]
