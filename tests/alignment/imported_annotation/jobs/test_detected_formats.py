"""Formats and bases of imported readings are detected, and asked for where they do not show."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile

from alignment.imported_annotation.jobs.reading import import_readings, preview_readings
from alignment.imported_annotation.services import request_readings_preview
from annotation_site.assignments.models import Item, Submission
from annotation_site.jobs.uploads import store_upload
from annotation_site.web.exceptions import DomainError
from tests.alignment.imported_annotation.importing import confirm, look, make_numbered_pair, work
from tests.factories import make_project
from tests.shared_data import shared

pytestmark = pytest.mark.django_db

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


def test_readings_of_a_release_come_in_by_annotator():
    project = make_project(pairs=2)
    readings = {"A": {"sure": "0-0", "possible": "1-1", "guideline": 1}, "B": {"sure": "", "unaligned_source": [0]}}
    lines = [
        json.dumps({"number": number, "id": f"pair-{number}", "readings": readings, "decisions": []})
        for number in (1, 2)
    ]
    preview = look(project, ["\n".join(lines)], "detect")
    found = [
        (each["name"], each["pairs"], each["sure"], each["possible"], each["unaligned"])
        for each in preview.result["readers"]
    ]
    assert found == [("A", 2, 2, 2, 0), ("B", 2, 0, 0, 2)]


def test_objects_without_links_are_no_readings_without_links():
    lines = ['{"id": "pair-1", "number": 1, "source_tokens": ["a"], "target_tokens": ["b"]}', '{"id": "pair-2"}']
    project = make_project(pairs=2)
    with pytest.raises(DomainError, match="This is a text in two languages"):
        look(project, lines[:1], "detect")
    result = look(project, ["\n".join(lines)], "jsonl").result
    assert (result["pairs"], result["rejected_count"]) == (0, 2)
    assert result["rejected"][0]["reason"].startswith("The object has no links. They are written as “sure”")


def test_numbers_of_a_format_are_numbers_where_pairs_have_other_ids():
    project = make_project(pairs=2)
    result = look(project, ["1 1 1 S\n2 1 1 P\n"], "naacl").result
    assert (result["pairs"], result["rejected_count"]) == (2, 0)
    Item.objects.filter(project=project, number=2).update(identifier="1")
    result = look(project, ["1 1 1 S\n2 1 1 P\n"], "naacl").result
    assert [(each["line"], each["reason"]) for each in result["rejected"]] == [
        (2, "The project has no unassigned pair 2.")
    ]


def test_the_base_of_one_file_is_that_of_the_others():
    project = make_project(pairs=2)
    preview = look(project, ["1-1\n2-2\n", "1-1\n3-3\n"], "pharaoh")
    assert [each["base"] for each in preview.result["formats"]] == [1, 1]


def test_a_base_that_does_not_show_is_asked_for():
    project = make_project(pairs=2)
    with pytest.raises(DomainError, match=r"^0\.txt: It is unclear whether words are counted from 0 or from 1"):
        look(project, ["1-1\n2-2\n"], "detect")
    assert look(project, ["1-1\n2-2\n"], "detect", base="1").result["readers"][0]["sure"] == 2


def test_links_of_the_other_direction_are_told_at_once_and_no_base_is_asked_for():
    project = make_project()
    make_numbered_pair(project, "a very black cat", "gatto nero")
    make_numbered_pair(project, "the cat", "il gatto")
    told = (
        r"^0\.txt, line 1: A link points to target token 4, but there are only 2\. "
        r"Words are counted from 0, as an index is 0: check whether the direction is target–source\.$"
    )
    links = ["0-2 1-3\n0-0\n"]
    with pytest.raises(DomainError, match=told):
        look(project, ["0-3 1-2\n0-0\n"], "pharaoh")
    assert look(project, links, "pharaoh", is_reversed=True).result["rejected_count"] == 0
    with pytest.raises(DomainError, match=r"the direction is source–target\.$"):
        look(project, ["2-0 3-1\n0-0\n"], "pharaoh", is_reversed=True)


def test_links_past_the_end_from_0_and_from_1_are_told_at_once():
    told = (
        r"^0\.txt, line 2: A link points to source token 7, but there are only 3\. That is past the end whether words "
        r"are counted from 0 or from 1: check whether the direction is target–source\.$"
    )
    with pytest.raises(DomainError, match=told):
        look(make_project(pairs=2), ["1-1\n7-2\n"], "pharaoh")


def test_links_with_ids_are_not_compared_with_pairs_of_the_same_number():
    project = make_project(pairs=2)
    preview = look(project, ["pair-2\t0-0\npair-1\t3-0\n"], "pharaoh")
    assert (preview.result["formats"][0]["base"], preview.result["rejected_count"]) == (0, 1)


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
