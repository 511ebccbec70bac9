"""Give crowds signed links, and participants what near-doubles and bursts are recognised by.

The new columns have defaults of the database, so that processes of the version before go on inserting. The history of
crowds has the new column, too: its triggers are made anew.
"""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.db.models import Value
from pgtrigger.migrations import AddTrigger, RemoveTrigger

from annotation_site.migrations.initial.history import copy_row
from annotation_site.migrations.initial.triggers import differ

TEXTS: "ArrayField[Any, Any]" = ArrayField(models.CharField(max_length=80))
HISTORY = [
    *("attempts", "completed_url", "currency", "forget_on", "full_url", "groups", "is_open", "key", "limit_each"),
    *("lists", "most_people", "other_parameters", "payment", "project_id", "repeats", "screened_out_url"),
    *("session_parameter", "signed_by", "worker_parameter"),
]


class Migration(migrations.Migration):
    dependencies = [("idiomaticity", "0003_validate_contexts"), ("projects", "0002_projects")]
    operations = [
        migrations.CreateModel(
            "MarketplaceKeys",
            [
                ("marketplace", models.CharField(max_length=12, primary_key=True, serialize=False)),
                ("keys", models.JSONField()),
                ("fetched_at", models.DateTimeField()),
            ],
        ),
        RemoveTrigger("crowdcall", "insert_insert"),
        RemoveTrigger("crowdcall", "update_update"),
        migrations.AddField(
            "crowdcall", "signed_by", models.CharField(blank=True, db_default="", default="", max_length=12)
        ),
        migrations.AddField(
            "crowdcallevent", "signed_by", models.CharField(blank=True, db_default="", default="", max_length=12)
        ),
        AddTrigger("crowdcall", copy_row("idiomaticity.CrowdCall", HISTORY, "project_id", label="insert")),
        AddTrigger(
            "crowdcall",
            copy_row(
                "idiomaticity.CrowdCall", HISTORY, "project_id", label="update", condition=f"WHEN ({differ(HISTORY)})"
            ),
        ),
        migrations.AddField(
            "crowdworker",
            "network_digest",
            models.CharField(blank=True, db_default="", default="", editable=False, max_length=64),
        ),
        migrations.AddField(
            "crowdworker",
            "same_network_count",
            models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            "crowdworker",
            "traits",
            ArrayField(
                models.CharField(max_length=80), db_default=Value([], TEXTS), default=list, editable=False, size=None
            ),
        ),
    ]
