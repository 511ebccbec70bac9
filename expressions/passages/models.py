"""Passages and their sentences, which the database protects from changes."""

from typing import Any, ClassVar, Self

import pgtrigger
from django.db import models

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import Ability

LONGEST_DOCUMENT = 200


class PassageQuerySet(models.QuerySet["Passage"]):
    def for_user(self, user: User, ability: Ability) -> Self:
        """Return passages of projects in which the person has the ability."""
        return self.filter(item__in=Item.objects.for_user(user, ability))


class Passage(models.Model):
    """The content of an item: sentences that are read together. Words are counted over all of them, from 0."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="passage")
    document = models.CharField(max_length=LONGEST_DOCUMENT, blank=True)
    word_count = models.PositiveSmallIntegerField()

    objects: ClassVar[Any] = PassageQuerySet.as_manager()

    class Meta:
        triggers = [pgtrigger.ReadOnly(name="passage_fixed", fields=["item", "word_count"])]

    def __str__(self) -> str:
        return f"{self.document} {self.item_id}".strip()


class PassageSentence(models.Model):
    """A sentence with its lines of CoNLL-U, columns that the site does not use included.

    `first_word` is the number of its first word in the passage; `column` the place of the column for expressions.
    """

    passage = models.ForeignKey(Passage, on_delete=models.PROTECT, related_name="sentences", db_index=False)
    place = models.PositiveSmallIntegerField()
    source_sent_id = models.TextField(blank=True)
    text = models.TextField()
    lines = models.TextField()
    column = models.PositiveSmallIntegerField()
    first_word = models.PositiveSmallIntegerField()
    word_count = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["passage", "place"]
        constraints = [models.UniqueConstraint(fields=["passage", "place"], name="one_sentence_per_place")]
        triggers = [pgtrigger.Protect(name="sentence_fixed", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return self.text[:60]
