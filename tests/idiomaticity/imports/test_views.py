"""Importing through pages: upload, look, mend, confirm."""

from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.imports.services import COMPOUND_IMPORT
from tests.annotation_site.texts.marked_texts import examples
from tests.idiomaticity.making import make_rating_project, preview_study, run_job
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
TABLE = b"compound\tsentence\nfish tank\tThe tank of my fish.\ngas tank\tTwo gas tanks.\n"


@pytest.fixture
def project() -> Project:
    return make_rating_project(text="")


def manager_of(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def upload(project: Project, *files: bytes, **changes: object) -> Job:
    sent = {
        "request_id": str(uuid4()),
        "content": "compounds",
        "uploads": [SimpleUploadedFile(f"file{number}.tsv", data) for number, data in enumerate(files)],
        **changes,
    }
    answer = manager_of(project).post(reverse("idiomaticity:import", args=[project.slug]), sent)
    assert answer.status_code == 302, markup_of(answer)
    return run_job(Job.objects.filter(project=project).latest("pk"))


def test_what_could_not_be_placed_is_mended_on_the_page_and_imported(project: Project) -> None:
    first = upload(project, TABLE)
    client = manager_of(project)
    page = markup_of(client.get(reverse("idiomaticity:import_preview", args=[project.slug, first.pk])))
    assert 'name="at:fish tank#1"' in page
    assert "Locate the compounds" in page
    sent = {"request_id": str(uuid4()), "at:fish tank#1": "tank … fish"}
    client.post(reverse("idiomaticity:import_again", args=[project.slug, first.pk]), sent)
    second = run_job(Job.objects.filter(project=project).latest("pk"))
    assert second.result["counts"]["misplaced"] == 0
    client.post(reverse("idiomaticity:import_confirm", args=[project.slug, second.pk]))
    run_job(Job.objects.filter(project=project).latest("pk"))
    assert Occurrence.objects.filter(compound__project=project).count() == 2


def test_rows_are_left_out_only_when_that_is_said(project: Project) -> None:
    preview = upload(project, TABLE)
    client = manager_of(project)
    address = reverse("idiomaticity:import_confirm", args=[project.slug, preview.pk])
    refused = client.post(address)
    assert refused.status_code == 400
    assert "1 row has errors and would be left out" in markup_of(refused)
    assert client.post(address, {"leave_out": "on"}).status_code == 302


def test_two_files_are_read_together(project: Project) -> None:
    scores = b"compound\tclass\tmeans1\nfish tank\tC\t4.5\n"
    result = upload(project, scores, b"compound\tsentence1\nfish tank\tA fish tank.\n").result
    assert result["counts"]["compounds"] == 1
    assert result["shown"][0]["compound_class"] == "C"


def test_only_one_file_has_ratings(project: Project) -> None:
    ratings = b"compound,sentence_number,scale,annotator,rating\nglass ceiling,1,whole,w1,2\n"
    with pytest.raises(DomainError, match="One file must have the ratings, but 2 of these do"):
        preview_study(project, ratings, ratings)


def test_a_file_that_is_no_table_fails_its_job_with_a_sentence(project: Project) -> None:
    with pytest.raises(DomainError, match="The file is empty"):
        upload(project, b"\n\t\n")


OTHERS = """Spalte A;Zeile A;Art;Links;Rechts
césped artificial;El césped artificial dura.;literal;césped;artificial
manzana podrida;Es la manzana podrida.;figurado;manzana;podrida
""".encode("latin-1")


def again_with(project: Project, looked: Job, **sent: str) -> Job:
    """Read the files again, sent from the page, and return the preview."""
    address = reverse("idiomaticity:import_again", args=[project.slug, looked.pk])
    answer = manager_of(project).post(address, {"request_id": str(uuid4()), **sent})
    assert answer.status_code == 302, markup_of(answer)
    return run_job(Job.objects.filter(project=project, kind=looked.kind).latest("pk"))


def assign(looked: Job, contents: dict[str, str]) -> dict[str, str]:
    """Return what the page sends for these contents of columns; the others are ignored."""
    table = looked.result["table"]
    sent = {f"column_{place}": contents.get(column, "") for place, column in enumerate(table["columns"])}
    return {**sent, "header": "yes" if table["has_header"] else "no", "sheet": table["sheet"]}


def test_columns_and_classes_of_another_name_are_assigned_on_the_page(project: Project) -> None:
    """A file in Latin-1 with semicolons, none of whose names is usual."""
    looked = upload(project, OTHERS)
    assert looked.result["table"]["columns"] == ["Spalte A", "Zeile A", "Art", "Links", "Rechts"]
    page = manager_of(project).get(reverse("idiomaticity:import_preview", args=[project.slug, looked.pk]))
    assert "No column is Compound. Choose it; the columns are Spalte A, Zeile A" in markup_of(page)
    with pytest.raises(DomainError, match="nothing to import"):
        COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=True)
    columns = {"Spalte A": "compound", "Zeile A": "sentence", "Art": "compound_class"}
    assigned = again_with(project, looked, **assign(looked, {**columns, "Links": "head", "Rechts": "modifier"}))
    assert assigned.result["class_names"] == ["literal", "figurado"]
    assert assigned.result["counts"]["left_out"] == 2
    classes = {"class:literal": "C", "class:figurado": "NC"}
    complete = again_with(project, assigned, **classes)
    assert complete.result["counts"] | {"compounds": 2, "left_out": 0} == complete.result["counts"]
    page = manager_of(project).get(reverse("idiomaticity:import_preview", args=[project.slug, complete.pk]))
    assert '<option value="NC" selected>' in markup_of(page)
    run_job(COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=complete, leave_out=False))
    rows = Compound.objects.filter(project=project, text__in=["césped artificial", "manzana podrida"])
    assert sorted(rows.values_list("text", "head", "imported_class")) == [
        ("césped artificial", "césped", "C"),
        ("manzana podrida", "manzana", "NC"),
    ]


def test_columns_of_ratings_are_assigned_too(project: Project) -> None:
    upload(project, b"compound\tsentence\nfish tank\tA fish tank.\n")
    data = b"mot;quoi;qui;note\nfish tank;whole;w1;4\n"
    looked = upload(project, data, content="ratings")
    assert "No column is Compound" in looked.result["missing"]
    contents = {"mot": "compound", "quoi": "scale", "qui": "annotator", "note": "value"}
    complete = again_with(project, looked, **assign(looked, contents))
    assert complete.result["missing"] == ""
    assert complete.result["table"]["assignment"]["annotator"] == ["qui"]


def test_names_that_no_page_can_show_are_not_proposed(project: Project) -> None:
    """Neither can the database store them."""
    long = b"x" * 301
    data = b"compound\tsentence\tclass\ta\x01b\t" + long + b"\nfish tank\tA fish tank.\tC\x07\t\t\n"
    looked = upload(project, data + b"gas tank\tA gas tank.\t\xff" + long + b"\t\t\n", encoding="utf-8")
    assert looked.result["table"]["columns"] == ["compound", "sentence", "class", "ab", "x" * 200]
    assert looked.result["class_names"] == []
    assert looked.result["counts"]["left_out"] == 2


def test_a_column_that_the_files_do_not_have_is_refused(project: Project) -> None:
    looked = upload(project, OTHERS)
    address = reverse("idiomaticity:import_again", args=[project.slug, looked.pk])
    answer = manager_of(project).post(address, {"request_id": str(uuid4()), "column_0": "word"})
    assert answer.status_code == 400
    with pytest.raises(DomainError, match="no content called"):
        COMPOUND_IMPORT.request_preview(
            user=project.created_by,
            project=project,
            uploads=list(looked.uploads.all()),
            request_id=uuid4(),
            columns={"word": ["Spalte A"]},
        )


def test_a_compound_that_occurs_twice_is_placed_by_its_span(project: Project) -> None:
    """The reason names the spans, and either can be entered."""
    looked = upload(project, b"compound\tsentence\nfish tank\tA fish tank in a fish tank.\n")
    (misplaced,) = looked.result["misplaced"]
    assert misplaced["reason"] == "The compound occurs 2 times in this sentence. Give one span: 2-11, 17-26."
    sent = {"request_id": str(uuid4()), f"at:{misplaced['key']}": "17-26"}
    manager_of(project).post(reverse("idiomaticity:import_again", args=[project.slug, looked.pk]), sent)
    again = run_job(Job.objects.filter(project=project, kind="compound_preview").latest("pk"))
    assert (again.result["counts"]["misplaced"], again.result["counts"]["sentences"]) == (0, 1)
    assert again.result["shown"][0]["sentences"][0]["spans"] == [[17, 26]]


def test_invisible_characters_are_counted_on_the_preview(project: Project) -> None:
    rows = "compound\tsentence\nfish\u200f tank\tA fish\u00adtank.\n"
    preview = upload(project, rows.encode())
    page = manager_of(project).get(reverse("idiomaticity:import_preview", args=[project.slug, preview.pk]))
    html = markup_of(page)
    assert "2 invisible characters were removed:" in html
    assert "soft hyphen (U+00AD)&nbsp;1×, right-to-left mark (U+200F)&nbsp;1×." in html
    assert preview.result["counts"]["sentences"] == 1


def test_compounds_without_a_known_head_are_rated_as_a_whole_if_one_says_so(project: Project) -> None:
    table = b"expression,sentence,label\nonce in a blue moon,It happens once in a blue moon.,idiomatic\n"
    looked = upload(project, table)
    assert (looked.result["unknown_heads"], looked.result["counts"]["left_out"]) == (1, 1)
    page = manager_of(project).get(reverse("idiomaticity:import_preview", args=[project.slug, looked.pk]))
    assert "The head of 1 compound is unknown" in markup_of(page)
    whole = again_with(project, looked, rates_whole="on")
    assert (whole.result["unknown_heads"], whole.result["counts"]["left_out"]) == (0, 0)
    # It stays so when something else is changed on the page.
    later = again_with(project, whole, **{"label:idiomatic": "literal"})
    run_job(COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=later, leave_out=False))
    row = Occurrence.objects.get(compound__project=project)
    assert (row.compound.head, row.label) == ("", "literal")


def make_mixed_table(rows: int = 140) -> bytes:
    """Return a table in which ten compounds have fourteen sentences each, now idiomatic, now literal."""
    lines = ["compound,sentence,class,previous,next"]
    for number in range(rows):
        compound = f"{'abcdefghij'[number % 10]}ox tank"
        name = "Literal" if number % 7 == 3 else "Idiomatic"
        lines.append(f"{compound},Sentence {number} has a {compound}.,{name},Before {number}.,After {number}.")
    return "\n".join(lines).encode()


def test_every_row_of_mixed_classes_comes_in_as_a_label_of_its_occurrence(project: Project) -> None:
    """Before, 40 of 140 such rows were left out: their class “differs from an earlier row”."""
    looked = upload(project, make_mixed_table())
    assert looked.result["counts"] | {"sentences": 140, "left_out": 0} == looked.result["counts"]
    assert (looked.result["classes_of"], looked.result["mixed"]) == ("occurrence", 10)
    assert looked.result["labels"] == [{"label": "idiomatic", "count": 120}, {"label": "literal", "count": 20}]
    page = manager_of(project).get(reverse("idiomaticity:import_preview", args=[project.slug, looked.pk]))
    text = markup_of(page)
    assert "10 compounds have several classes in different rows." in text
    assert 'name="classes_of" value="occurrence" checked' in text
    assert 'name="label:Literal" value="literal"' in text
    run_job(COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=False))
    stored = Occurrence.objects.filter(compound__project=project)
    assert stored.filter(label="idiomatic").count() == 120
    assert set(stored.filter(number=1).values_list("compound__compound_class", flat=True)) == {""}
    first = stored.get(sentence__startswith="Sentence 0 ")
    assert (first.previous, first.next) == ("Before 0.", "After 0.")


def test_a_manager_may_read_them_as_classes_of_compounds_and_name_labels(project: Project) -> None:
    looked = upload(project, make_mixed_table())
    refused = again_with(project, looked, classes_of="compound", **{"class:Literal": "C"})
    assert refused.result["classes_of"] == "compound"
    assert refused.result["counts"]["left_out"] > 0
    named = again_with(project, looked, classes_of="occurrence", **{"label:Literal": "", "label:Idiomatic": "figure"})
    assert named.result["labels"] == [{"label": "figure", "count": 120}, {"label": "", "count": 20}]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"labels": {"i": "x" * 41}}, "must have at most 40 characters"),
        ({"labels": {str(number): "idiomatic" for number in range(31)}}, "at most 30 names of labels"),
        ({"classes_of": "sentence"}, "must be of the compound or of the occurrence"),
    ],
)
def test_labels_that_cannot_be_assigned_are_refused(project: Project, options: dict[str, Any], sentence: str) -> None:
    looked = upload(project, TABLE)
    with pytest.raises(DomainError, match=sentence):
        COMPOUND_IMPORT.request_preview(
            user=project.created_by,
            project=project,
            uploads=list(looked.uploads.all()),
            request_id=uuid4(),
            **options,
        )


def test_the_api_takes_labels_and_says_what_it_read(project: Project) -> None:
    looked = upload(project, make_mixed_table(20))
    sent = {
        "request_id": str(uuid4()),
        "content": "compounds",
        "uploads": [upload.pk for upload in looked.uploads.all()],
        "labels": {"Idiomatic": "figurative use"},
        "classes_of": "occurrence",
    }
    answer = manager_of(project).post(reverse("api:study-imports", args=[project.slug]), sent, "application/json")
    assert answer.status_code == 202, answer.content
    result = run_job(Job.objects.get(pk=answer.json()["id"])).result
    assert [each["label"] for each in result["labels"]] == ["literal", "figurative use"]


def test_an_export_of_an_annotation_tool_is_named_and_comes_in_with_its_spans(project: Project) -> None:
    text = examples.packed(d__txt=examples.BRAT_TEXT, d__ann=examples.BRAT_MARKS)
    preview = upload(project, text)
    assert preview.result["tool"] == "brat"
    assert [each["compound"] for each in preview.result["shown"]] == ["spilled the beans", "cash cow"]
    address = reverse("idiomaticity:import_preview", args=[project.slug, preview.pk])
    assert "Export of brat." in markup_of(manager_of(project).get(address))
    manager_of(project).post(reverse("idiomaticity:import_confirm", args=[project.slug, preview.pk]))
    run_job(Job.objects.filter(project=project).latest("pk"))
    spans = (
        Occurrence.objects.filter(compound__project=project)
        .order_by("compound__number")
        .values_list("spans", flat=True)
    )
    assert list(spans) == [[[3, 10], [15, 24]], [[2, 10]]]


THREE = """composto;testa;modificatore;tipo;frase1;frase2;frase3
pesce spada;pesce;spada;PC;Il pesce spada nuota.;Ecco un pesce spada.;I pesci spada.
luna piena;luna;piena;C;La luna piena brilla.;;Con la luna piena.
"""


def test_every_sentence_of_a_row_comes_in_without_a_click() -> None:
    """Two of three were dropped in silence."""
    project = make_rating_project(text="", language="it")
    looked = upload(project, THREE.encode("latin-1"))
    assert looked.result["counts"] | {"compounds": 2, "sentences": 5, "left_out": 0} == looked.result["counts"]
    assert looked.result["table"]["assignment"]["sentence"] == ["frase1", "frase2", "frase3"]
    assert looked.result["table"]["unused"] == []
    page = manager_of(project).get(reverse("idiomaticity:import_preview", args=[project.slug, looked.pk]))
    assert markup_of(page).count('<option value="sentence" selected>') == 3
    run_job(COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=False))
    assert Occurrence.objects.filter(compound__project=project).count() == 5


def test_the_choice_is_kept_for_the_next_file_with_the_same_columns(project: Project) -> None:
    looked = upload(project, OTHERS)
    contents = {"Spalte A": "compound", "Zeile A": "sentence", "Links": "head", "Rechts": "modifier"}
    assigned = again_with(project, looked, **assign(looked, contents))
    run_job(COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=assigned, leave_out=True))
    other = OTHERS.replace("césped".encode("latin-1"), b"prado").replace(b"manzana", b"pera")
    following = upload(project, other)
    assert following.result["missing"] == ""
    assert following.result["table"]["assignment"] == assigned.result["table"]["assignment"]
    added = upload(project, other.replace(b";Rechts", b";Rechts;Satz").replace(b"artificial\n", b"artificial;x\n"))
    assert added.result["table"]["assignment"] != assigned.result["table"]["assignment"]


def test_another_sheet_is_read_without_an_assignment_of_the_first(project: Project) -> None:
    book = Workbook()
    book.active.title = "notes"
    book.active.append(["about", "this"])
    book.active.append(["our", "study"])
    sheet = book.create_sheet("data")
    for row in (["compound", "sentence"], ["fish tank", "A fish tank."]):
        sheet.append(row)
    file = BytesIO()
    book.save(file)
    looked = upload(project, uploads=[SimpleUploadedFile("a.xlsx", file.getvalue())])
    assert "No column is Compound" in looked.result["missing"]
    again = again_with(project, looked, **{**assign(looked, {}), "sheet": "data"})
    assert again.result["counts"]["compounds"] == 1
    assert again.result["table"]["sheet"] == "data"


def test_empty_cells_and_short_rows_are_said_before_anything_is_stored(project: Project) -> None:
    looked = upload(project, b"compound\tsentence\tclass\nfish tank\t\tC\ngas tank\tA gas tank.\n")
    assert looked.result["checks"] == [
        "\u201cSentence\u201d is empty in 1 row: line 2.",
        "1 row has fewer cells than the header; the last are read as empty: line 3.",
    ]
    page = manager_of(project).get(reverse("idiomaticity:import_preview", args=[project.slug, looked.pk]))
    assert "is empty in 1 row: line 2." in markup_of(page)


def test_columns_of_two_files_are_assigned_together(project: Project) -> None:
    scores = b"Kompositum;Klasse;Mittel 1\nfish tank;C;4,5\n"
    looked = upload(project, scores, b"compound,sentence1\nfish tank,A fish tank.\n")
    assert looked.result["missing"] == ""
    assert looked.result["table"]["assignment"]["compound"] == ["Kompositum", "compound"]
    contents = {"Kompositum": "compound", "compound": "compound", "sentence1": "sentence", "Mittel 1": "mean"}
    again = again_with(project, looked, **assign(looked, contents))
    assert again.result["counts"]["compounds"] == 1
    run_job(COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=again, leave_out=False))
    (occurrence,) = Occurrence.objects.filter(compound__project=project)
    assert (occurrence.sentence, occurrence.published_mean) == ("A fish tank.", 4.5)


def test_text_that_is_not_in_the_language_cannot_be_confirmed() -> None:
    project = make_rating_project(text="", language="zh-hans", level="type")
    rows = "compound\n铁路\n马虎\n吃醋\n".encode("gb18030")
    preview = upload(project, rows, encoding="cp1252")
    client = manager_of(project)
    page = markup_of(client.get(reverse("idiomaticity:import_preview", args=[project.slug, preview.pk])))
    assert "The text is not Chinese" in page
    assert "when read as Western European (Windows 1252). Choose the encoding" in page
    refused = client.post(reverse("idiomaticity:import_confirm", args=[project.slug, preview.pk]), {"leave_out": "on"})
    assert refused.status_code == 400
    headless = upload(project, rows.replace(b"compound", "词语".encode("gb18030")), encoding="cp1252")
    assert "is not Chinese" in headless.result["missing"]
    assert upload(project, rows).result["unknown_heads"] == 3


def test_lost_letters_are_no_compound(project: Project) -> None:
    (row,) = upload(project, b"compound\tsentence\n??\tSo ?? it is.\n").result["left_out"]
    assert row["reason"] == "The letters of this compound were lost when the file was saved. Save it as UTF-8."
