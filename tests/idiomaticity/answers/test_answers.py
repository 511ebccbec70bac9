"""The long table of answers: what a row says, as CSV and as Parquet, and the models that are fitted to it."""

import csv
import re
import shutil
import subprocess
from io import BytesIO, StringIO
from pathlib import Path

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse
from pyarrow import parquet

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import give_out
from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.models import Project
from annotation_site.tables.cells import write_csv
from annotation_site.texts.parquet import write_parquet
from idiomaticity.answers.mixed_model import choose_model, write_python, write_r
from idiomaticity.answers.queries import read_answers
from idiomaticity.answers.table import COLUMNS, AnswerRow, list_rows
from idiomaticity.lists.models import GivenList
from idiomaticity.screening.services.known_ratings import set_screening
from tests.factories import make_member
from tests.idiomaticity.making import bring_study, lease_rating, make_rating_project, submit_rating
from tests.idiomaticity.screening.known import ROWS, choose

ROOT = Path(__file__).resolve().parents[3]
Purpose = Assignment.Purpose
TWO = "compound\tsentence\nfish tank\tA fish tank.\nfish tank\tThe fish tank.\n"


def fetch(project: Project, ending: str) -> bytes:
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("idiomaticity:answers_table", args=[project.slug, ending]))
    same = client.get(reverse(f"api:answers-{ending}", args=[project.slug]))
    content = b"".join(page.streaming_content)  # type: ignore[attr-defined]
    assert b"".join(same.streaming_content) == content  # type: ignore[attr-defined]
    return content


def read_csv(project: Project) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(fetch(project, "csv").decode())))


@pytest.mark.django_db
def test_each_score_is_a_row() -> None:
    project = make_rating_project(text=TWO)
    first, second = make_member(project), make_member(project)
    submit_rating(lease_rating(first), 5, -1, 3)
    submit_rating(lease_rating(first), 4, 4, 2)
    submit_rating(lease_rating(second), 0, 0, 0)
    lease_rating(second)
    exclude_annotator(user=project.created_by, project=project, annotator_id=second.pk, reason="Always 0.")
    rows = read_csv(project)
    assert list(rows[0]) == list(COLUMNS)
    assert [(row["rater"], row["trial"], row["scale"], row["value"]) for row in rows[:4]] == [
        ("A", "1", "head", "5"),
        ("A", "1", "modifier", ""),
        ("A", "1", "whole", "3"),
        ("A", "2", "head", "4"),
    ]
    assert [(row["rater"], row["excluded"], row["purpose"]) for row in rows[5:7]] == [
        ("A", "FALSE", "work"),
        ("B", "TRUE", "extra"),
    ]
    assert {row["level"] for row in rows} == {"token"}
    assert {row["compound"] for row in rows} == {"fish tank"}
    assert {row["item"] for row in rows} == {"fish tank-1", "fish tank-2"}
    assert len(rows) == 9


@pytest.mark.django_db
def test_attention_items_have_their_purpose_and_their_trial() -> None:
    project = make_rating_project(text="compound\tsentence\n" + ROWS)
    annotator = make_member(project)
    second = [submit_rating(lease_rating(annotator), 3, 3, score) for score in (1, 5, 2)][1]
    Assignment.objects.filter(pk=second.pk).update(purpose=Assignment.Purpose.CHECK)
    rows = [row for row in read_csv(project) if row["scale"] == "whole"]
    assert [(row["trial"], row["value"], row["purpose"]) for row in rows] == [
        ("1", "1", "work"),
        ("2", "5", "check"),
        ("3", "2", "work"),
    ]


@pytest.mark.django_db
def test_the_list_of_a_rater_stands_in_each_of_their_rows() -> None:
    project = make_rating_project(text=TWO)
    for number in (None, 7):
        annotator = make_member(project)
        submit_rating(lease_rating(annotator))
        if number is not None:
            GivenList.objects.create(membership=annotator, number=number)
    assert {(row["rater"], row["list"]) for row in read_csv(project)} == {("A", ""), ("B", "7")}


@pytest.mark.django_db
def test_compounds_rated_by_themselves_are_of_the_type_level() -> None:
    project = make_rating_project(text=TWO, level="type")
    submit_rating(lease_rating(make_member(project)), 5, 4, 3)
    assert {(row["level"], row["item"]) for row in read_csv(project)} == {("type", "fish tank")}


@pytest.mark.django_db
def test_parquet_says_the_same_with_types() -> None:
    project = make_rating_project(text=TWO)
    bring_study(
        project, b"compound,sentence_number,scale,annotator,rating\nfish tank,1,whole,w1,4\nfish tank,1,head,w2,-1\n"
    )
    table = parquet.read_table(BytesIO(fetch(project, "parquet")))
    assert table.schema.names == list(COLUMNS)
    assert [str(table.schema.field(name).type) for name in ("rater", "value", "seconds", "excluded")] == [
        "string",
        "int64",
        "double",
        "bool",
    ]
    assert table.to_pylist() == [each._asdict() for each in read_answers(project)]
    assert [row["value"] for row in table.to_pylist()] == [4, None]
    assert {row["seconds"] for row in table.to_pylist()} == {None}


def test_a_large_table_is_written_group_by_group() -> None:
    """No more rows are taken than three groups hold before the first group comes: one is encoded, one waits."""
    taken = 0

    def rows():  # type: ignore[no-untyped-def]
        nonlocal taken
        for number in range(150_000):
            taken += 1
            yield (number, f"row {number}" * 10)

    pieces, counts = [], []
    for piece in write_parquet({"number": "integer", "text": "text"}, rows()):
        pieces.append(piece)
        counts.append(taken)
    # The first bytes, groups of a MiB, of which each of these rows takes 100 bytes, and the end.
    assert counts[0] == 5_000 and counts[1] <= 45_000
    assert counts == sorted(counts) and len(pieces) >= 4
    file = parquet.ParquetFile(BytesIO(b"".join(pieces)))
    assert (file.num_row_groups, file.metadata.num_rows) == (12, 150_000)
    assert file.read().column("number").to_pylist() == list(range(150_000))


def test_a_table_without_rows_is_a_table() -> None:
    empty = parquet.read_table(BytesIO(b"".join(write_parquet(COLUMNS, []))))
    assert (empty.num_rows, empty.schema.names) == (0, list(COLUMNS))


def make_answers(path: Path) -> None:
    """Write both files: raters' levels have variance 0.36, compounds' 1.44, items' 0.25, and a trial costs 0.02."""
    generator = np.random.default_rng(11)
    raters, compounds, items = (generator.normal(0, sd, n) for sd, n in ((0.6, 20), (1.2, 24), (0.5, (24, 3))))
    rows = []
    for rater in range(20):
        for trial, compound in enumerate(generator.permutation(24), start=1):
            number = generator.integers(1, 4)
            level = raters[rater] + compounds[compound] + items[compound, number - 1]
            value = 2.5 + level - 0.02 * trial + generator.normal(0, 0.5)
            name = f"compound {compound}"
            row = (f"R{rater}", f"{name}-{number}", name, "token", "whole", round(value * 10), None, trial, None)
            rows.append((*row, "work", False, None, None, None, ""))
            rows.append((*row[:4], "head", None, None, trial, None, "work", False, None, None, None, ""))
    path.with_suffix(".parquet").write_bytes(b"".join(write_parquet(COLUMNS, rows)))
    path.with_suffix(".csv").write_text(
        "".join(write_csv(list_rows(AnswerRow(*row) for row in rows))), encoding="utf-8"
    )


@pytest.mark.filterwarnings("ignore")  # of statsmodels and pandas, whose code this is
@pytest.mark.parametrize("level", ["token", "type"])
def test_the_python_program_fits_a_mixed_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    make_answers(tmp_path / "answers")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(write_python(choose_model(level), "answers"), "program", "exec"), names)
    fitted = names["fitted"]
    variances = dict(zip(fitted.model.exog_vc.names, fitted.vcomp, strict=True))  # type: ignore[attr-defined]
    assert list(variances) == sorted(choose_model(level).random)
    if level == "type":
        # These answers are of sentences, which this model does not know of.
        return
    # Values are in tenths of a point: 0.6² · 100 and 1.2² · 100, as far as 20 raters and 24 compounds show them.
    assert 15 < variances["rater"] < 75
    assert 60 < variances["compound"] < 300
    assert fitted.params["trial"] == pytest.approx(-0.2, abs=0.1)  # type: ignore[attr-defined]


@pytest.mark.skipif(
    shutil.which("Rscript") is None, reason="Rscript is not here (Debian: apt-get install r-base-core r-cran-lme4)."
)
@pytest.mark.parametrize("level", ["token", "type"])
def test_the_r_program_fits_the_same_model_as_the_python_program(tmp_path: Path, level: str) -> None:
    make_answers(tmp_path / "answers")
    program = write_r(choose_model(level), "answers")
    program += (
        'cat("\nTRIAL", fixef(fitted)[["trial"]], "\n")\nprint(as.data.frame(VarCorr(fitted))[c("grp", "vcov")])\n'
    )
    answer = subprocess.run(
        ["Rscript", "--vanilla", "-e", program], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert answer.returncode == 0, answer.stderr
    trial = re.search(r"TRIAL (\S+)", answer.stdout)
    variances = dict(re.findall(r"^\d+ +(\S+) +([\d.]+)$", answer.stdout, re.MULTILINE))
    assert trial is not None
    assert set(variances) == {"rater", "compound", "Residual"} | ({"item:compound"} if level == "token" else set())
    if level == "token":
        assert 15 < float(variances["rater"]) < 75
        assert 60 < float(variances["compound"]) < 300
        assert float(trial[1]) == pytest.approx(-0.2, abs=0.1)


def test_the_documentation_has_the_snippets_of_the_page() -> None:
    text = (ROOT / "docs/measuring/ratings.md").read_text(encoding="utf-8")
    model = choose_model("token")
    for program, language in ((write_python(model, "answers"), "python"), (write_r(model, "answers"), "r")):
        blocks = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
        assert program in blocks


@pytest.mark.django_db
def test_the_page_shows_the_snippets() -> None:
    project = make_rating_project(text=TWO)
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("idiomaticity:answers", args=[project.slug])).content.decode()
    assert "answers &lt;- read.csv" in page
    assert "models.mixedlm(" in page
    assert "No answers yet" in page


@pytest.mark.django_db
def test_tutorial_and_qualification_are_told_apart() -> None:
    project = make_rating_project(text="compound\tsentence\n" + ROWS)
    uses = {"fish tank-1": "tutorial", "gas tank-1": "qualification", "oil tank-1": "attention"}
    for item, use in uses.items():
        choose(project, item, use)
    set_screening(user=project.created_by, project=project, attention_share=0, pass_mark=70)
    annotator = make_member(project)
    submit_rating(lease_rating(annotator))
    for item in project.items.filter(identifier__in=uses):
        submit_rating(give_out(annotator, item, Purpose.CHECK if "oil" in item.identifier else Purpose.TRAINING))
    found = {row["item"]: row["purpose"] for row in read_csv(project)}
    assert found == {
        "fish tank-1": "tutorial",
        "gas tank-1": "qualification",
        "oil tank-1": "check",
        "rain tank-1": "work",
    }
