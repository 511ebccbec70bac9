import json

import openpyxl
import pytest

from tests.evaluation.measure_command import measure, refuse
from tests.shared_data import shared

TABLE = "label,trans,out\nx,si è svegliato,si sveglia\ny,ho telefonato,ho fatto una telefonata\nx,!?,niente\nz,gatto,\n"
COLUMNS = ("--expression", "trans", "--hypothesis", "out")


def test_mwe_score_of_a_table(write):
    result = measure("mwe-score", write("t.csv", TABLE), *COLUMNS)
    assert result["score"] == pytest.approx((0.5926 + 0.95 + 0) / 3, abs=1e-4)
    assert (result["n"], result["sentences"], result["left_out"], result["empty_hypotheses"]) == (3, 3, 1, 1)
    assert result["signature"].startswith("mwe-score|average:paper|case:lower|punctuation:spaces|n:3|version:")


def test_invisible_characters_change_no_score_and_are_counted(write, capsys):
    expected = measure("mwe-score", write("t.csv", TABLE), *COLUMNS)
    hidden = (
        TABLE.replace("sveglia", "sve\u00adglia")
        .replace("gatto", "gat\u2060to\u200f")
        .replace("ho fatto", "ho\u200e fatto")
    )
    assert measure("mwe-score", write("u.csv", hidden), *COLUMNS) == expected
    assert "invisible characters were removed (" in capsys.readouterr().err


def test_mwe_score_is_the_same_from_every_kind_of_table(write, tmp_path):
    expected = measure("mwe-score", write("t.csv", TABLE), *COLUMNS)
    rows = [line.split(",") for line in TABLE.splitlines()]
    tsv = write("t.tsv", "\r\n".join("\t".join(row) for row in rows))
    jsonl = write("t.jsonl", "\n".join(json.dumps(dict(zip(rows[0], row, strict=True))) for row in rows[1:]))
    workbook = openpyxl.Workbook()
    workbook.active.title = "other"
    sheet = workbook.create_sheet("results")
    for row in rows:
        sheet.append([cell or None for cell in row])
    workbook.save(tmp_path / "t.xlsx")
    assert measure("mwe-score", tsv, *COLUMNS) == expected
    assert measure("mwe-score", jsonl, *COLUMNS) == expected
    assert measure("mwe-score", tmp_path / "t.xlsx", *COLUMNS, "--sheet", "results") == expected
    refuse("There is no sheet “x”. Sheets: other, results.", "mwe-score", tmp_path / "t.xlsx", *COLUMNS, "--sheet", "x")


def test_mwe_score_macro_has_rows_and_sentences_group_by_a_column(write):
    path = write("t.csv", "id,trans,out\n1,a,a\n1,b,a\n2,a,a\n")
    macro = measure("mwe-score", path, *COLUMNS, "--average", "macro")
    assert macro["score"] == pytest.approx(0.5)
    assert macro["rows"] == [{"label": "a", "score": 1.0, "n": 2}, {"label": "b", "score": 0.0, "n": 1}]
    grouped = measure("mwe-score", path, *COLUMNS, "--segment", "id", "--bootstrap", 50, "--seed", 3, "--segments")
    assert (grouped["score"], grouped["sentences"]) == (pytest.approx(0.75), 2)
    assert grouped["segments"] == [{"line": 2, "scores": [1.0, 0.0]}, {"line": 4, "scores": [1.0]}]
    low, high = grouped["interval"]["score"]
    assert low <= 0.75 <= high
    assert "|bs:50|seed:3|" in grouped["signature"]


def test_mwe_score_of_files_scores_the_references_too(write):
    expressions, hypotheses = write("e", "gatto\tcane\nlupo\n"), write("h", "il gatto\n\n")
    files = ("--expressions", expressions, "--hypotheses", hypotheses)
    result = measure("mwe-score", *files, "--references", write("r", "gatto e cane\nil lupo\n"))
    assert result["reference_score"] == 1
    assert result["score"] < 0.5
    refuse("r2, line 2: The file ends before this line, but", "mwe-score", *files, "--references", write("r2", "x\n"))


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("t.csv", "a,b\n", "t.csv, line 1: There is no column “trans”. Columns: a, b."),
        ("t.csv", "trans,out\nx\n", "t.csv, line 2: The row has 1 cells, but the header has 2."),
        ("t.csv", "trans,out\n", "t.csv: The table has no rows."),
        ("t.csv", "", "t.csv: The file is empty."),
        (
            "t.csv",
            "trans,out\nx," + "y" * 1_100_000,
            "t.csv, line 2: The table cannot be read: a cell is longer than 131,072 characters",
        ),
        ("t.csv", b"trans,out\nx,\0\1\2\0\n", "t.csv, line 2: The file is not text."),
        ("t.jsonl", '{"trans": "x", "out": "y"}\n[1]\n', "t.jsonl, line 2: The line is not a JSON object."),
        ("t.jsonl", '{"trans": "x"}\n', "t.jsonl, line 1: There is no column “out”. Columns: trans."),
        ("t.xlsx", b"PK\3\4 no workbook", "t.xlsx: The file is not a workbook (xlsx, xls or ods), or it is damaged."),
        ("t.xlsx", "", "t.xlsx: The file is not a workbook (xlsx, xls or ods), or it is damaged."),
    ],
)
def test_a_table_that_cannot_be_used_is_named(write, name, content, sentence):
    refuse(sentence, "mwe-score", write(name, content), *COLUMNS)


def test_mwe_score_says_what_it_needs(write):
    refuse("Give a table with --expression and --hypothesis", "mwe-score")
    refuse(
        "There is no column for “Expression in the reference” and “Translation”. Columns: ",
        "mwe-score",
        write("t.csv", TABLE),
    )
    refuse("No such file", "mwe-score", "missing.csv", *COLUMNS)


@pytest.mark.parametrize(
    ("system", "score"), [("Baseline small", 0.2649), ("MWE_iob_big", 0.6285), ("Reference", 0.9981)]
)
def test_mwe_score_of_the_published_systems(system, score):
    path = shared("data/evaluation/mwe-100/test_100.annot.xlsx")
    result = measure("mwe-score", path, "--expression", "MWE ref. trans.", "--hypothesis", system)
    assert (round(result["score"], 4), result["n"]) == (score, 100)
    assert result["expressions"] == {"found": 97, "of": 100}


# The expression of the source where that of the reference should be.
WRONG = (
    "Source,Reference,Expression,word for word\n"
    "She kicked the bucket.,Ha tirato le cuoia.,kicked the bucket,Ha kicked the bucket.\n"
    "It rains cats and dogs.,Piove a dirotto.,cats and dogs,Piove cats and dogs.\n"
    "He broke the ice.,Ha rotto il ghiaccio.,rotto il ghiaccio,Ha rotto il gelo.\n"
)
WRONG_COLUMNS = ("--expression", "Expression", "--hypothesis", "word for word")


def test_expressions_that_their_references_lack_are_refused_with_the_count(write, capsys):
    path = write("t.csv", WRONG)
    sentence = "t.csv: Only 1 of 3 expressions occur in their reference, unlike “kicked the bucket”; check the column."
    refuse(sentence, "mwe-score", path, *WRONG_COLUMNS)
    refuse("--allow-missing-expressions", "mwe-score", path, *WRONG_COLUMNS, "--reference", "Reference")
    allowed = measure("mwe-score", path, *WRONG_COLUMNS, "--allow-missing-expressions")
    assert allowed["expressions"] == {"found": 1, "of": 3} and allowed["score"] > 0.8
    assert sentence in capsys.readouterr().err
    told = measure("mwe-score", path, *WRONG_COLUMNS, "--reference", "word for word")["expressions"]
    assert told == {"found": 2, "of": 3}
    assert "2 of 3 expressions occur in their reference, unlike “rotto il ghiaccio”." in capsys.readouterr().err


def test_without_references_nothing_is_looked_up_and_the_output_says_so(write):
    found = measure("mwe-score", write("t.csv", TABLE), *COLUMNS)["expressions"]
    assert found == {"found": None, "of": 0, "reason": "There is no reference in which to look for expressions."}
    files = ("--expressions", write("e", "gatto\ncane\n"), "--hypotheses", write("h", "il gatto\nx\n"))
    refuse("Only 0 of 2", "mwe-score", *files, "--references", write("r", "the cat\na dog\n"))


def test_columns_may_be_given_by_role(write):
    path = write("t.csv", TABLE)
    by_role = measure("mwe-score", path, "--columns", "expression=trans", "hypothesis=out")
    assert by_role == measure("mwe-score", path, *COLUMNS)
    refuse("“words” is no content. Contents: expression, hypothesis, label, reference, segment.", "mwe-score", path,
           "--columns", "words=trans")  # fmt: skip
