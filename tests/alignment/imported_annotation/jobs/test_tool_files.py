"""Files of alignment tools bring text and links into a project without pairs, from detection to submissions."""

import pytest

from alignment.imported_annotation.jobs.reading import import_readings
from alignment.pairs.models import SentencePair
from annotation_site.assignments.models import Submission
from annotation_site.web.exceptions import DomainError
from tests.alignment.formats.links.documents import examples
from tests.alignment.imported_annotation.importing import confirm, look, work
from tests.factories import make_project

pytestmark = pytest.mark.django_db

FILES = {
    "alpheios": (examples.alpheios_json(), 2),
    "ugarit": (examples.ugarit_xml(), 1),
    "usfm": (examples.packed(en__usfm=examples.ALIGNED_USFM, ugnt__usfm=examples.ORIGINAL_USFM), 2),
    "burrito": (examples.BURRITO_ZIP, 2),
}


@pytest.mark.parametrize("name", FILES)
def test_text_and_links_come_in_together_and_the_preview_names_the_format(name):
    project = make_project()
    data, count = FILES[name]
    preview = look(project, [data], "detect")
    assert preview.result["formats"] == [{"name": name, "base": 0, "looks_like": "", "reason": ""}]
    assert (preview.result["pairs"], preview.result["rejected_count"]) == (count, 0)
    work(confirm(preview), import_readings)
    assert SentencePair.objects.filter(item__project=project).count() == count
    assert all(each.reading["sure"] for each in Submission.objects.filter(assignment__item__project=project))


def test_a_broken_reference_is_a_row_left_out():
    broken = examples.ugarit_xml().replace('nrefs="2-2"', 'nrefs="2-9"')
    preview = look(make_project(), [broken], "detect")
    assert "a link names the word “2-9”, which is not there." in preview.result["rejected"][0]["reason"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ('[{"id": 1, "annotations": [{"result": []}], "data": {"text": "x"}}]', "This is an export of Label Studio."),
        (
            "<?xml version='1.0'?>\n<xmi:XMI xmlns:xmi='x'>",
            "is UIMA CAS XMI (INCEpTION, WebAnno), which Interlinea does not read.",
        ),
        (examples.packed(a__txt="words"), "Interlinea could not recognise this file."),
        (examples.packed(word__="x", **{"word/document__xml": "x"}), "is a Word document"),
    ],
)
def test_what_is_no_alignment_is_called_by_its_name(data, sentence):
    with pytest.raises(DomainError) as refused:
        look(make_project(), [data], "detect")
    assert sentence in str(refused.value)
