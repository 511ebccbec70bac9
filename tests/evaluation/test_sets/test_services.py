"""Test sets and translations: their storage, and one message with file and line if a file does not fit."""

import io
import json
import re
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.models import System
from evaluation.imports.jobs.test_sets import import_test_set, preview_test_set
from evaluation.test_sets.models import Expression, Segment, TestSet
from evaluation.test_sets.queries import name_files
from evaluation.test_sets.services import confirm_test_set
from evaluation.translations.models import Hypothesis, Translation
from tests.annotation_site.texts.marked_texts import examples
from tests.evaluation.translated import COLUMNS, TABLE, add, make_test_set, request_preview, run
from tests.factories import make_member, make_project
from tests.markup import markup_of
from tests.shared_data import shared

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def project() -> Project:
    return make_project()


def sign_in(project: Project, role: str = Role.MANAGER) -> Client:
    client = Client()
    client.force_login(make_member(project, role).user)
    return client


def refuse_table(project: Project, table: str | bytes, name: str = "idioms.tsv", **columns: str) -> str:
    """Return the message with which the preview or the import of a table failed; nothing may be stored."""
    job = request_preview(project, {"table": (name, table)})
    work_on(job.pk, preview_test_set)
    job.refresh_from_db()
    if job.state == Job.State.SUCCEEDED:
        job = confirm_test_set(
            user=project.created_by, project=project, preview=job, columns={**COLUMNS, "systems": [], **columns}
        )
        work_on(job.pk, import_test_set)
        job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert not TestSet.objects.exists() and not Segment.objects.exists() and not System.objects.exists()
    return job.error


def refuse_lines(project: Project, files: dict[str, tuple[str, str | bytes]], references: list[str]) -> str:
    job = request_preview(project, files, references)
    work_on(job.pk, preview_test_set)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    return job.error


def test_a_table_becomes_segments_expressions_and_translations(project):
    test_set = make_test_set(project)
    assert (test_set.segment_count, test_set.expression_count) == (4, 3)
    first = test_set.segments.get(number=1)
    assert first.references == ["Si è svegliata presto."]
    marked = first.expressions.get()
    assert (marked.label, marked.source_spans, marked.reference_text) == ("wake up", [[4, 11]], "si è svegliata")
    one = Translation.objects.get(test_set=test_set, system__name="system one")
    assert (one.missing_count, one.missing) == (1, [3])
    assert one.hypotheses.get(number=4).text == "Piove."


def test_a_workbook_is_read_like_a_table(project):
    workbook = Workbook()
    for line in TABLE.splitlines():
        workbook.active.append(line.split("\t"))
    file = io.BytesIO()
    workbook.save(file)
    test_set = make_test_set(project, file.getvalue(), file_name="idioms.xlsx")
    assert test_set.segment_count == 4 and test_set.translations.count() == 2


def test_rows_that_share_a_segment_are_one_sentence(project):
    table = "segment\tsource\texpression\n1\ta b\tx\n1\ta b\ty\n2\tc\tz\n"
    columns = {"source": "source", "expression": "expression", "segment": "segment"}
    test_set = make_test_set(project, table, columns, systems=())
    assert [segment.expressions.count() for segment in test_set.segments.all()] == [2, 1]


def test_files_in_parallel_become_a_test_set(project):
    files = {
        "source": ("s.txt", "He broke the ice.\nIt rains.\n"),
        "spans": ("s.spans", "break the ice\t[(3, 16)]\n\n"),
        "reference_spans": ("r.spans", "break the ice\t[(3, 8), (12, 20)]\n\n"),
    }
    preview = run(request_preview(project, files, ["Ha rotto il ghiaccio.\nPiove.\n"] * 2), preview_test_set)
    assert preview.result["counts"].items() >= {"segments": 2, "expressions": 1}.items()
    page = sign_in(project).get(reverse("evaluation:test_set_preview", args=[project.slug, preview.pk]))
    for shown in ("He <mark>broke the ice</mark>.", "Ha <mark>rotto</mark> il <mark>ghiaccio</mark>.", ">Piove."):
        assert shown in markup_of(page)
    job = run(confirm_test_set(user=project.created_by, project=project, preview=preview), import_test_set)
    assert Expression.objects.get().reference_text == "rotto ghiaccio"
    labels = [file["label"] for file in name_files(TestSet.objects.get(pk=job.result["test_set"]))]
    expressions = ["Expressions in the source", "Expressions in the reference"]
    assert labels == ["Source", "Reference", "Reference 2", *expressions]


def test_the_idioms_are_imported_with_every_span(project):
    folder = shared("data/evaluation/idioms-enfr")
    files = {part: (name, (folder / name).read_bytes()) for part, name in
             (("source", "sents.en"), ("spans", "sents.spans.en"))}  # fmt: skip
    preview = run(request_preview(project, files, [(folder / "sents.fr").read_text()]), preview_test_set)
    run(confirm_test_set(user=project.created_by, project=project, preview=preview), import_test_set)
    assert TestSet.objects.get().segment_count == 2525
    assert Expression.objects.count() == preview.result["counts"]["expressions"] > 2400


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (TABLE + "\t" * 7 + "more", "idioms.tsv, line 6: The row has 8 cells, but the header has 7."),
        (TABLE.replace("(5, 18)", "(5, 99)"), "idioms.tsv, line 4: The span (5, 99) is not inside the sentence,"),
        (TABLE.replace("[(5, 18)]", "there"), "idioms.tsv, line 4: “break the ice there” is not an expression"),
        (TABLE.partition("\n")[0] + "\n", "idioms.tsv: The table has no rows."),
        ("\n", "idioms.tsv: The file is empty."),
        (
            b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + TABLE.encode(),
            "idioms.tsv is a picture (PNG); a plain text file is needed.",
        ),
        (
            TABLE + "x" * 1_000_001,
            "idioms.tsv, line 6: The table cannot be read: a cell is longer than 131,072 characters",
        ),
        (TABLE.replace("It rains.", ""), "idioms.tsv, line 5: The column “source” is empty."),
    ],
)
def test_a_bad_table_is_refused_in_a_sentence_and_nothing_is_stored(project, table, sentence):
    assert sentence in refuse_table(project, table).replace("\t", " ")


def test_a_table_may_say_how_idiomatic_an_expression_is(project):
    rows = [line.split("\t") for line in TABLE.splitlines()]
    rows = [[*row, value] for row, value in zip(rows, ("CompScale", "C", "NC", "", "PC"), strict=True)]
    preview = run(request_preview(project, {"table": ("t.tsv", to_table(rows))}, name="Look"), preview_test_set)
    assert preview.result["table"]["assignment"]["expression_class"] == ["CompScale"]
    test_set = make_test_set(project, to_table(rows), {**COLUMNS, "expression_class": "CompScale"})
    classes = Expression.objects.filter(segment__test_set=test_set).order_by("segment__number")
    # The class of a row without an expression belongs to nothing.
    assert list(classes.values_list("expression_class", flat=True)) == ["compositional", "idiomatic", ""]
    rows[2][-1] = "green"
    sentence = "t.tsv, line 3: “green” is not a compound class. Use idiomatic, partly, compositional"
    with pytest.raises(DomainError, match=re.escape(sentence)):
        make_test_set(
            project, to_table(rows), {**COLUMNS, "expression_class": "CompScale"}, name="B", file_name="t.tsv"
        )


def to_table(rows: list[list[str]]) -> str:
    return "".join("\t".join(row) + "\n" for row in rows)


def test_a_file_that_is_no_workbook_is_refused(project):
    assert refuse_table(project, "x", "idioms.xlsx") == (
        "idioms.xlsx: The file is not a workbook (xlsx, xls or ods), or it is damaged."
    )


def test_characters_that_cannot_be_stored_are_refused(project):
    line = '{"source": "a \\ud800", "reference": "", "expression": "x", "label": "", "spans": ""}\n'
    assert "idioms.jsonl, line 1: A text contains a character" in refuse_table(project, line, "idioms.jsonl")


def test_a_column_that_is_not_there_is_refused(project):
    preview = run(request_preview(project, {"table": ("t.tsv", TABLE)}), preview_test_set)
    with pytest.raises(DomainError, match="no column “nonsense”"):
        confirm_test_set(user=project.created_by, project=project, preview=preview, columns={"source": "nonsense"})


@pytest.mark.parametrize(
    ("source", "spans", "reference", "sentence"),
    [
        ("a\nb\n", "\n", "c\nd\n", "s.spans, line 2: The file ends before this line, but s.txt has more lines."),
        ("a\nb\n", "\nx\t[(0, 9)]\n", "c\nd\n", "s.spans, line 2: The span (0, 9) is not inside the sentence"),
        ("a\n\n", "\n\n", "c\nd\n", "s.txt, line 2: The line is empty."),
        ("a\n", "\n", "a long line \x00\n", "reference.txt, line 1: The file is not text."),
        ("a\n", "\n", "c\nd\n", "s.txt, line 2: The file ends before this line, but reference.txt has more lines."),
    ],
)
def test_bad_files_in_parallel_are_refused_in_a_sentence(project, source, spans, reference, sentence):
    files: dict[str, tuple[str, str | bytes]] = {"source": ("s.txt", source), "spans": ("s.spans", spans)}
    assert refuse_lines(project, files, [reference]).startswith(sentence)


def test_empty_lines_are_told_and_nothing_is_shifted(project):
    test_set = make_test_set(project, systems=())
    job = add(test_set, "third", "uno\n\ntre\nquattro\n")
    assert job.result["missing"] == {"third": 1}
    assert [each.text for each in Hypothesis.objects.all()] == ["uno", "", "tre", "quattro"]


def test_blank_lines_between_outputs_are_skipped_by_choice(project):
    test_set = make_test_set(project, systems=())
    spaced = "uno\n\ndue\n\ntre\n\nquattro\n"
    with pytest.raises(DomainError, match="If blank lines only separate others, skip them"):
        add(test_set, "third", spaced)
    add(test_set, "third", spaced, blank_lines="skip")
    assert [each.text for each in Hypothesis.objects.all()] == ["uno", "due", "tre", "quattro"]
    with pytest.raises(DomainError, match="Keep blank lines for missing translations"):
        add(test_set, "fourth", "uno\n\ntre\nquattro\n", blank_lines="skip")


def test_lines_that_are_blank_in_every_file_are_named_and_left_out(project):
    files = {"source": ("s.txt", "uno\n\ndue\n\n"), "spans": ("s.spans", "x\t[(0, 3)]\n\n\n")}
    preview = run(request_preview(project, files, ["one\n \ntwo\n"]), preview_test_set)
    told = "1 line is blank in all files and left out: line 2. Outputs may have a line for each of them or not."
    assert told in preview.result["checks"]
    job = confirm_test_set(user=project.created_by, project=project, preview=preview)
    run(job, import_test_set)
    test_set = project.test_sets.get()
    assert list(test_set.segments.order_by("number").values_list("number", "source", "text_line")) == [
        (1, "uno", 1),
        (2, "due", 3),
    ]
    add(test_set, "by line", "one\n\ntwo\n")
    add(test_set, "by segment", "one\ntwo\n")
    assert [each.text for each in Hypothesis.objects.order_by("pk")] == ["one", "two"] * 2


def test_rows_that_are_missing_by_their_number_are_empty(project):
    test_set = make_test_set(project, systems=())
    add(test_set, "", "segment\tA\tB\n4\tvier\tfour\n1\teins\tone\n", "out.tsv")
    texts = {each.system.name: [row.text for row in each.hypotheses.all()] for each in test_set.translations.all()}
    assert texts == {"A": ["eins", "", "", "vier"], "B": ["one", "", "", "four"]}


def test_blank_lines_at_the_end_of_an_output_do_not_count(project):
    test_set = make_test_set(project, systems=())
    add(test_set, "one", "1\n2\n3\n4\n\n \n")
    assert [row.text for row in test_set.translations.get().hypotheses.all()] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("file_name", "data", "sentence"),
    [
        (
            "out.txt",
            "1\n2\n3\n",
            "out.txt, line 4: The file ends here, but the test set has 4 segments. Use",
        ),
        ("out.txt", "1\n2\n3\n4\n5\n", "out.txt, line 5: The file has more lines than the 4 segments. If it is"),
        ("out.tsv", "segment\tA\n9\tx\n", "out.tsv, line 2: “9” is not a segment; the test set has 4, counted from 1."),
        ("out.tsv", "segment\tA\n1\tx\n1\ty\n", "out.tsv, line 3: Segment 1 occurs twice."),
        ("out.tsv", "segment\tA\nx\tx\n", "out.tsv, line 2: “x” is not a segment number."),
        ("out.tsv", "A\tB\nx\ty\n", "out.tsv: The table has 1 rows, but the test set has 4 segments. Choose"),
        ("out.txt", b"\x00\xff\n\n\n\n", "out.txt, line 1: The file is not text."),
    ],
)
def test_translations_that_do_not_fit_are_refused_whole(project, file_name, data, sentence):
    test_set = make_test_set(project, systems=())
    with pytest.raises(DomainError) as refused:
        add(test_set, "third", data, file_name)
    assert refused.value.sentence.startswith(sentence)
    assert not Translation.objects.exists() and not System.objects.exists()


def test_a_system_translates_a_test_set_once(project):
    test_set = make_test_set(project)
    with pytest.raises(DomainError, match="” already has translations of this test set"):
        add(test_set, "system one", "1\n2\n3\n4\n")


@pytest.mark.parametrize(("stored", "given"), [("BLEU", "BLEU\u200b"), ("BLEU\u200b", "BLEU"), ("BLEU", "\u200eBLEU")])
def test_two_systems_never_look_alike(project, stored, given):
    test_set = make_test_set(project, systems=())
    add(test_set, "BLEU", "1\n2\n3\n4\n")
    System.objects.filter(name="BLEU").update(name=stored)  # as earlier versions kept it
    with pytest.raises(DomainError, match="already has translations of this test set"):
        add(test_set, given, "4\n3\n2\n1\n")
    assert System.objects.count() == 1


def test_the_pages_lead_from_the_files_to_the_test_set(project):
    client = sign_in(project)
    form = {"request_id": "7f9c24e8-3b12-4fef-91d0-8f2f1ab5e1c0", "name": "Idioms"}
    form |= {"table": SimpleUploadedFile("idioms.tsv", TABLE.encode())}
    uploaded = client.post(reverse("evaluation:test_set_new", args=[project.slug]), form)
    run(Job.objects.get(kind="test_set_preview"), preview_test_set)
    page = markup_of(client.get(uploaded["Location"]))
    assert "He broke the ice." in page and "Import test set" in page
    assert page.count('<option value="systems" selected>') == 2
    confirmed = client.post(uploaded["Location"])
    job = run(Job.objects.get(kind="test_set_import"), import_test_set)
    assert confirmed["Location"] == reverse("projects:job", args=[project.slug, job.pk])
    arrived = client.get(reverse("evaluation:test_set_of_job", args=[project.slug, job.pk]), follow=True)
    assert "system one" in markup_of(arrived)


def test_an_annotator_sees_nothing_of_it(project):
    make_test_set(project)
    assert sign_in(project, Role.ANNOTATOR).get(reverse("evaluation:test_sets", args=[project.slug])).status_code == 403


def test_an_export_of_an_annotation_tool_becomes_segments_and_the_preview_names_it(project):
    file = ("marks.json", examples.label_studio(examples.ANNOTATION))
    preview = run(request_preview(project, {"table": file}), preview_test_set)
    assert preview.result["tool"] == "Label Studio"
    assert preview.result["counts"] == {"segments": 2, "expressions": 1, "placed": 1, "translated": 0}
    page = sign_in(project).get(reverse("evaluation:test_set_preview", args=[project.slug, preview.pk]))
    assert "Export of Label Studio" in markup_of(page)
    run(confirm_test_set(user=project.created_by, project=project, preview=preview), import_test_set)
    assert list(Segment.objects.order_by("number").values_list("source", flat=True)) == [
        "😀 A cash cow.",
        "He spilled all the beans.",
    ]


def test_a_mark_out_of_place_refuses_the_test_set(project):
    wrong = {**examples.ANNOTATION, "result": [examples.region(0, 3, "cash cow")]}
    assert "the mark “cash cow” is not at the place" in refuse_table(
        project, examples.label_studio(wrong), "marks.json"
    )


PREPARED = """ID;Ausgangstext;Übersetzung;usage;ref spans;DeepL;Google;Notes;Anzahl
1;He broke the ice.;Er hat das Eis gebrochen.;idiomatic;[(7, 25)];Er brach das Eis.;Er zerbrach Eis.;check this again;4
2;It rains cats and dogs.;Es regnet in Strömen.;idiomatic;[(3, 21)];Es regnet Katzen.;Es regnet.;;5
3;She woke up early.;Sie wachte früh auf.;literal;[];Sie ist aufgewacht.;;;4
"""


def look(project: Project, text: str | bytes, name: str = "t.csv", **columns: list[str]) -> Job:
    return run(request_preview(project, {"table": (name, text)}, columns=columns), preview_test_set)


def test_the_preview_reads_a_table_with_its_likely_columns():
    """It showed cells, and everything that was no source or reference was ticked as a system."""
    project = make_project(source_language="en", target_language="de")
    result = look(project, PREPARED.encode("cp1252")).result
    table = result["table"]
    assert table["assignment"] == {
        "source": ["Ausgangstext"],
        "reference": ["Übersetzung"],
        "reference_spans": ["ref spans"],
        "segment": ["ID"],
        "systems": ["DeepL", "Google"],
    }
    assert table["unused"] == ["usage", "Notes", "Anzahl"]
    assert (result["counts"]["segments"], result["systems"]) == (3, ["DeepL", "Google"])
    assert result["checks"] == ["“Google” is empty in 1 row: line 4."]


def test_translations_under_the_name_of_labels_are_the_reference_and_lists_of_them_are_refused():
    project = make_project(source_language="en", target_language="de")
    lines = [{"text": "They go.", "label": ["Sie gehen."]}, {"text": "It rains.", "label": ["Es regnet."]}]
    result = look(project, "\n".join(map(json.dumps, lines)), "export.jsonl").result
    assert [segment["references"] for segment in result["shown"]] == [["Sie gehen."], ["Es regnet."]]
    lines[1]["label"].append("Regen fällt.")
    result = look(project, "\n".join(map(json.dumps, lines)), "export.jsonl").result
    assert result["missing"] == "export.jsonl, line 2: “label” holds a list of 2 values, not one text."


def test_words_in_lines_are_neither_rows_of_a_table_nor_sentences(project):
    words = "# text = It rains.\n1\tIt\tit\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\trains\train\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    with pytest.raises(DomainError, match="Choose it as the source"):
        look(project, words, "words.txt")
    refused = refuse_lines(project, {"source": ("words.txt", words)}, ["Piove.\n"])
    assert refused == "words.txt: This is CoNLL-U, a word a line. Rename it to end in .conllu or .cupt."


def test_tagged_tokens_are_segments_with_expressions(project):
    result = look(project, "They\tO\nbroke\tB-IDIOM\nice\tI-IDIOM\n\nIt\tO\nrains\tO\n", "test.tsv").result
    assert [each["source"] for each in result["shown"]] == ["They broke ice", "It rains"]
    assert [each["labels"] for each in result["shown"]] == [["broke ice"], []]


def test_rows_of_several_systems_are_told():
    """Each row was a segment of a system called mt, without a word."""
    rows = "It rains.,Es regnet.,Es regnet.,{}\nIt snows.,Schnee.,Es schneit.,{}\n"
    table = "src,mt,ref,system\n" + rows.format("one", "one") + rows.format("two", "two")
    project = make_project(source_language="en", target_language="de")
    (check,) = look(project, table).result["checks"]
    assert check.startswith(
        "“system” has several systems for the same source (line 4), and every row becomes a segment."
    )
    assert look(project, "src,mt,ref,system\n" + rows.format("one", "two")).result["checks"] == []


def test_a_changed_column_is_read_again_and_imported_as_it_was_shown():
    project = make_project(source_language="en", target_language="de")
    client, first = sign_in(project), look(project, PREPARED)
    page = markup_of(client.get(reverse("evaluation:test_set_preview", args=[project.slug, first.pk])))
    assert "Ignored:" in page and page.count('<option value="systems" selected>') == 2
    contents = ["", "source", "reference", "", "", "systems", "", "", ""]
    sent = {f"column_{place}": content for place, content in enumerate(contents)}
    sent |= {"request_id": str(uuid4()), "header": "yes"}
    again = client.post(reverse("evaluation:test_set_again", args=[project.slug, first.pk]), sent)
    second = run(Job.objects.filter(kind="test_set_preview").latest("pk"), preview_test_set)
    assert again["Location"] == reverse("evaluation:test_set_preview", args=[project.slug, second.pk])
    assert second.result["table"]["unused"] == ["ID", "usage", "ref spans", "Google", "Notes", "Anzahl"]
    job = run(confirm_test_set(user=project.created_by, project=project, preview=second), import_test_set)
    test_set = TestSet.objects.get(pk=job.result["test_set"])
    assert [each.system.name for each in test_set.translations.all()] == ["DeepL"]


def test_the_next_table_with_the_same_columns_keeps_the_choice():
    project = make_project(source_language="en", target_language="de")
    columns = {"source": ["Ausgangstext"], "systems": ["Google"]}
    first = look(project, PREPARED, **columns)
    run(confirm_test_set(user=project.created_by, project=project, preview=first), import_test_set)
    following = run(request_preview(project, {"table": ("u.csv", PREPARED)}, name="Other"), preview_test_set)
    assert following.result["table"]["assignment"] == columns


def test_columns_that_cannot_be_read_are_told_on_the_page_and_imported_with_others():
    project = make_project()
    broken = look(project, TABLE.replace("(5, 18)", "(5, 99)"), "t.tsv")
    assert broken.result["missing"].startswith("t.tsv, line 4: The span (5, 99) is not inside the sentence")
    page = sign_in(project).get(reverse("evaluation:test_set_preview", args=[project.slug, broken.pk]))
    assert "The span (5, 99) is not inside" in markup_of(page)
    with pytest.raises(DomainError, match="is not inside"):
        confirm_test_set(user=project.created_by, project=project, preview=broken)
    chosen = {"source": "source", "systems": ["system one"]}
    job = confirm_test_set(user=project.created_by, project=project, preview=broken, columns=chosen)
    assert run(job, import_test_set).result["segments"] == 4


def test_expressions_of_the_source_are_not_taken_for_those_of_the_reference():
    """Score_mwe then ranked the system that translates word for word first."""
    text = (
        "ID;Source;Reference;Expression\n1;He kicked the bucket.;Er gab den Löffel ab.;kicked the bucket\n"
        "2;It rains cats and dogs.;Es regnet in Strömen.;cats and dogs\n"
    )
    result = look(make_project(), text).result
    assert result["table"]["assignment"]["label"] == ["Expression"]
    chosen = look(make_project(), text, source=["Source"], reference=["Reference"], expression=["Expression"])
    assert chosen.result["checks"][-1] == (
        "The expression occurs word for word in the reference in 0 of 2 rows, and in the source in 2. "
        "If it is that of the source, choose “Label”."
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.txt", "source\treference\tA\nIt rains.\tPiove.\tPioggia.\n"),
        ("t.json", '[{"source": "It rains.", "reference": "Piove.", "A": "Pioggia."}]'),
        ("t.csv", "sep=;\nsource;reference;A\nIt rains.;Piove.;Pioggia.\n"),
    ],
)
def test_the_content_of_a_file_says_that_it_is_a_table(name: str, text: str):
    result = look(make_project(), text, name).result
    assert (result["counts"]["segments"], result["systems"], result["missing"]) == (1, ["A"], "")


def test_short_rows_repeated_ids_and_similar_systems_are_told():
    text = (
        "segment;source;reference;DeepL;deepl\n1;It rains.;Piove.;Pioggia.;Piove.\n"
        "2;It snows.;Nevica.;La neve.;Nevica.\n1;It rained.;Pioveva.;Pioggia.\n"
    )
    assert look(make_project(), text).result["checks"] == [
        "“deepl” is empty in 1 row: line 4.",
        "1 row repeats an earlier value of “segment”: “1” in lines 2 and 4. Each becomes a segment.",
        "These systems differ in case or spaces only and count as different ones: “DeepL” and “deepl”.",
        "1 row has fewer cells than the header; the last are read as empty: line 4.",
    ]
