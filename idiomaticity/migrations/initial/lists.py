"""Lists of items, and the list of each annotator."""

from django.db import models
from django.db.migrations.operations import CreateModel

tables = [
    CreateModel(
        name="ListedItem",
        fields=[
            (
                "item",
                models.OneToOneField(
                    "projects.Item",
                    on_delete=models.CASCADE,
                    primary_key=True,
                    serialize=False,
                    related_name="listed",
                ),
            ),
            (
                "project",
                models.ForeignKey(
                    "projects.Project", on_delete=models.PROTECT, related_name="listed_items", db_index=False
                ),
            ),
            ("number", models.PositiveSmallIntegerField(help_text="Of the list.")),
            (
                "is_repeated",
                models.BooleanField(default=False, help_text="Shown twice to each annotator with this list."),
            ),
        ],
        options={
            "ordering": ["project", "number", "item"],
            "indexes": [models.Index(name="items_of_list", fields=["project", "number"])],
        },
    ),
    CreateModel(
        name="GivenList",
        fields=[
            (
                "membership",
                models.OneToOneField(
                    "projects.Membership",
                    on_delete=models.CASCADE,
                    primary_key=True,
                    serialize=False,
                    related_name="given_list",
                ),
            ),
            ("number", models.PositiveSmallIntegerField()),
        ],
    ),
]
