"""The bytes of releases: what an unchanged project released once, it releases for good, whatever builds it."""

import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from alignment.adjudication.models import LinkDecision
from alignment.pairs.models import SentencePair
from alignment.projects.models import AlignmentSettings
from alignment.releases.jobs import build_release
from alignment.releases.services import request_release
from alignment.rounds.models import ReconciliationRound
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Guideline, Membership, Project
from annotation_site.releases.archives import hash_text
from annotation_site.releases.models import Release
from annotation_site.releases.verification import verify_release
from tests.alignment.releasing import save_release
from tests.factories import make_member, make_project

pytestmark = pytest.mark.django_db(transaction=True)
GOLDEN = Path(__file__).with_name("golden.json")
# More than are read at a time.
PAIRS = 540
DATE = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
WORDS = [
    *(
        "the",
        "of",
        "cat",
        "casa",
        "naïve",
        "nai\u0308ve",
        "بيت",
        "家",
        "𝒳",
        "😀",
        "NULL",
        "null",
        "{}",
        "{a,b}",
        '"',
        "\\",
        "'",
    ),
    *("%s", "<b>", "\u2028", "\u200d", "a\u00a0b", "1", "-", "1-2", ";", ",", "İ", "ß", "ﬁ"),
]
# Policy, readings of a pair, null token, the annotators' readings in the release, round.
STUDIES: dict[str, dict[str, Any]] = {
    "two readings": {"policy": "wags", "readings": 2},
    "without readings": {"policy": "wags", "readings": 2, "separate_readings": False},
    "null token, one or two readings": {"policy": "och-ney", "readings": 2, "null_token": True, "fewest": 1},
    "majority, after a round": {"policy": "majority", "readings": 5, "fewest": 3, "rounds": ["closed"]},
    "in a round": {"policy": "wags", "readings": 3, "rounds": ["closed", "open"], "null_token": True},
    "one reading": {"policy": "wags", "readings": 1},
}


@pytest.mark.parametrize("study", STUDIES)
def test_a_release_keeps_its_bytes(study: str, settings: Any, tmp_path: Path) -> None:
    """The hashes of texts and links were taken from the first builder, which decided cell by cell; a new one that is
    due to a changed format of releases, or to another version of pyarrow, is printed by the failure.
    """
    settings.VERSION = "0.1.0"
    release = release_study(**STUDIES[study])
    built = {name: each["sha256"] for name, each in release.manifest["files"].items()}
    built["manifest.json"] = hash_text(json.dumps({**release.manifest, "software": ""}, sort_keys=True))
    assert built == json.loads(GOLDEN.read_text())[study]
    path = save_release(release, tmp_path)
    with zipfile.ZipFile(path) as archive:
        stored = json.loads(archive.read(f"{path.stem}/manifest.json"))
    assert stored == release.manifest
    assert verify_release(path)["verified"]


def release_study(*, separate_readings: bool = True, **asked: Any) -> Release:
    """Return the release of a made study, dated in the past."""
    project = make_study(**asked)
    job = request_release(
        user=project.created_by,
        project=project,
        request_id=uuid4(),
        note="Made.",
        licence="CC-BY-4.0",
        separate_readings=separate_readings,
    )
    Job.objects.filter(pk=job.pk).update(created_at=DATE)
    work_on(job.pk, build_release)
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED, job.error
    return Release.objects.get(job=job)


def make_study(
    *, policy: str, readings: int, fewest: int = 0, null_token: bool = False, rounds: list[str] | None = None
) -> Project:
    """Return a project of more pairs than are read at a time, with whatever a release meets, the same every time."""
    chance = Random(f"{policy} {readings}")
    project = make_project(name="Bytes", gold_policy=policy, annotators_per_item=readings)
    Project.objects.filter(pk=project.pk).update(name="Bytes", slug="bytes", created_at=DATE)
    AlignmentSettings.objects.filter(project=project).update(has_null_token=null_token)
    annotators = [make_member(project) for _ in range(readings + 1)]
    guidelines = [
        Guideline.objects.create(
            project=project, version=version, text=f"Text {version}", created_by=project.created_by
        )
        for version in (1, 2)
    ]
    for number, state in enumerate(rounds or [], start=1):
        ReconciliationRound.objects.create(
            project=project,
            number=number,
            state=state,
            opened_by=project.created_by,
            closed_at=DATE if state == "closed" else None,
        )
    items = [make_item(chance, project, number) for number in range(1, PAIRS + 1)]
    pairs = [make_pair(chance, item) for item in Item.versions.bulk_create(items)]
    SentencePair.objects.bulk_create(pairs)
    submissions = [
        submission
        for pair in pairs
        for annotator in chance.sample(annotators, chance.randint(fewest or readings, readings))
        for submission in make_submissions(chance, pair, annotator, guidelines, may_be_missing=policy != "majority")
    ]
    Assignment.objects.bulk_create(each.assignment for each in submissions if each.number == 1)
    Submission.objects.bulk_create(submissions)
    decided = [pair for pair in pairs if chance.random() < 0.4]
    LinkDecision.objects.bulk_create(each for pair in decided for each in make_decisions(chance, pair, project))
    return project


def make_item(chance: Random, project: Project, number: int) -> Item:
    """Return an item in any state, now and then without a name."""
    state = chance.choices(["annotated", "adjudicated", "open", "withdrawn", "replaced"], [60, 30, 5, 3, 2])[0]
    return Item(
        project=project,
        number=number,
        identifier=chance.choice([f"pair-{number}", f"“{number}”", ""]),
        required_count=2,
        state=state,
        withdrawn_from="annotated" if state == "withdrawn" else "",
        ring_place=chance.random(),
    )


def make_pair(chance: Random, item: Item) -> SentencePair:
    texts = [[chance.choice(WORDS) for _ in range(chance.randint(1, 14))] for _ in range(2)]
    targets = [sorted(chance.sample(range(len(text)), chance.randint(0, 1))) for text in texts]
    return SentencePair(
        item=item,
        source_tokens=texts[0],
        target_tokens=texts[1],
        source_target_words=targets[0],
        target_target_words=targets[1],
    )


def make_submissions(
    chance: Random, pair: SentencePair, annotator: Membership, guidelines: list[Guideline], *, may_be_missing: bool
) -> Iterator[Submission]:
    """Yield an annotator's submissions, or work that no release contains."""
    states = [("submitted", "work"), ("skipped", "work"), ("in_progress", "work"), ("submitted", "training")]
    state, purpose = chance.choices(states, [94, 2, 2, 2] if may_be_missing else [1, 0, 0, 0])[0]
    assignment = Assignment(
        item=pair.item,
        annotator=annotator,
        state=state,
        purpose=purpose,
        lease_expires_at=DATE,
        submitted_at=DATE if state == "submitted" else None,
    )
    for number in range(1, chance.choice([1, 1, 1, 2, 3]) + 1):
        guideline = chance.choice([*guidelines, None])
        yield Submission(assignment=assignment, number=number, reading=make_reading(chance, pair), guideline=guideline)


def make_reading(chance: Random, pair: SentencePair) -> dict[str, Any]:
    """Return links near the diagonal, on which people agree often, and marks of some words without a link."""
    cells = [cell for cell in cells_of(pair) if chance.random() < (0.8 if cell[0] == cell[1] else 0.04)]
    labels = {cell: chance.choices("SP", [8, 1])[0] for cell in cells}

    def marks(words: list[str], place: int) -> list[int]:
        linked = {cell[place] for cell in cells}
        return [word for word in range(len(words)) if word not in linked and chance.random() < 0.9]

    return {
        "sure": " ".join(f"{i}-{j}" for (i, j), label in labels.items() if label == "S"),
        "possible": " ".join(f"{i}-{j}" for (i, j), label in labels.items() if label == "P"),
        "unaligned_source": marks(pair.source_tokens, 0),
        "unaligned_target": marks(pair.target_tokens, 1),
    }


def make_decisions(chance: Random, pair: SentencePair, project: Project) -> Iterator[LinkDecision]:
    """Yield decisions on cells, some of which nobody drew, with or without a reason."""
    for source, target in cells_of(pair):
        if chance.random() < (0.2 if source == target else 0.02):
            yield LinkDecision(
                item=pair.item,
                source_index=source,
                target_index=target,
                decision=chance.choice(["S", "P", "none", "open"]),
                note=chance.choice(["", "", "clear"]),
                decided_by=project.created_by,
            )


def cells_of(pair: SentencePair) -> Iterator[tuple[int, int]]:
    return product(range(len(pair.source_tokens)), range(len(pair.target_tokens)))
