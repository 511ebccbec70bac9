"""The compositionality demo: compounds and sentences of our own, rated by simulated annotators; may be repeated."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.demo import (
    ROLES,
    SIMULATED,
    awaits_release,
    choose_offset,
    find_people,
    find_simulated,
    join_demo,
    name_step,
)
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import create_project, publish_guideline
from idiomaticity.imports.jobs.compounds import import_compounds, preview_compounds
from idiomaticity.imports.services import COMPOUND_IMPORT
from idiomaticity.predictors.jobs.predictors import take_predictor
from idiomaticity.predictors.models import Predictor
from idiomaticity.predictors.services import request_predictor
from idiomaticity.releases.services import RELEASE, request_release
from idiomaticity.scales.judgements import SCALES, Judgement
from idiomaticity.scales.score_scale import PAPER_SCALE

FOLDER = Path(__file__).resolve().parent
NAME = "Demo: how literal are compounds?"
# Those who try the demo find room for ratings of their own.
REQUIRED = len(SIMULATED) + 2
PREDICTOR = "Simulated model"


def load_rating_demo(passwords: Mapping[str, str]) -> Project:
    """Create the project, or finish an interrupted one; a finished one is left as people have changed it."""
    people = find_people(passwords)
    manager = people["manager"]
    project = Project.objects.filter(name=NAME, created_by=manager).first() or _create(manager)
    if project.guidelines.count() > 1:
        return project
    compounds = json.loads((FOLDER / "compounds.json").read_text("utf-8"))
    _import(manager, project, compounds)
    sentences = {sentence["text"]: sentence for compound in compounds for sentence in compound["sentences"]}
    for name in SIMULATED:
        _rate(find_simulated(project, name), name, sentences)
    for part in ROLES:
        join_demo(people, project, part)
    _predict(manager, project, compounds)
    publish_guideline(
        user=manager,
        project=project,
        text=(FOLDER / "guidelines-2.md").read_text("utf-8"),
        change_note="Meaning of the three questions",
    )
    return project


def show_rating_demo(project: Project) -> None:
    """Ask for a release, which the first worker that starts makes."""
    if awaits_release(project, RELEASE):
        identity = name_step(f"{project.pk} release")
        request_release(user=project.created_by, project=project, request_id=identity, note="First ratings")


def _create(manager: User) -> Project:
    return create_project(
        kind="idiomaticity",
        user=manager,
        name=NAME,
        language="en",
        annotators_per_item=REQUIRED,
        description=(FOLDER / "description.md").read_text("utf-8"),
        guideline=(FOLDER / "guidelines-1.md").read_text("utf-8"),
    )


def _import(manager: User, project: Project, compounds: list[dict[str, Any]]) -> None:
    if project.items.exists():
        return
    lines = []
    for compound in compounds:
        sentences = [sentence["text"] for sentence in compound["sentences"]]
        lines.append(json.dumps({**compound, "sentences": sentences}, ensure_ascii=False))
    upload = store_upload(
        user=manager, project=project, file=ContentFile("\n".join(lines).encode()), name="compounds.jsonl"
    )
    preview = COMPOUND_IMPORT.request_preview(
        user=manager, project=project, uploads=[upload], request_id=name_step(f"{project.pk} compounds")
    )
    work_on(preview.pk, preview_compounds)
    preview.refresh_from_db()
    job = COMPOUND_IMPORT.confirm_import(user=manager, project=project, preview=preview, leave_out=False)
    work_on(job.pk, import_compounds)
    _require_success(job)
    project.refresh_from_db()


def _rate(annotator: Membership, name: str, sentences: Mapping[str, dict[str, Any]]) -> None:
    while (assignment := lease_next(user=annotator.user, project=annotator.project)) is not None:
        submit_assignment(
            user=annotator.user,
            assignment_id=assignment.pk,
            operation_id=name_step(f"{assignment.pk} rate"),
            version=assignment.version,
            judgement=_judge(name, assignment, sentences),
        )


def _judge(name: str, assignment: Assignment, sentences: Mapping[str, dict[str, Any]]) -> Judgement:
    sentence = sentences[assignment.item.occurrence.sentence]
    whole = sentence["whole"]
    paraphrases = sentence["paraphrases"]
    chosen = paraphrases[_pick(name, sentence["text"], "paraphrase") % len(paraphrases)]
    # Parts are found a little more literal than the whole, as in the published studies.
    means = zip(SCALES, (min(PAPER_SCALE.highest, whole + extra) for extra in (0.6, 0.3, 0)), strict=True)
    head, modifier, own = (_score(name, sentence["text"], scale, mean) for scale, mean in means)
    return Judgement(head, modifier, own, (chosen,))


def _score(name: str, text: str, scale: str, mean: float) -> int:
    wanted = round(mean + choose_offset(name, text, scale))
    return min(PAPER_SCALE.highest, max(PAPER_SCALE.lowest, wanted))


def _predict(manager: User, project: Project, compounds: list[dict[str, Any]]) -> None:
    """Add similarities loosely correlated with our means, so that the tables of predictors have something to show."""
    if project.predictors.exists():
        return
    rows = ["compound,sentence,other,nc_out,nc_out_comp,sentence_similarity,compound_similarity"]
    for compound in compounds:
        for number, sentence in enumerate(compound["sentences"], 1):
            near, far = (
                0.35 + 0.1 * sentence["whole"] + 0.05 * choose_offset(sentence["text"], which)
                for which in ("out", "comp")
            )
            rows.append(f"{compound['compound']},{number},,{near:.3f},{far - 0.2:.3f},,")
        for first, second in ((1, 2), (1, 3), (2, 3)):
            texts = [compound["sentences"][number - 1]["text"] for number in (first, second)]
            one, other = (0.5 + 0.2 * choose_offset(*texts, which) for which in ("s", "c"))
            rows.append(f"{compound['compound']},{first},{second},,,{one:.3f},{other:.3f}")
    file = ContentFile("\n".join(rows).encode())
    job = request_predictor(
        user=manager,
        project=project,
        name=PREDICTOR,
        source=Predictor.Source.SIMILARITIES,
        upload=store_upload(user=manager, project=project, file=file, name="similarities.csv"),
        request_id=name_step(f"{project.pk} predictor"),
    )
    work_on(job.pk, take_predictor)
    _require_success(job)


def _pick(*parts: str) -> int:
    return int.from_bytes(hashlib.sha256("|".join(parts).encode()).digest()[:8])


def _require_success(job: Job) -> None:
    job.refresh_from_db()
    if job.state != Job.State.SUCCEEDED:
        raise RuntimeError(f"Loading the demo failed: {job.error}")
