"""Give occurrences a label and the sentences around them, and predictors how well they tell the labels apart.

The new columns have defaults of the database, so that processes of the version before go on inserting. The context of an
occurrence, which raters read, is as fixed as its sentence: the trigger is made anew.
"""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import F, Q, Value
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from pgtrigger.migrations import AddTrigger, RemoveTrigger

from annotation_site.migrations.initial.triggers import fix_columns

FIXED = ["compound_id", "sentence", "spans", "previous", "next", "item_id"]


class Migration(migrations.Migration):
    dependencies = [("idiomaticity", "0001_initial"), ("projects", "0002_projects")]
    operations = [
        migrations.AddField("occurrence", "label", models.CharField(blank=True, db_default="", max_length=40)),
        migrations.AddField("occurrence", "previous", models.TextField(blank=True, db_default="")),
        migrations.AddField("occurrence", "next", models.TextField(blank=True, db_default="")),
        migrations.AddField(
            "predictor",
            "separations",
            models.JSONField(blank=True, db_default=Value([], models.JSONField()), default=list),
        ),
        RemoveTrigger("occurrence", "sentence_fixed"),
        AddTrigger("occurrence", fix_columns("idiomaticity.Occurrence", FIXED, name="sentence_fixed")),
        AddConstraintNotValid(
            "occurrence",
            models.CheckConstraint(
                condition=Q(Q(previous="", next=""), ~Q(sentence=""), _connector="OR"), name="context_has_sentence"
            ),
        ),
        AddConstraintNotValid(
            "occurrence",
            models.CheckConstraint(
                condition=Q(
                    LessThanOrEqual(Length(F("previous")), Value(5_000)),
                    LessThanOrEqual(Length(F("next")), Value(5_000)),
                ),
                name="context_not_too_long",
            ),
        ),
    ]
