"""Create the tables of evaluation."""

from django.db import migrations

from annotation_site.migrations.initial.tables import CreateTables
from evaluation.migrations.initial import (
    adjudication,
    agreement,
    aligner_scores,
    alignments,
    correlation,
    finding,
    judging,
    linguistic_annotation,
    marked_expressions,
    projects,
    test_sets,
    translations,
)


class Migration(migrations.Migration):
    initial = True
    dependencies = [("projects", "0002_projects")]
    operations = [
        CreateTables(
            [
                *projects.tables,
                *agreement.tables,
                *aligner_scores.tables,
                *test_sets.tables,
                *translations.tables,
                *alignments.tables,
                *linguistic_annotation.tables,
                *marked_expressions.tables,
                *finding.tables,
                *judging.tables,
                *adjudication.tables,
                *correlation.tables,
            ]
        )
    ]
