import django.contrib.postgres.fields
import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("expressions", "0003_candidates"),
        ("projects", "0008_agreement_figures"),
    ]

    operations = [
        migrations.CreateModel(
            name="OwnCandidate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "words",
                    django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), size=None),
                ),
                ("category", models.CharField(max_length=40)),
                ("is_control", models.BooleanField(default=False)),
                (
                    "assignment",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="own_candidates",
                        to="projects.assignment",
                    ),
                ),
            ],
            options={
                "ordering": ["assignment", "words"],
                "constraints": [
                    models.UniqueConstraint(fields=("assignment", "words"), name="one_own_candidate_per_words"),
                    models.CheckConstraint(condition=models.Q(("words__len__gt", 0)), name="own_candidate_has_words"),
                ],
            },
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="expressionsettings",
            name="insert_insert",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="expressionsettings",
            name="update_update",
        ),
        migrations.AddField(
            model_name="candidate",
            name="source",
            field=models.CharField(
                blank=True,
                choices=[
                    ("lexicon", "Lexicon and gold standard"),
                    ("corpus", "Other corpus"),
                    ("marks", "Marks of the same text"),
                ],
                db_default="",
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="expressionsettings",
            name="own_control_share",
            field=models.SmallIntegerField(db_default=10, default=10),
        ),
        migrations.AddField(
            model_name="expressionsettings",
            name="proposes_own",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="expressionsettingsevent",
            name="own_control_share",
            field=models.SmallIntegerField(db_default=10, default=10),
        ),
        migrations.AddField(
            model_name="expressionsettingsevent",
            name="proposes_own",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="mark",
            name="lemmas",
            field=django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), null=True, size=None),
        ),
        migrations.AlterField(
            model_name="mark",
            name="origin",
            field=models.CharField(
                choices=[
                    ("own", "Marked by the annotator"),
                    ("brought", "Imported with the text"),
                    ("lexicon", "Candidate from the lexicon or the gold standard"),
                    ("corpus", "Candidate from another corpus"),
                    ("marks", "Candidate from marks of the same text"),
                    ("repeat", "Candidate from the annotator’s own earlier marks"),
                    ("shown", "Candidate, source not recorded"),
                ],
                default="own",
                max_length=7,
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="expressionsettings",
            trigger=pgtrigger.compiler.Trigger(
                name="insert_insert",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "expressions_expressionsettingsevent" ("across_sentences", "allows_single_word", "asks_confidence", "categories", "category_set", "language", "own_control_share", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "project_id", "proposes_own") VALUES (NEW."across_sentences", NEW."allows_single_word", NEW."asks_confidence", NEW."categories", NEW."category_set", NEW."language", NEW."own_control_share", _pgh_attach_context(), NOW(), \'insert\', NEW."project_id", NEW."project_id", NEW."proposes_own"); RETURN NULL;',
                    hash="f6166572e1424d1790ab038422a3538c560eac36",
                    operation="INSERT",
                    pgid="pgtrigger_insert_insert_d2eb7",
                    table="expressions_expressionsettings",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="expressionsettings",
            trigger=pgtrigger.compiler.Trigger(
                name="update_update",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition="WHEN (OLD.* IS DISTINCT FROM NEW.*)",
                    func='INSERT INTO "expressions_expressionsettingsevent" ("across_sentences", "allows_single_word", "asks_confidence", "categories", "category_set", "language", "own_control_share", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "project_id", "proposes_own") VALUES (NEW."across_sentences", NEW."allows_single_word", NEW."asks_confidence", NEW."categories", NEW."category_set", NEW."language", NEW."own_control_share", _pgh_attach_context(), NOW(), \'update\', NEW."project_id", NEW."project_id", NEW."proposes_own"); RETURN NULL;',
                    hash="4e0c75661ed48b600374b211859dccb2a8db789b",
                    operation="UPDATE",
                    pgid="pgtrigger_update_update_62784",
                    table="expressions_expressionsettings",
                    when="AFTER",
                ),
            ),
        ),
    ]
