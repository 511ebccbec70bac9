"""Lists of items, and which of them an annotator was given."""

from django.db import models

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Membership, Project


class ListedItem(models.Model):
    """An item's place in a list."""

    item = models.OneToOneField(Item, on_delete=models.CASCADE, primary_key=True, related_name="listed")
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="listed_items", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="Of the list.")
    is_repeated = models.BooleanField(default=False, help_text="Shown twice to each annotator with this list.")

    class Meta:
        ordering = ["project", "number", "item"]
        indexes = [models.Index(fields=["project", "number"], name="items_of_list")]

    def __str__(self) -> str:
        return f"{self.item}, list {self.number}"


class GivenList(models.Model):
    """The list that an annotator rated; with imported ratings, that of the study they come from."""

    membership = models.OneToOneField(Membership, on_delete=models.CASCADE, primary_key=True, related_name="given_list")
    number = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.membership_id}, list {self.number}"
