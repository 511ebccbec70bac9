import django.contrib.postgres.fields
from django.conf import settings
from django.db import migrations, models
from django.db.models import PROTECT, Q


def make_id() -> tuple[str, models.Field]:
    """Return the primary key of a new table."""
    return "id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [
        ("expressions", "0001_initial"),
        ("projects", "0007_name_pending_tasks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ConsistencyChange",
            fields=[
                make_id(),
                ("decided_at", models.DateTimeField(auto_now_add=True)),
                ("is_undone", models.BooleanField(default=False)),
                ("decided_by", models.ForeignKey(to=settings.AUTH_USER_MODEL, on_delete=PROTECT, related_name="+")),
                (
                    "project",
                    models.ForeignKey(to="projects.project", on_delete=PROTECT, related_name="+", db_index=False),
                ),
            ],
            options={"indexes": [models.Index(fields=["project", "-id"], name="consistency_changes_latest")]},
        ),
        migrations.CreateModel(
            name="GoldCorrection",
            fields=[
                make_id(),
                (
                    "words",
                    django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), size=None),
                ),
                ("before", models.CharField(blank=True, max_length=40)),
                ("after", models.CharField(blank=True, max_length=40)),
                (
                    "change",
                    models.ForeignKey(
                        to="expressions.consistencychange", on_delete=PROTECT, related_name="corrections"
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(to="projects.item", on_delete=PROTECT, related_name="gold_corrections"),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(condition=Q(words__len__gt=0), name="correction_has_words"),
                    models.CheckConstraint(condition=~Q(before=models.F("after")), name="correction_changes"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SolvedCase",
            fields=[
                make_id(),
                (
                    "lemmas",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=100), size=20),
                ),
                ("category", models.CharField(blank=True, max_length=40)),
                ("note", models.CharField(blank=True, max_length=500)),
                ("decided_at", models.DateTimeField(auto_now=True)),
                ("decided_by", models.ForeignKey(to=settings.AUTH_USER_MODEL, on_delete=PROTECT, related_name="+")),
                (
                    "project",
                    models.ForeignKey(
                        to="projects.project", on_delete=PROTECT, related_name="solved_cases", db_index=False
                    ),
                ),
            ],
            options={
                "ordering": ["lemmas"],
                "constraints": [
                    models.UniqueConstraint(fields=("project", "lemmas"), name="one_decision_per_lexical_item"),
                    models.CheckConstraint(condition=Q(lemmas__len__gt=0), name="lexical_item_has_lemmas"),
                ],
            },
        ),
    ]
