"""One project of each kind with one of everything that has an address."""

from dataclasses import dataclass

from annotation_site.accounts.models import ApiToken, User
from annotation_site.assignments.models import Assignment, Comment
from annotation_site.closing.models import Deletion
from annotation_site.jobs.models import Job, Upload
from annotation_site.machines.models import Machine, MachineKey
from annotation_site.projects.models import Invitation, Membership, Project
from annotation_site.releases.models import Release
from annotation_site.webhooks.models import Delivery, Webhook
from evaluation.aligner_scores.models import BandScores, Score
from evaluation.correlation.models import Correlation, HumanStudy
from evaluation.experiments.models import Experiment
from evaluation.finding.models import Finding, Hit, HitDecision
from evaluation.judging.models import JudgingRound
from evaluation.test_sets.models import TestSet
from expressions.consistency.models import ConsistencyChange
from idiomaticity.predictors.models import Predictor

COMPOUNDS = b"compound\tsentence\nfish tank\tA fish tank.\n"
SYSTEM_FILE = b"0-0 1-2 2-1\n1-0\n0-0 1-1\n"


@dataclass
class Side:
    """One project with one of everything that has an address."""

    project: Project
    manager: User
    adjudicator: User
    annotator: Membership
    other: Membership
    mine: Assignment
    question: Comment
    reconciled: Assignment
    submitted: Assignment
    skipped: Assignment
    disputed_number: int
    feedback: Assignment
    trained: Assignment
    known_number: int
    invitation: Invitation
    mailed_invitation: Invitation
    secret: str
    upload: Upload
    preview: Job
    readings: Job
    selection: Job
    waiting: Job
    cancelled: Job
    failed_job: Job
    release: Release
    difference: Job
    deletion: Deletion
    score: Score
    band_scores: BandScores
    test_set: TestSet
    test_set_preview: Job
    scores_preview: Job
    translations_preview: Job
    finding: Finding
    hit: Hit
    hit_decision: HitDecision
    transferred: Job
    training_files: Job
    experiment: Experiment
    token: ApiToken
    machine: Machine
    machine_key: MachineKey
    machine_preview: Job
    webhook: Webhook
    delivery: Delivery
    ratings: "RatingSide"
    judging: "JudgingSide"
    expressions: "ExpressionSide"

    @property
    def slug(self) -> str:
        return self.project.slug

    @property
    def projects(self) -> dict[str, Project]:
        """Return the project of each kind."""
        others = (self.ratings.project, self.judging.project, self.expressions.project)
        return {each.kind: each for each in (self.project, *others)}


@dataclass
class RatingSide:
    """The compositionality project of the same people."""

    project: Project
    other: Membership
    mine: Assignment
    submitted: Assignment
    skipped: Assignment
    upload: Upload
    preview: Job
    predictor: Predictor
    predictor_preview: Job
    known_number: int


@dataclass
class JudgingSide:
    """The translation evaluation of the same people."""

    project: Project
    test_set: TestSet
    judging_round: JudgingRound
    other: Membership
    mine: Assignment
    submitted: Assignment
    skipped: Assignment
    correlation: Correlation
    comparison: Job
    study: HumanStudy
    study_preview: Job


@dataclass
class ExpressionSide:
    """The project of the same people that marks expressions in text."""

    project: Project
    other: Membership
    mine: Assignment
    submitted: Assignment
    skipped: Assignment
    upload: Upload
    preview: Job
    disputed_number: int
    decided_number: int
    seen: str
    change: ConsistencyChange
