"""Taking in a campaign that was annotated elsewhere: one file per annotator, as that annotator's work.

An annotator of such a file becomes a member under a pseudonym whose account nobody can sign in to: it is inactive, has
no password, and its address ends in `.invalid`, where no mail arrives. The readings are submissions like any other.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from alignment.formats import (
    ALIGNMENT_FORMATS,
    AlignedSentence,
    FormatError,
    Rejected,
    find_fault_in_tokens,
    find_index_past_end,
)
from alignment.models import AlignmentLink, AlignmentSettings, SentencePair, UnalignedToken
from alignment.services.agreement import refresh_agreement
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.models import Assignment, Item, Membership, Project, Role, Submission, User
from annotation_site.projects.selectors import require_role
from annotation_site.projects.services.members import add_member
from annotation_site.projects.services.operations import record_operation

# With tokens inside, so that a pair is made of each row; and ours, whose rows name pairs that are here already.
WITH_TOKENS, BY_IDENTIFIER = "giza-sp", "jsonl"


@dataclass(frozen=True, slots=True)
class AnnotatorFile:
    """One annotator's file: its name, under which they are kept, and its lines."""

    name: str
    lines: Iterable[str]


@transaction.atomic
def import_readings(
    *, user: User, project: Project, files: Sequence[AnnotatorFile], alignment_format: str
) -> list[Membership]:
    """Take the files in as their annotators' submissions, all or nothing; gives the new members in order of files.

    `giza-sp` brings its own tokens, equal in all files, and makes new pairs; `jsonl` holds readings of pairs that the
    project has under the same identifier, open and without any annotator yet.
    """
    require_role(user, project, Role.MANAGER)
    if alignment_format not in (WITH_TOKENS, BY_IDENTIFIER):
        raise DomainError(f"Readings are taken in from {WITH_TOKENS} and {BY_IDENTIFIER}.")
    if len(files) < 1:
        raise DomainError("Give at least one annotator's file.")
    project = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    rows = _match([list(_read(file, alignment_format)) for file in files], files)
    if not rows:
        raise DomainError(f"{files[0].name} has no sentence pair.")
    if alignment_format == WITH_TOKENS:
        _keep_null_token(project)
        items = _make_items(project, rows)
    else:
        items = _find_items(project, rows)
    members = [_make_member(project, file.name) for file in files]
    for place, member in enumerate(members):
        _store_readings(member, items, [row[place] for row in rows])
    for item in items:
        refresh_agreement(item)
    record_operation(
        actor=user,
        project=project,
        kind="import_readings",
        payload={
            "format": alignment_format,
            "pairs": len(items),
            "annotators": {member.pseudonym: file.name for member, file in zip(members, files, strict=True)},
        },
    )
    return members


def _read(file: AnnotatorFile, alignment_format: str) -> Iterator[AlignedSentence]:
    try:
        for row in ALIGNMENT_FORMATS[alignment_format].read(file.lines):
            if isinstance(row, Rejected):
                raise DomainError(f"{file.name}, line {row.line}: {row.reason}")
            yield row
    except FormatError as error:
        raise DomainError(str(error)) from error


def _match(read: Sequence[list[AlignedSentence]], files: Sequence[AnnotatorFile]) -> list[tuple[AlignedSentence, ...]]:
    """The same sentence pair from every file, in their order; all files must have the same pairs of the same words."""
    for file, sentences in zip(files, read, strict=True):
        if len(sentences) != len(read[0]):
            raise DomainError(f"{file.name} has {len(sentences):,} pairs, but {files[0].name} has {len(read[0]):,}.")
    rows = list(zip(*read, strict=True))
    for row in rows:
        for file, sentence in zip(files, row, strict=True):
            if _what_it_is(sentence) != _what_it_is(row[0]):
                raise DomainError(
                    f"{file.name}, line {sentence.line}: this is another sentence pair than in {files[0].name}."
                )
    return rows


def _what_it_is(sentence: AlignedSentence) -> tuple[object, ...]:
    return sentence.identifier, sentence.source_tokens, sentence.target_tokens


def _keep_null_token(project: Project) -> None:
    settings = AlignmentSettings.objects.get(project=project)
    if project.item_count and not settings.has_null_token:
        raise DomainError("Readings made with an artificial NULL token need a project of their own.")
    settings.has_null_token = True
    settings.save(update_fields=["has_null_token"])


def _make_items(project: Project, rows: Sequence[tuple[AlignedSentence, ...]]) -> list[Item]:
    items, pairs = [], []
    for number, row in enumerate(rows, start=project.item_count + 1):
        source, target = row[0].source_tokens or (), row[0].target_tokens or ()
        if fault := find_fault_in_tokens(source, "source") or find_fault_in_tokens(target, "target"):
            raise DomainError(f"Pair {row[0].identifier}: {fault}")
        place = Random(f"{project.seed}:{number}").random()  # noqa: S311 - an order, not a secret
        item = Item(project=project, number=number, identifier=row[0].identifier or "", ring_place=place)
        items.append(_settle(item, len(row)))
        pairs.append(SentencePair(item=item, source_tokens=list(source), target_tokens=list(target)))
    Item.objects.bulk_create(items, batch_size=1_000)
    SentencePair.objects.bulk_create(pairs, batch_size=1_000)
    project.item_count += len(items)
    project.save(update_fields=["item_count"])
    return items


def _find_items(project: Project, rows: Sequence[tuple[AlignedSentence, ...]]) -> list[Item]:
    wanted = [row[0].identifier for row in rows]
    open_items = Item.objects.select_for_update(of=("self",)).filter(
        project=project, identifier__in=wanted, state=Item.State.OPEN, assigned_count=0
    )
    found = {item.identifier: item for item in open_items.select_related("sentence_pair").order_by("pk")}
    items = []
    for row in rows:
        item = found.pop(row[0].identifier or "", None)
        if item is None:
            raise DomainError(f"There is no pair {row[0].identifier} that is open and nobody's yet.")
        lengths = len(item.sentence_pair.source_tokens), len(item.sentence_pair.target_tokens)
        for sentence in row:
            if fault := find_index_past_end(sentence, *lengths):
                raise DomainError(f"Pair {row[0].identifier}: {fault}")
        items.append(_settle(item, len(row)))
    counts = ["state", "wanted_count", "assigned_count", "submitted_count"]
    Item.objects.bulk_update(items, counts, batch_size=1_000)
    return items


def _settle(item: Item, readings: int) -> Item:
    item.state = Item.State.ANNOTATED
    item.wanted_count = item.assigned_count = item.submitted_count = readings
    return item


def _make_member(project: Project, name: str) -> Membership:
    user = User(email=f"annotator-{uuid4()}@imported.invalid", name=f"Annotator of {name}"[:120], is_active=False)
    user.set_unusable_password()
    user.save()
    return add_member(project=project, user=user, role=Role.ANNOTATOR)


def _store_readings(member: Membership, items: Sequence[Item], sentences: Sequence[AlignedSentence]) -> None:
    now = timezone.now()
    guideline = member.project.guidelines.first()
    assignments = Assignment.objects.bulk_create(
        (
            Assignment(
                item=item,
                annotator=member,
                state=Assignment.State.SUBMITTED,
                version=1,
                lease_expires_at=now,
                submitted_at=now,
            )
            for item in items
        ),
        batch_size=1_000,
    )
    work = list(zip(assignments, (sentence.reading for sentence in sentences), strict=True))
    Submission.objects.bulk_create(
        (
            Submission(assignment=each, number=1, reading=reading.to_json(), guideline=guideline)
            for each, reading in work
        ),
        batch_size=1_000,
    )
    AlignmentLink.objects.bulk_create(
        (
            AlignmentLink(assignment=each, source_index=source, target_index=target, label=label)
            for each, reading in work
            for (source, target), label in reading.links.items()
        ),
        batch_size=2_000,
    )
    UnalignedToken.objects.bulk_create(
        (
            UnalignedToken(assignment=each, side=side, token_index=index)
            for each, reading in work
            for side, marks in (("source", reading.unaligned_source), ("target", reading.unaligned_target))
            for index in sorted(marks)
        ),
        batch_size=2_000,
    )
    Membership.objects.filter(pk=member.pk).update(submitted_count=len(items))
