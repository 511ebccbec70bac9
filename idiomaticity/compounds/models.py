"""Compounds of a project, and the sentences they occur in."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import Ability
from annotation_site.projects.models import Project
from idiomaticity.compounds.labels import LONGEST_LABEL
from idiomaticity.scales.judgements import Scale
from idiomaticity.scales.paraphrase_texts import LONGEST_PARAPHRASE
from idiomaticity.scales.score_scale import LEAST, MOST

# Fields of a compound that hold published means, by scale.
PUBLISHED_MEANS: Mapping[Scale, str] = {
    "head": "published_head",
    "modifier": "published_modifier",
    "whole": "type_score",
}
# Fillers of a file are numbered from here, so that those of the study have no gaps.
FIRST_FILLER = 1_000_000_000
# Of the sentences before an occurrence, and of those after it.
LONGEST_CONTEXT = 5_000


def published_paraphrases() -> ArrayField[list[str], list[str]]:
    """Return a field for the list of paraphrases that an earlier study published, each as often as it has it."""
    return ArrayField(models.CharField(max_length=LONGEST_PARAPHRASE), default=list, blank=True)


class CompoundQuerySet(models.QuerySet["Compound"]):
    def for_user(self, user: User, ability: Ability) -> Self:
        """Return compounds of projects in which the user has the ability."""
        return self.filter(project__in=ability.projects_of(user))


AllCompounds = models.Manager.from_queryset(CompoundQuerySet)


class StudyCompounds(AllCompounds):
    """Compounds that the study is about; fillers are reached by their items, and by `Compound.everything`."""

    def get_queryset(self) -> Any:
        return super().get_queryset().filter(is_filler=False)


class Compound(models.Model):
    """An expression whose compositionality is rated; where type-level ratings exist, it is the content of an item.

    A filler is rated, too, but its answers are known: it is no compound of the study and counts in no figure.
    """

    class CompoundClass(models.TextChoices):
        COMPOSITIONAL = "C", "compositional"
        PARTLY = "PC", "partly compositional"
        IDIOMATIC = "NC", "idiomatic"

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="compounds", db_index=False)
    number = models.PositiveIntegerField()
    text = models.CharField(max_length=200)
    normalised = models.CharField(max_length=250)
    # Both empty where only the whole is rated.
    modifier = models.CharField(max_length=200, blank=True)
    head = models.CharField(max_length=200, blank=True)
    # The class that counts (idiomaticity.classes), and the one that the file brought.
    compound_class = models.CharField(max_length=2, choices=CompoundClass, blank=True)
    imported_class = models.CharField(max_length=2, choices=CompoundClass, blank=True)
    # Means of the whole and of its parts, as a file brought them from an earlier study.
    type_score = models.FloatField(null=True)
    published_head = models.FloatField(null=True)
    published_modifier = models.FloatField(null=True)
    published_paraphrases = published_paraphrases()
    item = models.OneToOneField(Item, on_delete=models.PROTECT, null=True, related_name="compound")
    is_filler = models.BooleanField(default=False, db_default=False)

    objects: ClassVar[Any] = StudyCompounds()
    everything: ClassVar[Any] = AllCompounds()

    class Meta:
        ordering = ["project", "number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="compound_number_unique_in_project"),
            models.UniqueConstraint(fields=["project", "normalised"], name="compound_once_in_project"),
            models.CheckConstraint(
                condition=~Q(text="") & (Q(modifier="", head="") | (~Q(modifier="") & ~Q(head=""))),
                name="compound_has_both_parts_or_none",
            ),
            models.CheckConstraint(condition=Q(compound_class__in=["", "C", "PC", "NC"]), name="compound_class_known"),
            models.CheckConstraint(condition=Q(imported_class__in=["", "C", "PC", "NC"]), name="imported_class_known"),
            models.CheckConstraint(
                condition=Q(type_score=None) | Q(type_score__range=(LEAST, MOST)), name="type_score_in_range"
            ),
            models.CheckConstraint(
                condition=Q(published_head=None) | Q(published_head__range=(LEAST, MOST)),
                name="published_head_in_range",
            ),
            models.CheckConstraint(
                condition=Q(published_modifier=None) | Q(published_modifier__range=(LEAST, MOST)),
                name="published_modifier_in_range",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(name="words_fixed", fields=["project", "text", "modifier", "head"]),
            # Type-level ratings may come in later, and be taken back.
            pgtrigger.Protect(
                name="item_fixed",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(
                    old__item__isnull=False, new__item__isnull=False, old__item__df=pgtrigger.F("new__item")
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def published_means(self) -> dict[Scale, float]:
        """Return the published means by scale, without those that are unknown."""
        means: dict[Scale, float | None] = {scale: getattr(self, field) for scale, field in PUBLISHED_MEANS.items()}
        return {scale: mean for scale, mean in means.items() if mean is not None}


class OccurrenceQuerySet(models.QuerySet["Occurrence"]):
    def of_study(self, project: Project) -> Self:
        """Return occurrences of the compounds that a study is about."""
        return self.filter(compound__project=project, compound__is_filler=False)


class Occurrence(models.Model):
    """A compound in one sentence; at token level it is the content of an item, which the database never lets change.

    Without a sentence it stands for one that is not distributed, of which only the published mean is known.
    """

    class Manner(models.TextChoices):
        GIVEN = "given", "span given"
        VERBATIM = "verbatim", "word for word"
        INFLECTED = "inflected", "inflected"
        DISCONTINUOUS = "discontinuous", "with words between"

    compound = models.ForeignKey(Compound, on_delete=models.PROTECT, related_name="occurrences", db_index=False)
    number = models.PositiveSmallIntegerField()
    sentence = models.TextField(blank=True)
    # Code points, end excluded, in order and apart.
    spans = ArrayField(ArrayField(models.PositiveIntegerField(), size=2), default=list, blank=True)
    manner = models.CharField(max_length=13, choices=Manner, blank=True)
    # Idiomatic, literal, or a name of the study's own (compounds.labels); raters never see it.
    label = models.CharField(max_length=LONGEST_LABEL, blank=True, db_default="")
    # The sentences before and after, as raters see them around the sentence.
    previous = models.TextField(blank=True, db_default="")
    next = models.TextField(blank=True, db_default="")
    published_mean = models.FloatField(null=True)
    published_paraphrases = published_paraphrases()
    item = models.OneToOneField(Item, on_delete=models.PROTECT, null=True, related_name="occurrence")

    objects: ClassVar[Any] = OccurrenceQuerySet.as_manager()

    class Meta:
        ordering = ["compound", "number"]
        constraints = [
            models.UniqueConstraint(fields=["compound", "number"], name="occurrence_number_unique_in_compound"),
            models.CheckConstraint(condition=Q(item=None) | ~Q(sentence=""), name="rated_occurrence_has_sentence"),
            models.CheckConstraint(
                condition=Q(sentence="", spans__len=0) | (~Q(sentence="") & Q(spans__len__gt=0)),
                name="compound_placed_in_sentence",
            ),
            models.CheckConstraint(
                condition=Q(published_mean=None) | Q(published_mean__range=(LEAST, MOST)), name="mean_in_range"
            ),
            models.CheckConstraint(condition=Q(previous="", next="") | ~Q(sentence=""), name="context_has_sentence"),
            models.CheckConstraint(
                condition=LessThanOrEqual(Length(F("previous")), Value(LONGEST_CONTEXT))
                & LessThanOrEqual(Length(F("next")), Value(LONGEST_CONTEXT)),
                name="context_not_too_long",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="sentence_fixed", fields=["compound", "sentence", "spans", "previous", "next", "item"]
            )
        ]

    def __str__(self) -> str:
        return self.sentence[:60]
