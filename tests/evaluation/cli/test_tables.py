"""Tables of every program are read alike by every command, and their columns may be named."""

import csv
import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.annotation_site.tables.dialects import DIALECTS, Dialect
from tests.evaluation.cli.commands import COMMANDS, HUMAN, LABELLED, MACHINE, MARKED, RATINGS, RUNS, SCORES
from tests.evaluation.cli.measuring import measure

TABLES = [(name, each) for name, invocations in COMMANDS.items() for each in invocations if "csv" in str([*each.files])]
EXCEL_IN_GERMAN = Dialect(
    "Excel, semicolon, decimal comma, Windows-1252",
    "table.csv",
    lambda rows: "".join(";".join(re.sub(r"^(\d*)\.(\d+)$", r"\1,\2", cell) for cell in row) + "\r\n" for row in rows)
    .encode("cp1252"),
)  # fmt: skip
OLD_MACINTOSH = Dialect(
    "Excel for Mac, CR only", "table.csv", lambda rows: "".join(",".join(row) + "\r" for row in rows).encode()
)


def run(name, words, folder):
    """Return what the command prints, without the names of files."""
    out = io.StringIO()
    with redirect_stdout(out):
        call_command(*name.split(), *words, stdout=out, stderr=io.StringIO())
    written = folder / "out"
    text = out.getvalue() + (written.read_text() if written.is_file() else "")
    return re.sub(r"\.(csv|tsv|txt|xlsx|ods|json|jsonl)\b", "", text.replace(str(folder), ""))


def rewrite(words, folder, dialect):
    """Return the words with each table written anew, under the name that the program gives it."""
    named = []
    for word in words:
        if word.endswith(".csv"):
            rows = list(csv.reader(Path(word).read_text().splitlines()))
            word = str(folder / (Path(word).stem + Path(dialect.file_name).suffix))
            Path(word).write_bytes(dialect.write(rows))
        named.append(word)
    return named


@pytest.mark.parametrize("dialect", [*DIALECTS, EXCEL_IN_GERMAN, OLD_MACINTOSH], ids=lambda dialect: dialect.name)
@pytest.mark.parametrize(("name", "invocation"), TABLES, ids=[name for name, _ in TABLES])
def test_every_command_reads_the_tables_of_every_program_alike(name, invocation, dialect, tmp_path):
    words = invocation.write(tmp_path)
    expected = run(name, words, tmp_path)
    assert run(name, rewrite(words, tmp_path, dialect), tmp_path) == expected


RENAMED = [
    ("alpha", "--level ordinal", {"r": RATINGS}, {"unit": "Fall", "annotator": "Wer", "value": "Stufe, 0–5"}),
    ("machine-agreement", "--machine", {"r": RATINGS, "m": MACHINE},
     {"unit": "Fall", "annotator": "Wer", "value": "X"}),
    ("separation", "", {"t": LABELLED}, {"label": "Lesart", "value": "Mitte"}),
    ("mwe-score", "", {"t": MARKED}, {"expression": "Idiom", "hypothesis": "System A", "reference": "Gold"}),
    ("runs", "", {"t": RUNS}, {"system": "Wer", "run": "Mal", "segment": "Satz", "score": "Güte"}),
    ("correlation", "--human", {"m": SCORES, "h": HUMAN},
     {"system": "Wer", "segment": "Satz", "score": "Güte", "annotator": "Mensch"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "option", "tables", "names"), RENAMED, ids=[row[0] for row in RENAMED])
@pytest.mark.parametrize("as_json", [False, True])
def test_columns_of_other_names_are_named_by_role(name, option, tables, names, as_json, tmp_path):
    plain, renamed, roles = [], [], {}
    for stem, content in tables.items():
        header, _, rows = content.partition("\n")
        columns = [names.get(column, column) for column in header.split(",")]
        roles |= {role: names[role] for role in header.split(",") if role in names}
        for words, folder, first in (
            (plain, "plain", header),
            (renamed, "renamed", ",".join(f'"{c}"' for c in columns)),
        ):
            (tmp_path / folder).mkdir(exist_ok=True)
            path = tmp_path / folder / f"{stem}.csv"
            path.write_text(f"{first}\n{rows}")
            words += [*([option] if option.startswith("--m") or option == "--human" else []) * bool(words), str(path)]
    more = option.split() if option.startswith("--level") else []
    usual = (
        [f"{role}={role}" for role in roles]
        if name != "mwe-score"
        else ["expression=expression", "hypothesis=hypothesis"]
    )
    if as_json or any("," in column for column in roles.values()):
        given = [json.dumps(roles)]
    else:
        given = [f"{role}={column}" for role, column in roles.items()]
    assert measure(name, *renamed, *more, "--columns", *given) == measure(name, *plain, *more, "--columns", *usual)


def test_a_column_that_is_not_recognised_is_refused_with_the_columns_and_an_example(write):
    path = write("t.csv", "system;run;Satz Nr;points x\na;1;1;3\n")
    with pytest.raises(CommandError) as refused:
        measure("runs", path)
    assert str(refused.value) == (
        f"{path}, line 1: There is no column for “Segment” and “Score”. Columns: system, run, Satz Nr, points x. "
        "Name columns with --columns, such as --columns 'segment=Satz Nr'."
    )
    with pytest.raises(CommandError, match=r"There is no column “points”.*--columns 'score=points x'"):
        measure("runs", path, "--columns", "segment=Satz Nr", "score=points")
    with pytest.raises(CommandError, match=r"“scoer” is no content\. Contents: system, run, segment, score\."):
        measure("runs", path, "--columns", "scoer=points x")
    with pytest.raises(CommandError, match="is not valid JSON"):
        measure("runs", path, "--columns", "{score}")


def test_a_column_for_each_annotator_gives_the_alpha_of_a_row_for_each_rating(write, capsys):
    long = write("long.csv", "item,who,value\n1,Ada,4\n1,Ben,5\n2,Ada,1\n2,Ben,1\n3,Ada,NA\n3,Ben,2\n")
    wide = write("wide.csv", "item;Ada;Ben\n1;4;5\n2;1;1\n3;NA;2\n")
    expected = measure("alpha", long, "--level", "interval", "--columns", "annotator=who")
    assert expected["values"] == 4
    assert "Columns: unit=item, value=value, annotator=who." in capsys.readouterr().err
    found = measure("alpha", wide, "--level", "interval", "--columns", "value=Ada,Ben")
    assert "units are in “item”" in capsys.readouterr().err
    assert found == expected
    anonymous = write("bare.csv", "Ada,Ben\n4,5\n1,1\n,2\n")
    assert (
        measure("alpha", anonymous, "--level", "interval", "--columns", "value=Ada,Ben")["alpha"] == expected["alpha"]
    )
    assert "each row is a unit" in capsys.readouterr().err


def test_sheet_separator_header_and_encoding_are_given_to_every_command(write):
    content = "unit#annotator#value\n1#ä#2\n1#ö#2\n2#ä#1\n2#ö#3\n"
    path = write("t.csv", content.encode("mac-roman"))
    options = ("--separator", "#", "--encoding", "mac-roman", "--level", "ordinal")
    assert measure("alpha", path, *options)["annotators"] == 2
    columns = ("--header", "no", "--columns", "unit=Column A", "annotator=Column B", "value=Column C")
    with pytest.raises(CommandError, match="“value” is not a number"):
        measure("alpha", path, *options, *columns)
    with pytest.raises(CommandError, match="the separator must be one character"):
        measure("alpha", path, "--separator", "##", "--level", "ordinal")


def test_tables_with_other_names_for_one_role_are_given_both(write):
    metric, human = write("m.csv", SCORES.replace("score", "comet x")), write("h.csv", HUMAN.replace("score", "DA"))
    found = measure("correlation", metric, "--human", human, "--columns", "score=comet x,DA")
    assert found["metrics"] == ["m"]


@pytest.mark.parametrize("name", ["NA", "nan", "None", "null", "#N/A", "-"])
def test_names_of_missing_values_are_no_values_in_any_command(write, capsys, name):
    table = LABELLED + f"literal,{name}\n{name},3\n"
    assert measure("separation", write("t.csv", table))["missing"] == 2
    scores = RUNS + f"a,0,9,{name}\na,1,9,1\nb,0,9,1\nb,1,9,1\n"
    assert measure("runs", write("s.csv", scores))["left_out"] == 1
    rated = RATINGS + f"u9,r0,{name}\n"
    path, machine = write("r.csv", rated), write("m.csv", MACHINE + f"u9,{name}\n")
    assert measure("machine-agreement", path, "--machine", machine)["n"] == 6
