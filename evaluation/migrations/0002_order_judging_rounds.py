"""Let judges finish one round before the next, and judge without reference or neighbouring sentences."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("evaluation", "0001_initial"),
        ("projects", "0006_beside_work"),
    ]

    operations = [
        migrations.CreateModel(
            name="JudgingRoundChoice",
            fields=[
                (
                    "annotator",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="judging_round_choice",
                        serialize=False,
                        to="projects.membership",
                    ),
                ),
                (
                    "judging_round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="choices",
                        to="evaluation.judginground",
                    ),
                ),
            ],
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="evaluationsettings",
            name="insert_insert",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="evaluationsettings",
            name="update_update",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="judginground",
            name="insert_insert",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="judginground",
            name="update_update",
        ),
        migrations.AddField(
            model_name="evaluationsettings",
            name="mixes_rounds",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Items of all open judging rounds come mixed."
            ),
        ),
        migrations.AddField(
            model_name="evaluationsettingsevent",
            name="mixes_rounds",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Items of all open judging rounds come mixed."
            ),
        ),
        migrations.AddField(
            model_name="judginground",
            name="first_number",
            field=models.PositiveIntegerField(help_text="Of its items, whose numbers follow each other.", null=True),
        ),
        migrations.AddField(
            model_name="judginground",
            name="last_number",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="judginground",
            name="shows_context",
            field=models.BooleanField(db_default=True, default=True, help_text="Judges see neighbouring sentences."),
        ),
        migrations.AddField(
            model_name="judginground",
            name="shows_reference",
            field=models.BooleanField(db_default=True, default=True, help_text="Judges see it beside the source."),
        ),
        migrations.AddField(
            model_name="judgingroundevent",
            name="first_number",
            field=models.PositiveIntegerField(help_text="Of its items, whose numbers follow each other.", null=True),
        ),
        migrations.AddField(
            model_name="judgingroundevent",
            name="last_number",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="judgingroundevent",
            name="shows_context",
            field=models.BooleanField(db_default=True, default=True, help_text="Judges see neighbouring sentences."),
        ),
        migrations.AddField(
            model_name="judgingroundevent",
            name="shows_reference",
            field=models.BooleanField(db_default=True, default=True, help_text="Judges see it beside the source."),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="evaluationsettings",
            trigger=pgtrigger.compiler.Trigger(
                name="insert_insert",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "evaluation_evaluationsettingsevent" ("mixes_rounds", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "project_id", "source_language", "target_language") VALUES (NEW."mixes_rounds", _pgh_attach_context(), NOW(), \'insert\', NEW."project_id", NEW."project_id", NEW."source_language", NEW."target_language"); RETURN NULL;',
                    hash="18d3657167a04ad78cab483bfde2aec15375744d",
                    operation="INSERT",
                    pgid="pgtrigger_insert_insert_8df7e",
                    table="evaluation_evaluationsettings",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="evaluationsettings",
            trigger=pgtrigger.compiler.Trigger(
                name="update_update",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition="WHEN (OLD.* IS DISTINCT FROM NEW.*)",
                    func='INSERT INTO "evaluation_evaluationsettingsevent" ("mixes_rounds", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "project_id", "source_language", "target_language") VALUES (NEW."mixes_rounds", _pgh_attach_context(), NOW(), \'update\', NEW."project_id", NEW."project_id", NEW."source_language", NEW."target_language"); RETURN NULL;',
                    hash="7acf59ceadfa98d18db80b065edbe3b783e9c40a",
                    operation="UPDATE",
                    pgid="pgtrigger_update_update_01d0e",
                    table="evaluation_evaluationsettings",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="judginground",
            trigger=pgtrigger.compiler.Trigger(
                name="insert_insert",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "evaluation_judgingroundevent" ("attention_share", "closed_at", "created_at", "created_by_id", "first_number", "hides_reference", "id", "last_number", "method", "name", "number", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "project_id", "repeat_share", "required_count", "scope", "seed", "shows_context", "shows_reference", "state", "task_count", "test_set_id", "wording") VALUES (NEW."attention_share", NEW."closed_at", NEW."created_at", NEW."created_by_id", NEW."first_number", NEW."hides_reference", NEW."id", NEW."last_number", NEW."method", NEW."name", NEW."number", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."project_id", NEW."repeat_share", NEW."required_count", NEW."scope", NEW."seed", NEW."shows_context", NEW."shows_reference", NEW."state", NEW."task_count", NEW."test_set_id", NEW."wording"); RETURN NULL;',
                    hash="807d965d614fdc98b1ad9a70b2f77c7b5347e582",
                    operation="INSERT",
                    pgid="pgtrigger_insert_insert_a52c4",
                    table="evaluation_judginground",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="judginground",
            trigger=pgtrigger.compiler.Trigger(
                name="update_update",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition="WHEN (OLD.* IS DISTINCT FROM NEW.*)",
                    func='INSERT INTO "evaluation_judgingroundevent" ("attention_share", "closed_at", "created_at", "created_by_id", "first_number", "hides_reference", "id", "last_number", "method", "name", "number", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "project_id", "repeat_share", "required_count", "scope", "seed", "shows_context", "shows_reference", "state", "task_count", "test_set_id", "wording") VALUES (NEW."attention_share", NEW."closed_at", NEW."created_at", NEW."created_by_id", NEW."first_number", NEW."hides_reference", NEW."id", NEW."last_number", NEW."method", NEW."name", NEW."number", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."project_id", NEW."repeat_share", NEW."required_count", NEW."scope", NEW."seed", NEW."shows_context", NEW."shows_reference", NEW."state", NEW."task_count", NEW."test_set_id", NEW."wording"); RETURN NULL;',
                    hash="56da5ba852a7fae64ac7bec4a457c255f229f10a",
                    operation="UPDATE",
                    pgid="pgtrigger_update_update_e0987",
                    table="evaluation_judginground",
                    when="AFTER",
                ),
            ),
        ),
    ]
