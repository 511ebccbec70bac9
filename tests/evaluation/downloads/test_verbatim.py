"""A source of CoNLL-U or .cupt is downloaded with every line as it came."""

import io
import zipfile

import pytest
from django.core.files.base import ContentFile

from annotation_site.jobs.models import Job
from annotation_site.texts.conllu import CUPT_HEADER
from evaluation.downloads.queries.files import DOWNLOADS
from evaluation.linguistic_annotation.jobs import import_linguistic_annotation
from evaluation.linguistic_annotation.services import add_linguistic_annotation
from evaluation.test_sets.models import Expression, TestSet
from expressions.checks.cupt import check_cupt
from tests.evaluation.downloads.test_files import NOTE, import_lines, make_hard
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import run
from tests.expressions.formats.test_cupt import FRENCH
from tests.shared_data import shared

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("files_folder")]


def download(test_set: TestSet) -> str:
    with zipfile.ZipFile(io.BytesIO(b"".join(DOWNLOADS["cupt.zip"].write(test_set)))) as archive:
        return archive.read("source.cupt").decode()


def list_expressions(test_set: TestSet) -> list[tuple[str, list[list[int]], str]]:
    found = Expression.objects.filter(segment__test_set=test_set).order_by("segment__number", "position")
    return list(found.values_list("label", "source_spans", "category"))


def test_half_a_contraction_trees_and_empty_nodes_come_out_as_they_went_in() -> None:
    """Words 1, 3 and 4 of “au cours du mois” were written back as 1 to 5, and the sentence cut anew without lemmas."""
    test_set = import_lines({"source.cupt": FRENCH.encode()}, "source.cupt")
    assert [label for label, _, _ in list_expressions(test_set)] == ["à cours de", "por causa de"]
    written = download(test_set)
    assert written == FRENCH
    assert not [fault for fault in check_cupt(written.split("\n")[:-1], 3, frozenset({"AdpID", "AdvID"}))
                if "mwe" in fault.test or "source" in fault.test]  # fmt: skip


def test_a_corpus_comes_out_byte_for_byte() -> None:
    """With NotMWE, metadata and texts that end in a space, of which the official validators complain."""
    text = shared("data/expressions/parseme-utilities-test/pt.cupt").read_text(encoding="utf-8")
    assert download(import_lines({"source.cupt": text.encode()}, "source.cupt")) == text


def test_codes_on_a_contraction_stay_on_it_and_count_for_its_words() -> None:
    """The readings of test sets and of passages were two; here the codes of ranges got lost."""
    text = FRENCH.replace(
        "du	_	_	_	_	_	_	_	_	*", "du	_	_	_	_	_	_	_	_	1"
    )
    test_set = import_lines({"source.cupt": text.encode()}, "source.cupt")
    assert [label for label, _, _ in list_expressions(test_set)] == ["à cours de le", "por causa de"]
    assert download(test_set) == text


def test_only_the_column_follows_changes_of_expressions() -> None:
    test_set = import_lines({"source.cupt": FRENCH.encode()}, "source.cupt")
    first, second = Expression.objects.filter(segment__test_set=test_set).order_by("segment__number")
    Expression.objects.filter(pk=first.pk).update(category="VID")
    second.delete()
    written = download(test_set)
    assert written == FRENCH.replace("1:AdpID", "1:VID").replace("1:AdvID", "*").replace(
        "2\tcausa\tcausa\tNOUN\t_\t_\t0\troot\t_\t_\t1", "2\tcausa\tcausa\tNOUN\t_\t_\t0\troot\t_\t_\t*"
    ).replace("3\td\tde\tADP\t_\t_\t4\tcase\t_\t_\t1", "3\td\tde\tADP\t_\t_\t4\tcase\t_\t_\t*")


def test_an_expression_that_was_added_has_the_words_at_its_place() -> None:
    test_set = import_lines({"source.cupt": FRENCH.encode()}, "source.cupt")
    segment = test_set.segments.get(number=2)
    Expression.objects.create(segment=segment, position=1, label="disso", source_spans=[[10, 15]], category="PronID")
    written = download(test_set)
    assert "3\td\tde\tADP\t_\t_\t4\tcase\t_\t_\t1;2:PronID\n4\tisso\tisso\tPRON\t_\t_\t2\tnmod\t_\t_\t2\n" in written
    assert written.count(NOTE) == 1
    again = import_lines({"source.cupt": written.encode()}, "source.cupt")
    assert list_expressions(again) == list_expressions(test_set)
    assert download(again) == written


def test_conllu_that_is_added_to_a_text_brings_its_lines() -> None:
    row = {"source": "au cours du mois", "references": [], "translations": {}, "expressions": [
        {"label": "au cours de", "source_spans": [[0, 11]], "class": "", "category": "AdpID"},
    ]}  # fmt: skip
    test_set = make_hard(make_evaluation_project(), [row])
    conllu = "".join("\t".join(line.split("\t")[:10]) + "\n" for line in FRENCH.partition("\n\n")[0].split("\n")[1:])
    job = add_linguistic_annotation(
        user=test_set.project.created_by, project=test_set.project, test_set=test_set, of="source",
        file=ContentFile(f"{conllu}\n".encode(), "source.conllu"), file_name="source.conllu",
    )  # fmt: skip
    assert run(job, import_linguistic_annotation).state == Job.State.SUCCEEDED
    written = download(test_set)
    assert written.startswith(f"{CUPT_HEADER}\n# source_sent_id = . . 7\n")
    assert "1\tà\tà\tADP\tP\t_\t3\tcase\t_\t_\t1:AdpID\n" in written


def test_characters_that_belong_to_no_word_are_removed_from_the_lines_too() -> None:
    test_set = import_lines({"source.cupt": FRENCH.replace("cours", "co\u00adurs").encode()}, "source.cupt")
    assert download(test_set) == FRENCH
