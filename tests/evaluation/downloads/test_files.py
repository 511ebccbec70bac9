"""A test set goes out and comes in again identically, but for what its format cannot carry."""

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from random import Random
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from evaluation.alignments.models import AlignedSegment
from evaluation.downloads.archives import stream_zip
from evaluation.downloads.queries.files import DOWNLOADS
from evaluation.downloads.queries.rows import list_translations, read_segments
from evaluation.external_scores.jobs.importing import import_external_scores
from evaluation.external_scores.services import add_external_scores
from evaluation.imports.jobs.test_sets import import_test_set, preview_test_set
from evaluation.test_sets.files.writing import segment_to_json
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.services import confirm_test_set, request_test_set_preview
from evaluation.translations.models import SegmentValues
from tests.evaluation.judgements import make_evaluation_project, measure_all
from tests.evaluation.measures.services.test_measures import align
from tests.evaluation.translated import add, keep, make_test_set, run

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("files_folder")]
# Several references or none, expressions twice in a segment, in pieces, without a place, and in the reference alone.
HARD = [
    {
        "source": "He broke the old ice, and she broke the ice.",
        "references": ["Ha rotto il vecchio ghiaccio, e lei ha rotto il ghiaccio.", "Ruppe il ghiaccio."],
        "expressions": [
            {"label": "break the ice", "source_spans": [[3, 12], [17, 20]], "reference_spans": [[0, 11], [20, 28]],
             "reference_text": "Ha rotto il ghiaccio", "class": "idiomatic", "category": "VID"},
            {"label": "break the ice", "source_spans": [[30, 43]], "reference_spans": [[38, 56]],
             "reference_text": "ha rotto il ghiaccio", "class": "partly", "category": "VID"},
            {"label": "by the way", "source_spans": [], "reference_spans": [],
             "reference_text": "a proposito", "class": "", "category": ""},
        ],
        "translations": {"one": "Ha rotto il ghiaccio.", "two / 2": ""},
        "line": 12,
    },
    {"source": "It\u00a0 rains, “cats”  & dogs: 猫", "references": ["", "Piove."], "expressions": [],
     "translations": {"one": "=Piove", "two / 2": "Pïove 😀"}, "line": 15},
]  # fmt: skip


def as_jsonl(rows: list[dict]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def make_hard(project: Project, rows: list[dict] | None = None) -> TestSet:
    return make_test_set(project, as_jsonl(rows or HARD), {}, systems=(), file_name="hard.jsonl")


def unpack(test_set: TestSet, name: str) -> dict[str, bytes]:
    data = b"".join(DOWNLOADS[name].write(test_set))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {each: archive.read(each) for each in archive.namelist()}


def tell(test_set: TestSet) -> list[dict]:
    translations = list_translations(test_set)
    names = [each.system.name for each in translations]
    return [segment_to_json(row, names) for row in read_segments(test_set, translations)]


def import_lines(files: Mapping[str, bytes], source: str) -> TestSet:
    """Take the files of an archive in by the form's own way."""
    project = make_evaluation_project()
    parts = {"source": source, "spans": "spans.txt", "reference_spans": "reference-spans.txt",
             "expressions": "expressions.txt"}  # fmt: skip
    references = sorted(name for name in files if name.startswith("reference-") and name[10].isdigit())
    preview = request_test_set_preview(
        user=project.created_by, project=project, name="Again", request_id=uuid4(),
        files={part: keep(project, name, files[name]) for part, name in parts.items() if name in files},
        references=[keep(project, name, files[name]) for name in references],
    )  # fmt: skip
    preview = run(preview, preview_test_set)
    assert preview.state == Job.State.SUCCEEDED, preview.error
    job = run(confirm_test_set(user=project.created_by, project=project, preview=preview), import_test_set)
    test_set = TestSet.objects.get(pk=job.result["test_set"])
    names = {"01": "one", "02": "two / 2"}
    for name in sorted(each for each in files if each.startswith("translations/")):
        add(test_set, names[name[13:15]], files[name])
    return test_set


def test_json_carries_everything() -> None:
    test_set = make_hard(make_evaluation_project())
    assert tell(test_set) == HARD
    data = b"".join(DOWNLOADS["test-set.jsonl"].write(test_set))
    again = make_test_set(make_evaluation_project(), data, {}, systems=(), file_name="test-set.jsonl")
    assert tell(again) == HARD
    assert b"".join(DOWNLOADS["test-set.jsonl"].write(again)) == data


def test_lines_carry_all_but_categories_and_lines_of_the_text() -> None:
    files = unpack(make_hard(make_evaluation_project()), "lines.zip")
    assert files["spans.txt"].decode().splitlines()[0].count("break the ice") == 2
    wanted = json.loads(json.dumps(HARD))
    for row in wanted:
        del row["line"]
        for each in row["expressions"]:
            each["category"] = ""
    again = import_lines(files, "source.txt")
    assert tell(again) == wanted
    assert unpack(again, "lines.zip") == files


CUPT = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE\n"
    "# text = He broke the ice.\n"
    "1\tHe\the\tPRON\t_\t_\t_\t_\t_\t_\t*\n2\tbroke\tbreak\tVERB\t_\t_\t_\t_\t_\t_\t1:VID\n"
    "3\tthe\tthe\tDET\t_\t_\t_\t_\t_\t_\t1\n4\tice\tice\tNOUN\t_\t_\t_\t_\t_\tSpaceAfter=No\t1;2:X\n"
    "5\t.\t.\tPUNCT\t_\t_\t_\t_\t_\t_\t*\n\n"
)
NOTE = "# interlinea = "


def test_cupt_carries_lemmas_and_categories() -> None:
    first = import_lines({"source.cupt": CUPT.encode(), "reference-1.txt": b"Ha rotto il ghiaccio.\n"}, "source.cupt")
    add(first, "one", "Rotto.\n")
    files = unpack(first, "cupt.zip")
    lines = files["source.cupt"].decode().splitlines(keepends=True)
    assert "".join(line for line in lines if not line.startswith(NOTE)) == CUPT
    again = import_lines(files, "source.cupt")
    assert tell(again) == tell(first)
    assert [each["category"] for each in tell(again)[0]["expressions"]] == ["VID", "X"]


def test_cupt_carries_everything_but_lines_of_the_text() -> None:
    """Labels that are not the lemmas, classes, the order, expressions without a place, and those of the reference."""
    first = make_hard(make_evaluation_project())
    wanted = tell(first)
    for row in wanted:
        del row["line"]
    files = unpack(first, "cupt.zip")
    again = import_lines(files, "source.cupt")
    assert tell(again) == wanted
    assert unpack(again, "cupt.zip") == files


def test_spaces_around_a_segment_keep_no_expression_from_coming_in_again() -> None:
    row = {"source": " He broke the ice. ", "references": [], "translations": {}, "expressions": [
        {"label": "ice, to break the", "source_spans": [[4, 17]], "class": "idiomatic", "category": ""},
        {"label": "the end", "source_spans": [[14, 19]], "class": "", "category": ""},
    ]}  # fmt: skip
    (found,) = tell(import_lines(unpack(make_hard(make_evaluation_project(), [row]), "cupt.zip"), "source.cupt"))
    told = [(each["label"], each["source_spans"]) for each in found["expressions"]]
    assert told == [("ice, to break the", [[3, 16]]), ("the end", [[13, 17]])]


@pytest.mark.parametrize("note", ["[1]", "{", '{"expressions":[{"label":"x","source_spans":[[0,99]]}]}'])
def test_a_comment_that_does_not_fit_is_a_comment(note: str) -> None:
    cupt = CUPT.replace("# text", f"{NOTE}{note}\n# text")
    (found,) = tell(import_lines({"source.cupt": cupt.encode()}, "source.cupt"))
    assert [each["label"] for each in found["expressions"]] == ["break the ice", "ice"]


def test_the_column_of_cupt_counts_where_another_program_changed_it() -> None:
    row = {"source": "He broke the ice.", "references": [], "translations": {}, "expressions": [
        {"label": "break the ice", "source_spans": [[3, 16]], "class": "idiomatic", "category": "VID"},
    ]}  # fmt: skip
    written = unpack(make_hard(make_evaluation_project(), [row]), "cupt.zip")["source.cupt"].decode()
    assert NOTE in written and "\t1:VID\n" in written
    (changed,) = tell(import_lines({"source.cupt": written.replace("\t1:VID\n", "\t*\n").encode()}, "source.cupt"))
    assert [(each["label"], each["source_spans"]) for each in changed["expressions"]] == [("the ice", [[9, 16]])]


def test_alignments_go_out_as_their_form_takes_them() -> None:
    test_set = make_test_set(make_evaluation_project())
    for name in ("", "system one"):
        align(test_set, name)
    files = unpack(test_set, "alignments.zip")
    assert sorted(files)[::3] == ["00-reference.links.pharaoh", "01-system-one.links.pharaoh"]
    for row in AlignedSegment.objects.filter(alignment__test_set=test_set, alignment__translation=None):
        line = files["00-reference.links.pharaoh"].decode().splitlines()[row.number - 1]
        assert line == " ".join(f"{one}-{other}" for one, other in row.links)
        tokens = files["00-reference.source-tokens.txt"].decode().splitlines()[row.number - 1].split()
        assert len(tokens) == len(row.source_places)


def test_segment_scores_come_in_again_as_scores_computed_elsewhere() -> None:
    test_set = make_test_set(make_evaluation_project())
    measure_all(test_set, "bleu", "mwe-score")
    files = unpack(test_set, "segment-scores.zip")
    assert sorted(files) == ["bleu.csv", "mwe-score.csv"]
    project = test_set.project
    job = add_external_scores(
        user=project.created_by, project=project, test_set=test_set, name="As Score_mwe",
        file=ContentFile(files["mwe-score.csv"]), file_name="mwe-score.csv",
    )  # fmt: skip
    run(job, import_external_scores)
    ours, theirs = (
        list(SegmentValues.objects.filter(measure=name).order_by("translation").values_list("scores", flat=True))
        for name in ("mwe-score", "external-up:As Score_mwe")
    )
    assert ours == theirs
    assert sorted(unpack(test_set, "segment-scores.zip")) == ["as-score_mwe.csv", "bleu.csv", "mwe-score.csv"]


def test_a_zip_is_sent_while_its_lines_are_read() -> None:
    read: list[int] = []
    noise = Random(1)

    def lines() -> Iterator[str]:
        for number in range(20):
            read.append(number)
            yield noise.randbytes(100_000).hex() + "\n"

    pieces = stream_zip([("a.txt", lines())])
    assert next(pieces)
    assert len(read) < 20
    assert sum(map(len, pieces)) > 20 * 90_000
    assert len(read) == 20
