"""The counts from which agreement is summed."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotation_site.projects.models import Item, Membership, Project


class LinkCounts(models.Model):
    """The columns of `alignment.agreement.PairCounts`, which add up."""

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


class PairAgreement(LinkCounts):
    """Counts of what two annotators handed in last of one pair (`selectors.compared_submissions` says exactly which
    readings); AGR over a project is a sum of these rows."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="pair_agreements")
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="pair_agreements")
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
    """Counts over all readings of one pair: link items for Fleiss kappa, and how many cells are in dispute."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="agreement")
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="item_agreements")
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
