"""Readings of another tool are imported as their annotators' work, and nobody can sign in as one of them."""

import zipfile
from collections.abc import Sequence
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from alignment.agreement.services.recount import recount_agreement
from alignment.imported_annotation.jobs.reading import import_readings, preview_readings
from alignment.imported_annotation.services import ImportedAnnotator, confirm_readings_import, request_readings_preview
from alignment.pairs.models import SentencePair
from alignment.readings.models import AlignmentLink
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, JobStopped
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import DomainError, NotEditable
from evaluation.sources.links import read_agreement
from tests.factories import lease, make_member, make_pair, make_project
from tests.shared_data import shared

pytestmark = pytest.mark.django_db

FIRST = "# sentence pair 1\nun gatto\nNULL ({ / / }) a ({ 1 / / }) cat ({ 2 / / })\n"
SECOND = "# sentence pair 1\nun gatto\nNULL ({ 1 / / }) a ({ / / }) cat ({ p2 / / })\n"
TABLE = "1\ten_it\tsys1\t{kind}\tlabel\t{links}\t2\tun gatto\t2\ta cat\n"


def packed(**members: str) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), text)
    return file.getvalue()


def make_numbered_pair(project: Project, source: str, target: str) -> None:
    """Make a pair without an id, which is matched by its number."""
    item = make_pair(project, source, target)
    Item.objects.filter(pk=item.pk).update(identifier="")


def work(job: Job, body: Any) -> Job:
    """Run a body as a worker would, without the heartbeat, whose connection would not see what is not committed."""
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    body(JobRun(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1))
    return Job.objects.get(pk=job.pk)


def look(project: Project, texts: Sequence[str | bytes], alignment_format: str = "giza-sp", **more: Any) -> Job:
    manager = project.created_by
    data = [text if isinstance(text, bytes) else text.encode() for text in texts]
    uploads = [
        store_upload(user=manager, project=project, file=ContentFile(each), name=f"{number}.txt")
        for number, each in enumerate(data)
    ]
    known: dict[str, Any] = {"user": manager, "project": project, "uploads": uploads, **more}
    job = request_readings_preview(**known, alignment_format=alignment_format, request_id=uuid4())
    return work(job, preview_readings)


def confirm(preview: Job, *people: ImportedAnnotator, **more: Any) -> Job:
    annotators = people or [ImportedAnnotator(f"Reader {n}") for n, _ in enumerate(preview.result["readers"])]
    project = preview.project
    return confirm_readings_import(
        user=project.created_by, project=project, preview=preview, annotators=annotators, **more
    )


def bring_in(project: Project, *texts: str | bytes, alignment_format: str = "giza-sp") -> Job:
    return work(confirm(look(project, texts, alignment_format)), import_readings)


def test_the_preview_says_what_was_found_and_writes_nothing():
    project = make_project()
    result = look(project, [FIRST, SECOND]).result
    assert [(r["pairs"], r["sure"], r["possible"], r["unaligned"]) for r in result["readers"]] == [
        (1, 2, 0, 0),
        (1, 0, 1, 2),
    ]
    assert (result["pairs"], result["spread"], result["rejected_count"]) == (1, [[2, 1]], 0)
    assert result["shown"] == [{"key": "1", "source": ["a", "cat"], "target": ["un", "gatto"]}]
    assert not project.items.exists()
    assert not project.memberships.exclude(pseudonym="").exists()


def test_each_file_becomes_one_annotators_submissions():
    project = make_project()
    assert bring_in(project, FIRST, SECOND).result["pseudonyms"] == ["A", "B"]
    item = Item.objects.get(project=project)
    assert (item.state, item.submitted_count, item.sentence_pair.target_tokens) == ("annotated", 2, ["un", "gatto"])
    first, second = Assignment.objects.filter(item=item).order_by("annotator")
    assert first.submissions.get().reading["sure"] == "0-0 1-1"
    assert first.submissions.get().guideline is None
    assert second.submissions.get().reading == {
        "sure": "",
        "possible": "1-1",
        "unaligned_source": [0],
        "unaligned_target": [0],
    }
    assert {link.label for link in AlignmentLink.objects.filter(assignment=second)} == {"P"}
    assert first.annotator.submitted_count == 1
    assert project.operations.filter(kind="import_readings").count() == 1
    assert recount_agreement(project) == []


def test_nobody_can_sign_in_as_an_imported_annotator():
    project = make_project()
    bring_in(project, FIRST)
    member = project.memberships.get(role=Role.ANNOTATOR)
    assert not member.user.is_active
    assert not member.user.has_usable_password()
    assert member.user.email.endswith(".invalid")


def test_a_file_may_be_the_work_of_a_member():
    project = make_project()
    known = make_member(project)
    work(confirm(look(project, [FIRST]), ImportedAnnotator(member=known.pk)), import_readings)
    assert known.assignments.submitted().count() == 1
    assert project.memberships.filter(role=Role.ANNOTATOR).count() == 1


def test_mt_equal_brings_its_words_and_labels():
    project = make_project()
    table = TABLE.format(kind=1, links="1-1") + TABLE.format(kind=0, links="2-2")
    bring_in(project, table, TABLE.format(kind=1, links="1-1 2-2"), alignment_format="mt-equal")
    assert project.items.get().sentence_pair.source_tokens == ["a", "cat"]
    readings = [each.reading for each in Submission.objects.order_by("assignment__annotator")]
    assert [(r["sure"], r["possible"]) for r in readings] == [("0-0", "1-1"), ("0-0 1-1", "")]


def test_one_zip_of_blinker_holds_several_annotators_of_the_text_that_is_here():
    project = make_project(pairs=2)
    archive = packed(A1__samp1_SentPair0="1 1\n3 0\n", A1__samp1_SentPair1="1 1\n", A2__samp1_SentPair0="2 3\n")
    preview = look(project, [archive], "blinker")
    assert [reader["annotator"] for reader in preview.result["readers"]] == ["A1", "A2"]
    work(confirm(preview), import_readings)
    first, second = project.items.order_by("number")
    assert (first.state, first.submitted_count, second.submitted_count) == ("annotated", 2, 1)
    reading = Submission.objects.get(assignment__item=first, assignment__annotator__pseudonym="A").reading
    assert (reading["sure"], reading["unaligned_source"]) == ("0-0", [2])
    assert recount_agreement(project) == []


def test_our_own_format_fills_pairs_that_are_here():
    project = make_project()
    make_pair(project, "a cat", "un gatto")
    line = '{"id": "pair-1", "sure": "0-0 1-1"}'
    bring_in(project, line, line, alignment_format="jsonl")
    report = read_agreement(project)
    assert report is not None
    assert report.pooled.figures["both"].value == 1


def test_our_own_format_tells_several_annotators_apart_and_brings_its_words():
    project = make_project()
    line = '{"id": "a", "annotator": "%s", "source_tokens": ["a"], "target_tokens": ["un"], "sure": "0-0"}\n'
    bring_in(project, line % "Ada" + line % "Bea", alignment_format="jsonl")
    assert project.items.get().identifier == "a"
    assert SentencePair.objects.get().source_tokens == ["a"]
    assert Submission.objects.count() == 2


def test_a_pair_without_an_id_goes_by_its_number():
    project = make_project(pairs=2)
    Item.objects.filter(project=project).update(identifier="")
    bring_in(project, '{"sure": "0-0"}\n{"sure": "1-1"}\n', alignment_format="jsonl")
    assert Submission.objects.get(assignment__item__number=2).reading["sure"] == "1-1"


@pytest.mark.parametrize(
    ("texts", "alignment_format", "reason"),
    [
        (
            [FIRST, SECOND.replace("gatto", "cane")],
            "giza-sp",
            "Its words differ from those of pair 1 in its first reading.",
        ),
        ([FIRST, SECOND.replace("p2", "p3")], "giza-sp", "points to target token 3"),
        ([FIRST + FIRST], "giza-sp", "already occurs in line 1"),
        (['{"id": "x", "sure": "0-0"}'], "jsonl", "The files do not contain the words of pair x"),
        (['{"id": "a\\u0000b", "sure": "0-0"}'], "jsonl", "no control characters"),
        (["\ud800".encode("utf-8", "surrogatepass")], "jsonl", "not a JSON object"),
        ([TABLE.format(kind=7, links="1-1")], "mt-equal", "” is not a link type; use 0"),
        ([packed(A1__samp1_SentPair0="1 x\n")], "blinker", "samp1.SentPair0: A line needs"),
    ],
)
def test_a_row_that_does_not_fit_is_shown_with_its_place(texts, alignment_format, reason):
    result = look(make_project(), texts, alignment_format).result
    (row,) = result["rejected"]
    assert reason in row["reason"]
    assert row["file"] == f"{len(texts) - 1}.txt"
    assert result["rejected_count"] == 1


def test_links_past_the_end_of_a_pair_that_is_here_are_shown():
    result = look(make_project(pairs=1), ['{"id": "pair-1", "sure": "3-0"}'], "jsonl").result
    assert "pair pair-1 has 3 and 3 words" in result["rejected"][0]["reason"]


def test_a_pair_that_somebody_was_given_is_left_alone():
    project = make_project(pairs=2)
    lease(make_member(project))
    taken = Assignment.objects.get().item
    texts = [f'{{"id": "pair-{number}", "sure": "0-0"}}' for number in (1, 2)]
    result = look(project, ["\n".join(texts)], "jsonl").result
    assert [row["reason"] for row in result["rejected"]] == [f"The project has no unassigned pair {taken.identifier}."]
    assert result["pairs"] == 1


def test_rows_are_left_out_only_when_that_is_confirmed():
    preview = look(make_project(), [FIRST + "nonsense\n"])
    with pytest.raises(DomainError, match="1 row has errors and would be left out"):
        confirm(preview)
    assert work(confirm(preview, leave_out_rejected=True), import_readings).result["pairs"] == 1


def test_one_preview_gives_one_import():
    preview = look(make_project(), [FIRST])
    assert confirm(preview) == confirm(preview)
    with pytest.raises(NotEditable):
        confirm(Job.objects.get(kind="readings_import"), ImportedAnnotator("Ada"))


def test_a_project_that_changed_meanwhile_is_previewed_again():
    project = make_project()
    preview = look(project, [FIRST])
    bring_in(project, FIRST)
    with pytest.raises(DomainError, match="changed since the preview"):
        work(confirm(preview), import_readings)
    assert project.items.count() == 1


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (["nothing", "\n"], "1.txt has no sentence pair"),
        ([packed(readme="x")], "0.txt is a ZIP archive; a plain text file"),
    ],
)
def test_a_file_of_no_use_is_said(texts, reason):
    with pytest.raises(DomainError, match=reason):
        look(make_project(), texts)


def test_a_null_token_does_not_come_beside_readings_without():
    project = make_project(pairs=2)
    lease(make_member(project))
    with pytest.raises(DomainError, match="Readings with an artificial NULL token need a project without readings"):
        look(project, [FIRST])


def test_a_null_token_comes_into_a_text_without_readings():
    project = make_project()
    make_numbered_pair(project, "a cat", "un gatto")
    bring_in(project, FIRST.replace(" / / ", " "), alignment_format="giza")
    project.alignment.refresh_from_db()
    assert project.alignment.has_null_token
    assert Submission.objects.get().reading["sure"] == "0-0 1-1"


def test_a_row_with_another_word_shows_both_versions():
    project = make_project()
    make_numbered_pair(project, "a cat", "un gatto")
    result = look(project, [FIRST.replace("gatto", "cane")]).result
    (row,) = result["rejected"]
    assert row["reason"].endswith("Word 2 of the target sentence is “cane” here and “gatto” in the project.")
    versions = [[["un", "cane"], "this file"], [["un", "gatto"], "in the project"]]
    assert row["difference"] == {"side": "target", "place": 1, "versions": versions}


def test_a_word_too_few_is_shown_as_missing():
    project = make_project()
    make_numbered_pair(project, "a cat !", "un gatto")
    (row,) = look(project, [FIRST]).result["rejected"]
    assert row["reason"].endswith("Word 3 of the source sentence is missing here and “!” in the project.")


LINKS = {
    "pharaoh": "0-0 1-1\n2-1\n",
    "talp": "1-1 2p2\n3-2\n",
    "question": "0-0 1?1\n2-1\n",
    "suffix": "0-0S 1-1P\n2-1S\n",
    "naacl": "1 1 1 S\n1 2 2 P\n2 3 2 S\n",
    "xl-wa": "a black cat\tun gatto nero\t0-0 1-1\na black cat\tun gatto nero\t2-1\n",
}


@pytest.mark.parametrize("name", LINKS)
def test_every_format_of_links_comes_in_detected(name):
    project = make_project()
    for _ in range(2):
        make_numbered_pair(project, "a black cat", "un gatto nero")
    preview = look(project, [LINKS[name]], "detect")
    base = 1 if name in ("talp", "naacl") else 0
    (found,) = preview.result["formats"]
    assert found == {"name": name, "base": base, "looks_like": "", "reason": ""}
    work(confirm(preview), import_readings)
    first, second = Submission.objects.order_by("assignment__item__number")
    possible = "" if name in ("pharaoh", "xl-wa") else "1-1"
    assert (first.reading["possible"], second.reading["sure"]) == (possible, "2-1")


def test_the_base_of_one_file_is_that_of_the_others():
    project = make_project(pairs=2)
    preview = look(project, ["1-1\n2-2\n", "1-1\n3-3\n"], "pharaoh")
    assert [each["base"] for each in preview.result["formats"]] == [1, 1]


def test_a_base_that_does_not_show_is_asked_for():
    project = make_project(pairs=2)
    with pytest.raises(DomainError, match=r"^0\.txt: It is unclear whether words are counted from 0 or from 1"):
        look(project, ["1-1\n2-2\n"], "detect")
    assert look(project, ["1-1\n2-2\n"], "detect", base="1").result["readers"][0]["sure"] == 2


@pytest.mark.parametrize("base", ["detect", "1"])
def test_too_many_lines_are_told_before_the_base_is_asked_for(base):
    with pytest.raises(DomainError, match=r"^0\.txt: The file has 3 sentences, but the project has 2"):
        look(make_project(pairs=2), ["1-1\n2-2\n1-1\n"], "detect", base=base)


def test_links_alone_need_the_text_first():
    with pytest.raises(DomainError, match=r"^0\.txt has links but no words\. Import the text first\."):
        look(make_project(), ["0-0\n"], "pharaoh")


def test_another_format_than_the_detected_one_is_named():
    result = look(make_project(pairs=2), ["1p1\n3p3\n"], "pharaoh", base="1").result
    assert result["formats"][0]["looks_like"] == "talp"
    assert result["formats"][0]["reason"] == "Possible links are written 3p4."


def test_formats_that_read_alike_are_not_another_format():
    assert look(make_project(pairs=2), ["1-1\n3-3\n"], "talp").result["formats"][0]["looks_like"] == ""


def test_a_pdf_is_called_one():
    with pytest.raises(DomainError, match=r"^0\.txt is a PDF document; a plain text file is needed"):
        look(make_project(pairs=2), [b"%PDF-1.4\n"], "detect")


def test_three_real_annotators_are_detected_and_named():
    folder = shared("data/alignment/rte2-three-annotators")
    project = make_project(source_language="en", target_language="en")
    manager = project.created_by
    uploads = [
        store_upload(user=manager, project=project, file=ContentFile(path.read_bytes()), name=path.name)
        for path in sorted(folder.glob("RTE2*"))
    ]
    known: dict[str, Any] = {"user": manager, "project": project, "uploads": uploads, "request_id": uuid4()}
    result = work(request_readings_preview(**known), preview_readings).result
    assert [reader["name"] for reader in result["readers"]] == ["A", "B", "C"]
    assert {each["name"] for each in result["formats"]} == {"giza-sp"}
    assert (result["pairs"], result["rejected_count"]) == (800, 0)


def test_real_xl_wa_makes_its_pairs():
    text = shared("data/alignment/xl-wa-enit/dev.tsv").read_bytes()
    result = look(make_project(), [text], "detect").result
    assert result["formats"] == [{"name": "xl-wa", "base": 0, "looks_like": "", "reason": ""}]
    assert result["pairs"] == len(text.splitlines())


def test_one_person_cannot_be_two_readers():
    project = make_project()
    known = ImportedAnnotator(member=make_member(project).pk)
    preview = look(project, [FIRST, SECOND])
    with pytest.raises(
        DomainError,
        match="An annotator cannot have two readings of a pair",
    ):
        confirm(preview, known, known)
    with pytest.raises(DomainError, match="needs a name"):
        confirm(preview, known, ImportedAnnotator(" "))
    stranger = ImportedAnnotator(member=make_member(make_project()).pk)
    with pytest.raises(DomainError, match="annotators from this project"):
        confirm(preview, known, stranger)


def test_a_cancelled_import_leaves_nothing():
    project = make_project()
    job = confirm(look(project, [FIRST]))
    Job.objects.filter(pk=job.pk).update(state=Job.State.CANCELLED)
    with pytest.raises(JobStopped):
        import_readings(JobRun(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1))
    assert not project.items.exists()
    assert not project.memberships.exclude(pseudonym="").exists()


def test_counting_does_not_ask_pair_by_pair():
    asked = []
    for size in (20, 60):
        project = make_project()
        pairs = "".join(FIRST.replace("pair 1", f"pair {number}") for number in range(1, size + 1))
        job = confirm(look(project, [pairs, pairs]))
        with CaptureQueriesContext(connection) as queries:
            work(job, import_readings)
        asked.append(len(queries))
        assert recount_agreement(project) == []
    assert asked[0] == asked[1] <= 80


def test_the_api_does_the_same():
    project = make_project()
    client = Client()
    client.force_login(project.created_by)
    file = ContentFile(FIRST.encode())
    upload = store_upload(user=project.created_by, project=project, file=file, name="a")
    body = {"request_id": str(uuid4()), "uploads": [upload.pk], "format": "giza-sp"}
    asked = client.post(reverse("api:readings", args=[project.slug]), body, content_type="application/json")
    assert asked.status_code == 202
    work(Job.objects.get(pk=asked.json()["id"]), preview_readings)
    address = reverse("api:readings-confirm", args=[project.slug, asked.json()["id"]])
    refused = client.post(address, {"annotators": []}, content_type="application/json")
    assert refused.status_code == 400
    confirmed = client.post(address, {"annotators": [{"name": "Ada"}]}, content_type="application/json")
    assert work(Job.objects.get(pk=confirmed.json()["id"]), import_readings).result["pseudonyms"] == ["A"]
