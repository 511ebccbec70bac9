"""Progress of a project, for its overview and the preview of a release; the database counts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Sum
from django.utils.translation import gettext as _

from alignment.adjudication.models import LinkDecision
from alignment.agreement.models import AgreementTotal, ItemAgreement, ItemAgreementTotal
from alignment.agreement.queries.changes import up_to_date
from alignment.coefficients.agr import COUNT_NAMES, PairCounts, agr
from alignment.rounds.models import RoundItem
from alignment.rounds.queries.rounds import count_rounds
from alignment.suggestions.models import Suggestion
from alignment.training.models import KnownGold
from alignment.training.queries import read_status
from annotation_site.assignments.counts import ItemCounts, count_items
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.operations.models import Operation
from annotation_site.projects.checklist import Step, Task, count_in_words, invite_annotators, place_steps
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.overview import Overview
from annotation_site.projects.queries import guideline_step

ANNOTATING, ADJUDICATING = "Follow the annotation", "Adjudicate"


class AlignmentOverview(Overview):
    """Pairs and what is decided about them."""

    template = "alignment/overview/overview.html"

    def count_work(self, project: Project) -> Mapping[str, Any]:
        return {"pairs": count_items(project), "disputes": count_disputes(project)}

    def describe_work(self, project: Project, counts: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"agreement": sum_agreement(project)}

    def describe_own_work(self, annotator: Membership) -> Mapping[str, Any]:
        return {"training": read_status(annotator)}

    def list_tasks(self, project: Project, counts: Mapping[str, Any]) -> list[Task]:
        return _list_tasks(project, counts["pairs"], counts["disputes"])


@dataclass(frozen=True, slots=True)
class Disputes:
    """Disagreements of pairs that have all their readings; those of pairs in an open round are not counted yet."""

    undecided: int
    undecided_pairs: int
    left_open: int
    pairs_in_round: int


@dataclass(frozen=True, slots=True)
class AgreementLine:
    """AGR over all annotator pairs together; None where it is undefined."""

    any: float | None
    both: float | None
    comparisons: int
    stage: str


def count_disputes(project: Project) -> Disputes:
    """Return the number of disagreements without a decision, and of those deliberately left open."""
    ready = up_to_date(ItemAgreementTotal, project).filter(is_ready=True)
    sums = ready.aggregate(undecided=Sum("undecided_count", default=0), pairs=Sum("pairs_to_decide", default=0))
    left_open = LinkDecision.objects.filter(
        item__project=project, item__state__in=Item.READY_STATES, decision="open"
    ).count()
    in_round = RoundItem.objects.filter(round__project=project, is_open=True).count()
    return Disputes(sums["undecided"], sums["pairs"], left_open, in_round)


def count_undecided_in_round(project: Project) -> int:
    """Return the number of disagreements without a decision of pairs in an open round: a release holds these pairs,
    too, as they were last submitted.
    """
    held = up_to_date(ItemAgreement, project).filter(item__round_items__is_open=True, item__state__in=Item.READY_STATES)
    undecided: int = held.aggregate(undecided=Sum("undecided_count", default=0))["undecided"]
    return undecided


def sum_agreement(project: Project) -> AgreementLine | None:
    """Return agreement of the latest submissions; None before any pair has two readings."""
    totals = up_to_date(AgreementTotal, project).filter(part=AgreementTotal.Part.ALL)
    sums = totals.aggregate(
        comparisons=Sum("pairs", default=0), **{f"sum_{name}": Sum(name, default=0) for name in COUNT_NAMES}
    )
    if not sums["comparisons"]:
        return None
    counts = PairCounts(**{name: sums[f"sum_{name}"] for name in COUNT_NAMES})
    stage = _say_stage(count_rounds(project))
    return AgreementLine(agr(counts, "any").value, agr(counts, "both").value, sums["comparisons"], stage)


def _say_stage(rounds: Mapping[str, Any]) -> str:
    """Return the stage of the latest submissions, which releases name in English."""
    if rounds.get("open_round"):
        return _("during reconciliation round {number}").format(number=rounds["open_round"])
    if rounds.get("closed_rounds"):
        return _("after reconciliation round {number}").format(number=rounds["closed_rounds"])
    return _("before reconciliation")


def _list_tasks(project: Project, pairs: ItemCounts, disputes: Disputes) -> list[Task]:
    """Return the manager's completed and next steps, derived from the database."""
    annotators = project.memberships.active().annotators().count()
    release = project.releases.order_by("-number").values("number", "created_at").first()
    is_newer = release is None or _has_changed_since(project, release["created_at"])
    tasks = place_steps(
        [
            guideline_step(project),
            _importing(project, pairs),
            _suggesting(project),
            _training(project),
            _checking(project),
            invite_annotators(annotators, project.annotators_per_item, "pair"),
            _annotating(pairs),
            _adjudicating(pairs, disputes),
            _releasing(pairs, release, is_newer=is_newer),
        ]
    )
    # While people annotate there is little to do but watch: decisions that wait come first.
    if not disputes.undecided or not any(task.label == ANNOTATING and task.state == "next" for task in tasks):
        return tasks
    states = {ANNOTATING: "underway", ADJUDICATING: "next"}
    return [replace(task, state=states.get(task.label, task.state)) for task in tasks]


def _importing(project: Project, pairs: ItemCounts) -> Step:
    if pairs.total:
        apart = [f"{pairs.known:,} for training and checks"] if pairs.known else []
        apart += [f"{pairs.withdrawn:,} withdrawn"] if pairs.withdrawn else []
        sentence = f"{count_in_words(pairs.current, 'pair')} imported"
        sentence += f", {' and '.join(apart)}." if apart else "."
        return Step("Import text", sentence, is_done=True, route="alignment:import", action="Import more")
    is_running = Job.objects.unfinished().filter(project=project, kind="import").exists()
    sentence = "An import is running." if is_running else "Sentences and their translations, from a file."
    return Step("Import text", sentence, is_done=False, route="alignment:import", action="Import text")


def _suggesting(project: Project) -> Step:
    is_done = Suggestion.objects.filter(item__project=project).exists()
    sentence = "Annotators see suggested links in pale colours." if is_done else "Links of an aligner to start from."
    return Step(
        "Add suggestions", sentence, is_done, "alignment:suggestions", "Show" if is_done else "Add", is_optional=True
    )


def _training(project: Project) -> Step:
    count = KnownGold.objects.for_training().filter(project=project).count()
    sentence = "Pairs with known gold that newcomers annotate first."
    if count:
        pairs = count_in_words(count, "pair")
        sentence = f"{pairs}; pass mark {project.alignment.training_threshold} %."
    return _known_gold_step("Set up training", sentence, is_done=count > 0)


def _checking(project: Project) -> Step:
    count = KnownGold.objects.for_checks().filter(project=project).count()
    share = project.alignment.check_share
    sentence = "Pairs with known gold, mixed into the work unseen."
    if count:
        sentence = f"{count_in_words(count, 'pair')}; {share} % of each annotator’s work."
    return _known_gold_step("Set up checks", sentence, is_done=count > 0 and share > 0)


def _known_gold_step(label: str, sentence: str, *, is_done: bool) -> Step:
    return Step(label, sentence, is_done, "alignment:known_gold", "Show" if is_done else "Set up", is_optional=True)


def _annotating(pairs: ItemCounts) -> Step:
    sentence = "Needs text and annotators."
    if pairs.total:
        sentence = f"{pairs.ready:,} of {count_in_words(pairs.total, 'pair')} have all their readings."
    is_done = bool(pairs.total) and not pairs.open
    return Step(ANNOTATING, sentence, is_done, "alignment:pairs", "Show pairs" if pairs.total else "")


def _adjudicating(pairs: ItemCounts, disputes: Disputes) -> Step:
    waiting = disputes.undecided or disputes.pairs_in_round
    is_done = bool(pairs.ready) and not pairs.open and not waiting
    sentence = "Needs pairs with all their readings."
    if disputes.undecided:
        disputed = count_in_words(disputes.undecided, "disagreement")
        sentence = f"{disputed} in {count_in_words(disputes.undecided_pairs, 'pair')} to decide."
    elif disputes.pairs_in_round:
        sentence = f"{count_in_words(disputes.pairs_in_round, 'pair')} in an open reconciliation round."
        return Step(ADJUDICATING, sentence, is_done, "alignment:rounds", "Show round")
    elif pairs.ready:
        sentence = "No disagreements to decide."
    action = "Show decisions" if pairs.ready else ""
    if disputes.undecided:
        action = "Decide"
    return Step(ADJUDICATING, sentence, is_done, "alignment:adjudication", action)


def _releasing(pairs: ItemCounts, release: Mapping[str, Any] | None, *, is_newer: bool) -> Step:
    sentence = "A numbered gold standard that papers can cite."
    if release is not None:
        sentence = f"Release {release['number']} holds all work so far."
        if is_newer:
            sentence = f"There is new work since release {release['number']}."
    is_done = release is not None and not pairs.open and not is_newer
    action = "Create a release" if pairs.ready else ""
    if release:
        action = "New release"
    return Step("Release", sentence, is_done, "alignment:release_new", action)


def _has_changed_since(project: Project, moment: datetime) -> bool:
    latest = Operation.objects.filter(project=project, kind__in=["submit", "reopen", "decide"]).order_by("-pk").first()
    return latest is not None and latest.created_at > moment
