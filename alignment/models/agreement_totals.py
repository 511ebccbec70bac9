"""Sums of the stored counts of agreement, so that a page costs the same however many pairs a project holds."""

from django.db import models
from django.db.models import F, Q

from annotation_site.projects.models import Membership, Project


class AgreementTotal(models.Model):
    """The counts of two annotators added up over one part of their sentence pairs; each pair counts in several parts.

    A row at zero means the same as no row. Only `alignment.agreement_sums` writes here.
    """

    class Part(models.TextChoices):
        ALL = "all", "All links"
        TARGET_WORDS = "target", "Links that touch a target word"
        DAY = "day", "Day of the later submission, as a proleptic ordinal"
        GUIDELINE = "guideline", "Version of the guidelines; 0 before the first, -1 where the two differ"
        AGR = "agr", "Twentieth of 0 to 1 in which AGR of the pair falls; 20 is 1 itself"

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="agreement_totals")
    first = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    part = models.CharField(max_length=10, choices=Part)
    key = models.IntegerField(default=0)
    pairs = models.BigIntegerField(default=0)
    first_any = models.BigIntegerField(default=0)
    second_any = models.BigIntegerField(default=0)
    both_any = models.BigIntegerField(default=0)
    both_same_label = models.BigIntegerField(default=0)
    first_sure = models.BigIntegerField(default=0)
    second_sure = models.BigIntegerField(default=0)
    both_sure = models.BigIntegerField(default=0)
    first_possible = models.BigIntegerField(default=0)
    second_possible = models.BigIntegerField(default=0)
    both_possible = models.BigIntegerField(default=0)
    first_unaligned = models.BigIntegerField(default=0)
    second_unaligned = models.BigIntegerField(default=0)
    both_unaligned = models.BigIntegerField(default=0)
    sure_possible = models.BigIntegerField(default=0)
    possible_sure = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "part", "first", "second", "key"], name="one_agreement_total"),
            models.CheckConstraint(
                condition=Q(part__in=["all", "target", "day", "guideline", "agr"]), name="agreement_part_known"
            ),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="total_of_annotators_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.part} {self.key} of {self.first_id}–{self.second_id}"


class ItemAgreementTotal(models.Model):
    """Link items, and the numbers of the adjudicator's queue, added up over pairs with so many readings that are
    ready to be decided or not; pairs in an open round are not ready. Only `alignment.agreement_sums` writes
    here."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="item_agreement_totals")
    raters = models.PositiveSmallIntegerField()
    is_ready = models.BooleanField()
    pairs = models.BigIntegerField(default=0)
    link_items = models.BigIntegerField(default=0)
    # Ordered pairs of raters with equal labels: whole numbers, so that adding and taking away leaves nothing behind.
    agreeing = models.BigIntegerField(default=0)
    sure_count = models.BigIntegerField(default=0)
    possible_count = models.BigIntegerField(default=0)
    absent_count = models.BigIntegerField(default=0)
    disagreement_count = models.BigIntegerField(default=0)
    undecided_count = models.BigIntegerField(default=0)
    pairs_to_decide = models.BigIntegerField(default=0)
    pairs_decided = models.BigIntegerField(default=0)
    pairs_agreed = models.BigIntegerField(default=0)
    pairs_accepted = models.BigIntegerField(default=0)
    # Goes up whenever readings are counted anew: what was computed from them is outdated then.
    changes = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "raters", "is_ready"], name="one_item_agreement_total"),
        ]

    def __str__(self) -> str:
        return f"{self.pairs} pairs with {self.raters} readings"
