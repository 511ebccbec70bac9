"""Counts from which agreement is summed."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Membership, Project


class LinkCounts(models.Model):
    """The columns of `alignment.coefficients.agr.PairCounts`, which add up."""

    first_any = models.PositiveIntegerField()
    second_any = models.PositiveIntegerField()
    both_any = models.PositiveIntegerField()
    both_same_label = models.PositiveIntegerField()
    first_sure = models.PositiveIntegerField()
    second_sure = models.PositiveIntegerField()
    both_sure = models.PositiveIntegerField()
    first_possible = models.PositiveIntegerField()
    second_possible = models.PositiveIntegerField()
    both_possible = models.PositiveIntegerField()
    first_unaligned = models.PositiveIntegerField()
    second_unaligned = models.PositiveIntegerField()
    both_unaligned = models.PositiveIntegerField()
    sure_possible = models.PositiveIntegerField(help_text="Links Sure for the first, Possible for the second.")
    possible_sure = models.PositiveIntegerField(help_text="Links Possible for the first, Sure for the second.")

    class Meta:
        abstract = True


class LinkTotals(models.Model):
    """`LinkCounts`, summed."""

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
        abstract = True


class PairAgreement(LinkCounts):
    """Counts of two annotators' latest submissions of one pair; AGR over a project is a sum of these rows."""

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="pair_agreements", db_index=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="pair_agreements", db_index=False)
    first = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    # The same counts in the same order over links and marks that touch a target word, where the pair has some.
    target_counts = ArrayField(models.PositiveIntegerField(), null=True)
    day = models.DateField(help_text="Of the later submission, UTC.")
    guideline_version = models.PositiveIntegerField(
        null=True, help_text="Both worked by it; 0 before the first version, none where theirs differ."
    )
    # AGR on links with their label: what "worst first" sorts by; empty readings have none.
    agr = models.FloatField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "first", "second"], name="one_agreement_per_annotator_pair"),
            models.CheckConstraint(condition=Q(first__lt=models.F("second")), name="annotator_pair_in_order"),
        ]
        indexes = [models.Index(fields=["project", "agr"], name="agreements_worst_first")]

    def __str__(self) -> str:
        return f"{self.first.pseudonym}–{self.second.pseudonym} on {self.item}"


class ItemAgreement(models.Model):
    """Counts over all readings of one pair: link items for Fleiss kappa, and the number of disputed cells."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="agreement")
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="item_agreements", db_index=False)
    raters = models.PositiveSmallIntegerField()
    link_items = models.PositiveIntegerField()
    agreement_sum = models.FloatField(help_text="Sum over link items of the share of agreeing pairs of raters.")
    sure_count = models.PositiveIntegerField()
    possible_count = models.PositiveIntegerField()
    absent_count = models.PositiveIntegerField()
    disagreement_count = models.PositiveIntegerField()
    undecided_count = models.PositiveIntegerField(help_text="Disagreements without a decision yet.")
    # Share of disputed cells among all cells anyone drew: the adjudicator's queue sorts by it.
    disagreement_share = models.FloatField()
    is_accepted = models.BooleanField(
        default=False, help_text="Whether the pair, on which all agree, is adjudicated all the same."
    )
    is_ready = models.BooleanField(
        help_text="Whether the pair had all its readings, and was in no open round, when it was counted."
    )

    class Meta:
        indexes = [
            models.Index(fields=["project", "-disagreement_share", "item"], name="disagreements_worst_first"),
            models.Index(
                fields=["project", "-disagreement_share", "item"],
                condition=Q(undecided_count__gt=0),
                name="disagreements_to_decide",
            ),
            models.Index(
                fields=["project", "item"],
                condition=Q(disagreement_count=0, is_accepted=False, is_ready=True),
                name="agreed_to_accept",
            ),
        ]

    def __str__(self) -> str:
        return f"Agreement on {self.item}"


class ChangedItem(models.Model):
    """A note that agreement on a pair is to be counted again: one for each change, so that noting waits for nobody."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="+")
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    is_reading = models.BooleanField(help_text="Whether readings may have changed, and not decisions or rounds alone.")

    class Meta:
        indexes = [models.Index(fields=["project", "id"], name="changes_to_count")]

    def __str__(self) -> str:
        return f"Change of {self.item}"


class AgreementTotal(LinkTotals):
    """The counts of two annotators, summed over a part of their sentence pairs; each pair counts in several parts. A
    row at zero means the same as no row. Written by `alignment.agreement.queries` only.
    """

    class Part(models.TextChoices):
        ALL = "all", "All links"
        TARGET_WORDS = "target", "Links that touch a target word"
        DAY = "day", "Day of the later submission, as a proleptic ordinal"
        GUIDELINE = "guideline", "Version of the guidelines; 0 before the first, -1 where the two differ"
        AGR = "agr", "Twentieth of 0 to 1 in which AGR of the pair falls; 20 is 1 itself"

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="agreement_totals", db_index=False)
    first = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    part = models.CharField(max_length=10, choices=Part)
    key = models.IntegerField(default=0)
    pairs = models.BigIntegerField(default=0)

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
    """Link items, and the numbers of the adjudicator's queue, summed over pairs by number of readings and by readiness
    for adjudication; pairs in an open round are not ready. Written by `alignment.agreement.queries` only.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="item_agreement_totals", db_index=False)
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
