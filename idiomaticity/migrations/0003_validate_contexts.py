"""Validate the constraints on contexts, which were added without a look at the rows that were there."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("idiomaticity", "0002_label_occurrences")]
    operations = [
        ValidateConstraint("occurrence", "context_has_sentence"),
        ValidateConstraint("occurrence", "context_not_too_long"),
    ]
