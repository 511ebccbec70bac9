"""Google's table of MQM ratings: read, written, and read again."""

from pathlib import Path

import pytest

from alignment.formats import FormatError
from evaluation.files.error_spans.mqm_tsv import COLUMNS, read_mqm_tsv, write_mqm_tsv
from evaluation.files.error_spans.records import RatedTranslation, RatingFile
from evaluation.files.error_spans.registry import FORMATS, read_ratings
from evaluation.metrics.error_spans.schemes import ErrorSpan

# Lines as they stand in the published files, with sentences of our own.
ROWS = [
    "A\tdoc\t1\t1\trater1\tShe woke up.\tSie <v>wacht</v> auf.\tAccuracy/Mistranslation\tmajor",
    "A\tdoc\t1\t1\trater1\tShe woke up.\tSie wacht auf<v>.</v>\tFluency/Punctuation\tMinor",
    "A\tdoc\t1\t1\trater2\tShe woke up.\tSie wacht auf.\tNo-error\tno-error",
    "B\tdoc\t2\t2\trater1\t<v>Really</v>, it rains.\tEs regnet.\tAccuracy/Omission\tminor",
    "B\tdoc\t2\t2\trater2\tReally, it rains.\tEs schneit.\tNon-translation!\tMajor",
    "B\tdoc\t2\t2\trater3\tReally, it rains.\t<v>Es</v> regnet.\tOther\tHOTW-test",
]


@pytest.fixture
def write(tmp_path: Path):  # type: ignore[no-untyped-def]
    def write_rows(*rows: str, header: str = "\t".join(COLUMNS)) -> str:
        path = tmp_path / "mqm.tsv"
        path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
        return str(path)

    return write_rows


def test_errors_of_a_rater_on_a_translation_come_together(write) -> None:  # type: ignore[no-untyped-def]
    first, nothing, omission, garbled = read_mqm_tsv(RatingFile(write(*ROWS)))
    assert (first.target, first.rater, first.unit) == ("Sie wacht auf.", "rater1", ("A", "doc", "1"))
    assert first.spans == (
        ErrorSpan("target", 4, 9, "Accuracy/Mistranslation", "major"),
        ErrorSpan("target", 13, 14, "Fluency/Punctuation", "minor"),
    )
    assert nothing.spans == ()
    assert omission.spans == (ErrorSpan("source", 0, 6, "Accuracy/Omission", "minor"),)
    assert omission.source == "Really, it rains."
    assert garbled.spans == (ErrorSpan("target", 0, 11, "Non-translation!", "major"),)


def test_what_is_written_is_read_again(write, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    rated = list(read_mqm_tsv(RatingFile(write(*ROWS))))
    again = tmp_path / "again.tsv"
    again.write_text("".join(write_mqm_tsv(rated)), encoding="utf-8")
    assert [(each.unit, each.rater, each.spans) for each in read_mqm_tsv(RatingFile(str(again)))] == [
        (each.unit, each.rater, each.spans) for each in rated
    ]


def test_texts_that_look_like_marks_or_cells_keep_their_places(tmp_path: Path) -> None:
    span = ErrorSpan("target", 4, 8, "Other", "minor")
    rated = RatedTranslation("A", "d", "1", "1", "r", "so\tso", "<v> nein\n</v>", (span,))
    path = tmp_path / "odd.tsv"
    path.write_text("".join(write_mqm_tsv([rated])), encoding="utf-8")
    (read,) = read_mqm_tsv(RatingFile(str(path)))
    assert (read.source, read.target, read.spans) == ("so so", "‹v› nein ‹/v›", (span,))


def test_newer_names_of_columns_are_known(write) -> None:  # type: ignore[no-untyped-def]
    header = "\t".join(COLUMNS).replace("doc_id", "docSegId").replace("seg_id", "globalSegId") + "\tmetadata"
    (read,) = read_mqm_tsv(RatingFile(write(ROWS[0] + "\t{}", header=header)))
    assert (read.doc_id, read.seg_id) == ("1", "1")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("A\tdoc\t1\t1\trater1", "line 3: The row has 5 cells, but the header has 9"),
        (ROWS[1] + "\tmore", "line 3: The row has 10 cells, but the header has 9"),
        (ROWS[1].replace("<v>", ""), "line 3: A text has one <v> and one </v> after it, or none"),
        (ROWS[1].replace("wacht", "<v>wacht"), "line 3: A text has one <v> and one </v> after it, or none"),
        (ROWS[1].replace("wacht", "wachte"), "line 3: The text differs from that of the rater’s other lines"),
    ],
)
def test_a_line_with_a_fault_leaves_its_rating_out_and_is_named(write, row: str, said: str) -> None:  # type: ignore[no-untyped-def]
    """With the other lines alone, the translation would have an error less."""
    file = RatingFile(write(ROWS[0], row, *ROWS[2:]))
    rated = read_ratings(FORMATS["mqm-tsv"], file)
    assert [(each.system, each.rater) for each in rated] == [("A", "rater2"), ("B", "rater1"), ("B", "rater2")]
    assert file.describe_rejected().startswith(f"Ratings left out because of lines that cannot be read: 1 ({said}")


def test_many_faults_are_counted_and_the_first_named(write) -> None:  # type: ignore[no-untyped-def]
    rows = [ROWS[0].replace("rater1", f"r{number}").replace("<v>", "") for number in range(8)]
    file = RatingFile(write(*rows, ROWS[2]))
    assert len(read_ratings(FORMATS["mqm-tsv"], file)) == 1
    assert "cannot be read: 8 (line 2: A text" in file.describe_rejected()
    assert file.describe_rejected().endswith("line 6: A text has one <v> and one </v> after it, or none; and 3 more).")


def test_a_file_of_faults_alone_is_refused(write) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(FormatError, match="line 2: A text has one"):
        read_ratings(FORMATS["mqm-tsv"], RatingFile(write(ROWS[0].replace("<v>", ""))))


def test_a_mark_that_is_cut_off_goes_to_the_end(write) -> None:  # type: ignore[no-untyped-def]
    (closed,), (cut,) = (list(read_mqm_tsv(RatingFile(write(row)))) for row in (ROWS[0], ROWS[0].replace("</v>", "")))
    assert (cut.target, cut.spans[0].start, cut.spans[0].end) == (closed.target, closed.spans[0].start, len(cut.target))


def test_a_table_needs_its_columns_and_a_rating(write) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(FormatError, match="There is no column “rater”"):
        list(read_mqm_tsv(RatingFile(write(header="\t".join(COLUMNS).replace("rater", "judge")))))
    with pytest.raises(FormatError, match="no ratings"):
        list(read_mqm_tsv(RatingFile(write())))


def test_names_and_texts_that_look_like_formulas_are_escaped_and_come_back(tmp_path: Path) -> None:
    hostile = RatedTranslation("=1+1", "@doc", "-1", "+1", "'=x", "=HYPERLINK(1)", "-5 degrees", ())
    written = "".join(write_mqm_tsv([hostile]))
    assert not any(cell.startswith(("=", "@", "-", "+")) for cell in written.splitlines()[1].split("\t"))
    path = tmp_path / "mqm.tsv"
    path.write_text(written, encoding="utf-8")
    assert list(read_mqm_tsv(RatingFile(str(path)))) == [hostile]
