"""The demo project: sentences of our own, two annotators' work, some of it adjudicated; every step may be repeated."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile

from alignment.adjudication.services.decisions import decide_links
from alignment.imports.jobs.imports import import_pairs
from alignment.imports.jobs.previews import preview_import
from alignment.imports.services import confirm_import, request_import_preview
from alignment.readings.links import Reading, disagreements
from alignment.readings.queries.submissions import item_decisions, item_readings
from alignment.releases.services import RELEASE, request_release
from alignment.rounds.queries.rounds import find_candidates
from alignment.rounds.services.rounds import open_round
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.assignments import post_comment
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.demo import ROLES, awaits_release, find_people, join_demo, name_step
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import create_project, publish_guideline

FOLDER = Path(__file__).resolve().parent
NAME = "Demo: everyday expressions"
# Of the cells that anyone linked: few pairs differ in so many, and the others wait for the adjudicator.
LEAST_SHARE = 0.25
ANNOTATORS = {"A": "annotator A", "B": "annotator B"}


def load_demo(passwords: Mapping[str, str]) -> Project:
    """Make the demo project, or finish one that was interrupted; a finished one is left as people have changed it."""
    people = find_people(passwords)
    project = Project.objects.filter(name=NAME, created_by=people["manager"]).first() or _create(people["manager"])
    if project.guidelines.count() > 1:
        return project
    members = {part: join_demo(people, project, part) for part in ROLES}
    pairs = json.loads((FOLDER / "pairs.json").read_text("utf-8"))
    # Pairs that both have read come in first, then those that only A has, then those that wait: so that each
    # annotator is given exactly the pairs they have a reading of.
    for names in ({"A", "B"}, {"A"}, set()):
        stage = [pair for pair in pairs if set(pair.get("readings", {})) == names]
        _import(people["manager"], project, stage)
        for name in sorted(names):
            _annotate(members[ANNOTATORS[name]], name, {pair["identifier"]: pair for pair in stage})
    for pair in pairs:
        _adjudicate(people["adjudicator"], project, pair)
    publish_guideline(
        user=people["manager"],
        project=project,
        text=(FOLDER / "guidelines-2.md").read_text("utf-8"),
        change_note="Clearer rules for idioms, auxiliaries and words without counterpart",
    )
    return project


def show_demo(project: Project) -> None:
    """Open a round on the pairs that differ most, and ask for a release, which the first worker that starts makes."""
    if not awaits_release(project, RELEASE):
        return
    manager = project.created_by
    if not project.reconciliation_rounds.exists() and find_candidates(project, LEAST_SHARE).exists():
        open_round(
            user=manager,
            project=project,
            operation_id=name_step(f"{project.pk} round"),
            least_share=LEAST_SHARE,
            note="Read rule 7 on idioms again",
        )
    request_release(
        user=manager, project=project, request_id=name_step(f"{project.pk} release"), note="Before reconciliation"
    )


def _create(manager: User) -> Project:
    return create_project(
        kind="alignment",
        user=manager,
        name=NAME,
        description=(FOLDER / "description.md").read_text("utf-8"),
        source_language="en",
        target_language="it",
        scope="full",
        gold_policy="wags",
        annotators_per_item=2,
        guideline=(FOLDER / "guidelines-1.md").read_text("utf-8"),
    )


def _import(manager: User, project: Project, stage: list[dict[str, Any]]) -> None:
    identifiers = [pair["identifier"] for pair in stage]
    if project.items.filter(identifier__in=identifiers).exists():
        return
    rows = [
        json.dumps({"id": pair["identifier"], "source": pair["source"], "target": pair["target"]}, ensure_ascii=False)
        for pair in stage
    ]
    file = ContentFile(("\n".join(rows) + "\n").encode())
    upload = store_upload(user=manager, project=project, file=file, name=f"{identifiers[0]}–{identifiers[-1]}.jsonl")
    preview = request_import_preview(
        user=manager,
        project=project,
        uploads=[upload],
        text_format="jsonl",
        tokens="spaces",
        request_id=name_step(f"{project.pk} preview {upload.pk}"),
    )
    work_on(preview.pk, preview_import)
    preview.refresh_from_db()
    job = confirm_import(user=manager, project=project, preview=preview, leave_out_rejected=False)
    work_on(job.pk, import_pairs)
    job.refresh_from_db()
    if job.state != Job.State.SUCCEEDED:
        raise RuntimeError(f"Importing the demo text failed: {job.error}")
    project.refresh_from_db()


def _annotate(annotator: Membership, name: str, stage: Mapping[str, dict[str, Any]]) -> None:
    done = annotator.assignments.filter(item__identifier__in=stage, state=Assignment.State.SUBMITTED).count()
    for _ in range(len(stage) - done):
        assignment = lease_next(user=annotator.user, project=annotator.project)
        if assignment is None or assignment.item.identifier not in stage:
            return
        _link_words(assignment, name, stage[assignment.item.identifier])


def _link_words(assignment: Assignment, name: str, pair: dict[str, Any]) -> None:
    reading = Reading.from_json(pair["readings"][name])
    user = assignment.annotator.user
    if assignment.version == 0:
        marks = [("source", index, True) for index in sorted(reading.unaligned_source)]
        marks += [("target", index, True) for index in sorted(reading.unaligned_target)]
        change_assignment(
            user=user,
            assignment_id=assignment.pk,
            operation_id=name_step(f"{assignment.pk} read"),
            version=0,
            kind="set",
            links=[(source, target, label) for (source, target), label in sorted(reading.links.items())],
            unaligned=marks,
        )
        assignment.refresh_from_db()
    for number, comment in enumerate(pair.get("comments", [])):
        if comment["by"] == name:
            identity = name_step(f"{assignment.pk} comment {number}")
            post_comment(user=user, assignment_id=assignment.pk, operation_id=identity, text=comment["text"])
    submit_assignment(
        user=user,
        assignment_id=assignment.pk,
        operation_id=name_step(f"{assignment.pk} submit"),
        version=assignment.version,
    )


def _adjudicate(adjudicator: User, project: Project, pair: dict[str, Any]) -> None:
    item = Item.objects.get(project=project, identifier=pair["identifier"])
    decided = item_decisions(item)
    disputed = disagreements([reading for _, reading in item_readings(item)])
    for entry in pair.get("decisions", []):
        cell = tuple(entry["cell"])
        if cell in decided or cell not in disputed:
            continue
        adjudication = getattr(item, "adjudication", None)
        decide_links(
            user=adjudicator,
            item_id=item.pk,
            operation_id=name_step(f"{item.pk} decide {cell}"),
            version=adjudication.version if adjudication else 0,
            decisions=[(cell[0], cell[1], entry["decision"])],
            note=entry["note"],
        )
        item = Item.objects.get(pk=item.pk)
