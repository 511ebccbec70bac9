"""Word alignment: pairs, links, decisions, and the counts from which agreement is summed."""

from typing import Any, ClassVar, Self

import pghistory
import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from alignment.agreement_totals import AgreementTotal as AgreementTotal
from alignment.agreement_totals import ItemAgreementTotal as ItemAgreementTotal
from annotation_site.projects.models import Assignment, Comment, Item, Membership, Project, Submission, User

LABELS = [("S", "Sure"), ("P", "Possible")]


@pghistory.track()
class AlignmentSettings(models.Model):
    """What a word alignment project decides beyond the settings every project has."""

    class Scope(models.TextChoices):
        FULL = "full", "Full text: every word"
        TARGET_WORDS = "target_words", "Target words only"

    class GoldPolicy(models.TextChoices):
        WAGS = "wags", "WAGS: agreed links keep their label, what stays open becomes Possible"
        OCH_NEY = "och-ney", "Och & Ney: Sure where all say Sure, Possible for the union"
        MAJORITY = "majority", "Majority of three or more annotators"

    project = models.OneToOneField(Project, on_delete=models.PROTECT, primary_key=True, related_name="alignment")
    source_language = models.CharField(max_length=35)
    target_language = models.CharField(max_length=35)
    scope = models.CharField(max_length=14, choices=Scope, default=Scope.FULL)
    gold_policy = models.CharField(max_length=10, choices=GoldPolicy, default=GoldPolicy.WAGS)
    # Set by an import of annotation made with an artificial NULL token before the source: kappa has items for it.
    has_null_token = models.BooleanField(default=False, editable=False)
    suggestion_control_share = models.PositiveSmallIntegerField(
        default=0, help_text="Per cent of the pairs that are shown without their suggestions, for comparison."
    )

    class Meta:
        verbose_name_plural = "alignment settings"
        constraints = [
            models.CheckConstraint(condition=Q(suggestion_control_share__lte=100), name="control_share_in_per_cent")
        ]

    def __str__(self) -> str:
        return f"{self.source_language}–{self.target_language}"


class SentencePairQuerySet(models.QuerySet["SentencePair"]):
    def for_user(self, user: User, *roles: str) -> Self:
        """Pairs of projects in which the person has one of the roles."""
        return self.filter(item__in=Item.objects.for_user(user, *roles))


class SentencePair(models.Model):
    """The content of an item: two token lists, which the database never lets change."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="sentence_pair")
    source_tokens = ArrayField(models.TextField())
    target_tokens = ArrayField(models.TextField())
    # Kept only where splitting lost something: joined by spaces, the tokens otherwise give the text back.
    source_text = models.TextField(blank=True)
    target_text = models.TextField(blank=True)
    source_target_words = ArrayField(models.PositiveSmallIntegerField(), default=list, blank=True)
    target_target_words = ArrayField(models.PositiveSmallIntegerField(), default=list, blank=True)

    objects: ClassVar[Any] = SentencePairQuerySet.as_manager()

    class Meta:
        triggers = [pgtrigger.ReadOnly(name="tokens_fixed", fields=["item", "source_tokens", "target_tokens"])]

    def __str__(self) -> str:
        return " ".join(self.source_tokens)[:60]


INDICES_IN_RANGE = """
    IF NOT EXISTS (
        SELECT 1 FROM alignment_sentencepair pair
        JOIN projects_assignment assignment ON assignment.item_id = pair.item_id
        WHERE assignment.id = NEW.assignment_id AND {condition}
    ) THEN
        RAISE EXCEPTION 'token index out of range' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
"""


class AlignmentLink(models.Model):
    """One cell of one annotator's reading."""

    class Origin(models.TextChoices):
        MANUAL = "manual", "Drawn"
        SUGGESTION = "suggestion", "Accepted suggestion"

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="links")
    source_index = models.PositiveSmallIntegerField()
    target_index = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=1, choices=LABELS)
    origin = models.CharField(max_length=10, choices=Origin, default=Origin.MANUAL)

    class Meta:
        ordering = ["source_index", "target_index"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "source_index", "target_index"], name="one_link_per_cell"),
            models.CheckConstraint(condition=Q(label__in=["S", "P"]), name="link_label_s_or_p"),
            models.CheckConstraint(condition=Q(origin__in=["manual", "suggestion"]), name="link_origin_known"),
        ]
        triggers = [
            pgtrigger.Trigger(
                name="indices_in_range",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                func=INDICES_IN_RANGE.format(
                    condition="NEW.source_index < cardinality(pair.source_tokens)"
                    " AND NEW.target_index < cardinality(pair.target_tokens)"
                ),
            )
        ]

    def __str__(self) -> str:
        return f"{self.source_index}-{self.target_index} {self.label}"


class SuggestionQuerySet(models.QuerySet["Suggestion"]):
    def shown(self) -> Self:
        """Without those of control pairs."""
        return self.exclude(IS_CONTROL)

    def of_controls(self) -> Self:
        """Those of control pairs alone, which no annotator is shown."""
        return self.filter(IS_CONTROL)


# A pair is a control where its place on the ring, from 0 to 1 and drawn from the project's seed and its number alone,
# falls below the share: the same pairs at any time and for everyone.
IS_CONTROL = Q(item__ring_place__lt=models.F("item__project__alignment__suggestion_control_share") / 100.0)


class Suggestion(models.Model):
    """A link proposed for a pair before anybody drew one; annotators of control pairs are not shown it."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="suggestions")
    source_index = models.PositiveSmallIntegerField()
    target_index = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=1, choices=LABELS)

    objects: ClassVar[Any] = SuggestionQuerySet.as_manager()

    class Meta:
        ordering = ["source_index", "target_index"]
        constraints = [
            models.UniqueConstraint(fields=["item", "source_index", "target_index"], name="one_suggestion_per_cell"),
            models.CheckConstraint(condition=Q(label__in=["S", "P"]), name="suggestion_label_s_or_p"),
        ]
        triggers = [
            pgtrigger.Trigger(
                name="indices_in_range",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                func="""
    IF NOT EXISTS (
        SELECT 1 FROM alignment_sentencepair pair
        WHERE pair.item_id = NEW.item_id AND NEW.source_index < cardinality(pair.source_tokens)
        AND NEW.target_index < cardinality(pair.target_tokens)
    ) THEN
        RAISE EXCEPTION 'token index out of range' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
""",
            )
        ]

    def __str__(self) -> str:
        return f"{self.source_index}-{self.target_index} {self.label}"


class UnalignedToken(models.Model):
    """A word its annotator marked as having no counterpart."""

    class Side(models.TextChoices):
        SOURCE = "source", "Source"
        TARGET = "target", "Target"

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="unaligned_tokens")
    side = models.CharField(max_length=6, choices=Side)
    token_index = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["side", "token_index"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "side", "token_index"], name="one_mark_per_token"),
            models.CheckConstraint(condition=Q(side__in=["source", "target"]), name="mark_side_known"),
        ]
        triggers = [
            pgtrigger.Trigger(
                name="index_in_range",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                func=INDICES_IN_RANGE.format(
                    condition="NEW.token_index < CASE NEW.side WHEN 'source' THEN cardinality(pair.source_tokens)"
                    " ELSE cardinality(pair.target_tokens) END"
                ),
            )
        ]

    def __str__(self) -> str:
        return f"{self.side} {self.token_index}"


class Adjudication(models.Model):
    """The adjudicator's work on one pair; its version guards against two people deciding over each other."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="adjudication")
    version = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"Adjudication of {self.item}"


@pghistory.track()
class LinkDecision(models.Model):
    """What the adjudicator says of one cell on which the readings differ."""

    class Decision(models.TextChoices):
        SURE = "S", "Sure"
        POSSIBLE = "P", "Possible"
        NONE = "none", "No link"
        OPEN = "open", "Left open"

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="link_decisions")
    source_index = models.PositiveSmallIntegerField()
    target_index = models.PositiveSmallIntegerField()
    decision = models.CharField(max_length=4, choices=Decision)
    note = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["source_index", "target_index"]
        constraints = [
            models.UniqueConstraint(fields=["item", "source_index", "target_index"], name="one_decision_per_cell"),
            models.CheckConstraint(condition=Q(decision__in=["S", "P", "none", "open"]), name="decision_known"),
        ]

    def __str__(self) -> str:
        return f"{self.source_index}-{self.target_index} {self.decision}"


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
    """Counts of two annotators' last submissions of one pair; AGR over a project is a sum of these rows."""

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
        ]

    def __str__(self) -> str:
        return f"Agreement on {self.item}"


class ReconciliationRound(models.Model):
    """A time in which annotators of pairs they read differently see each other's readings of these, and talk."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="reconciliation_rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    note = models.CharField(max_length=300, blank=True)
    least_share = models.FloatField(
        default=0.0, help_text="Pairs with at least this share of disputed cells were taken."
    )
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["project", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="round_number_unique_in_project"),
            models.UniqueConstraint(fields=["project"], condition=Q(state="open"), name="one_open_round_per_project"),
            models.CheckConstraint(
                condition=Q(state="open", closed_at=None) | Q(state="closed", closed_at__isnull=False),
                name="closed_round_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project}, round {self.number}"


class RoundItem(models.Model):
    """A pair in a round. Every change, mark and comment on it raises the version, for which open pages ask."""

    round = models.ForeignKey(ReconciliationRound, on_delete=models.PROTECT, related_name="items")
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="round_items")
    # Kept here too: a save that waited for this row's lock must see that the round was closed meanwhile.
    is_open = models.BooleanField(default=True)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["round", "item"]
        constraints = [
            models.UniqueConstraint(fields=["round", "item"], name="item_once_in_a_round"),
            models.UniqueConstraint(fields=["item"], condition=Q(is_open=True), name="item_in_one_open_round"),
        ]

    def __str__(self) -> str:
        return f"{self.item} in round {self.round_id}"


class RoundReadingQuerySet(models.QuerySet["RoundReading"]):
    def for_annotator(self, user: User) -> Self:
        """The person's own readings in rounds, while they belong to the project."""
        return self.filter(assignment__in=Assignment.objects.for_annotator(user))

    def in_open_round(self) -> Self:
        return self.filter(round_item__is_open=True)


class RoundReading(models.Model):
    """Where one annotator stands with one pair of a round. Submissions between `before` and `after` were made in it."""

    class State(models.TextChoices):
        WAITING = "waiting", "To look at"
        CHANGING = "changing", "Changed, not handed in"
        KEPT = "kept", "Kept"
        CHANGED = "changed", "Changed"

    round_item = models.ForeignKey(RoundItem, on_delete=models.PROTECT, related_name="readings")
    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="round_readings")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    # Cells, as [source, target], of which the annotator said: I looked at this and keep mine.
    kept_cells = models.JSONField(default=list)
    before = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey(Submission, on_delete=models.PROTECT, null=True, related_name="+")
    settled_at = models.DateTimeField(null=True)

    objects: ClassVar[Any] = RoundReadingQuerySet.as_manager()

    class Meta:
        ordering = ["round_item", "assignment"]
        constraints = [
            models.UniqueConstraint(fields=["round_item", "assignment"], name="reading_once_in_a_round"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "changing", "kept", "changed"]), name="round_reading_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.assignment}, {self.get_state_display()}"

    @property
    def is_settled(self) -> bool:
        return self.state in (self.State.KEPT, self.State.CHANGED)


class RoundComment(models.Model):
    """Makes a comment readable to the other annotators of its pair, while the round is open."""

    round_item = models.ForeignKey(RoundItem, on_delete=models.PROTECT, related_name="comments")
    comment = models.OneToOneField(Comment, on_delete=models.PROTECT, primary_key=True, related_name="in_round")

    class Meta:
        ordering = ["comment"]

    def __str__(self) -> str:
        return str(self.comment)


class RoundAgreement(LinkCounts):
    """Two annotators' counts when a round was opened and when it was closed: sums, so that nothing is recounted."""

    class Moment(models.TextChoices):
        BEFORE = "before", "Before"
        AFTER = "after", "After"

    class Scope(models.TextChoices):
        ROUND = "round", "Pairs of the round"
        ALL = "all", "All pairs both submitted"

    round = models.ForeignKey(ReconciliationRound, on_delete=models.PROTECT, related_name="agreements")
    moment = models.CharField(max_length=6, choices=Moment)
    scope = models.CharField(max_length=5, choices=Scope)
    first = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    pairs = models.PositiveIntegerField()

    class Meta:
        ordering = ["round", "scope", "first", "second", "-moment"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "scope", "moment", "first", "second"], name="one_sum_per_moment_and_annotator_pair"
            ),
        ]
        triggers = [pgtrigger.Protect(name="kept", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.first.pseudonym}–{self.second.pseudonym} {self.moment} round {self.round_id}"
