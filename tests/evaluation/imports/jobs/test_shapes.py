"""Shapes of a test set: references, discontinuous spans, classes, lemmas, and words found by links."""

import json

import pytest

from alignment.readings.links import Reading
from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.gold import GoldPair
from evaluation.imports.jobs.test_sets import import_test_set, preview_test_set
from evaluation.linguistic_annotation.queries import (
    find_linguistic_annotation,
    read_linguistic_annotation,
    reference_part,
)
from evaluation.test_sets.models import Expression, TestSet
from evaluation.test_sets.released_segments import read_released_segments
from evaluation.test_sets.services import confirm_test_set, request_test_set_preview
from evaluation.translations.models import Translation
from tests.evaluation.gold_releases import make_release
from tests.evaluation.translated import add, keep, request_preview, run
from tests.factories import make_member, make_project
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project()


def take(project: Project, preview, columns=None) -> TestSet:
    job = confirm_test_set(user=project.created_by, project=project, preview=preview, columns=columns)
    return TestSet.objects.get(pk=run(job, import_test_set).result["test_set"])


def take_files(project: Project, files, references=()) -> TestSet:
    return take(project, run(request_preview(project, files, references), preview_test_set))


def expressions(test_set: TestSet) -> list[tuple]:
    found = Expression.objects.filter(segment__test_set=test_set).order_by("segment__number", "position")
    return list(found.values_list("label", "source_spans", "reference_spans", "reference_text"))


OBJECTS = """{"source": "They let her down.", "references": ["L'hanno delusa.", "La delusero."], "translations": \
{"A": "La lasciarono giù.", "B": "L'hanno delusa."}, "expressions": [{"label": "let down", "class": "NC", "category": \
"VPC.full", "source_spans": [[13, 17], [5, 8]], "reference_spans": [[8, 14]]}]}

{"source": "It rains.", "references": ["Piove."], "translations": {"B": "Piove."}}
"""


def find_span(text: str, word: str) -> list[int]:
    return [text.index(word), text.index(word) + len(word)]


def test_invisible_characters_are_removed_and_every_span_means_the_same_words(project):
    source, reference = "They\u200f let\u00ad her \u2067down\u2069.", "L\u2019hanno de\u00adlusa\u200b."
    data = {
        "source": source,
        "references": [reference],
        "translations": {"A": "La \u200elasciarono."},
        "expressions": [
            {
                "label": "let\u00ad down",
                "source_spans": [find_span(source, "let\u00ad"), find_span(source, "down")],
                "reference_spans": [[reference.index("de"), reference.index(".")]],
            }
        ],
    }
    preview = run(request_preview(project, {"table": ("t.jsonl", json.dumps(data) + "\n")}), preview_test_set)
    assert preview.result["removed"]["total"] == 7
    test_set = take(project, preview)
    segment = test_set.segments.get()
    assert (segment.source, segment.references) == ("They let her down.", ["L’hanno delusa."])
    assert expressions(test_set) == [("let down", [[5, 8], [13, 17]], [[8, 14]], "delusa")]
    assert Translation.objects.get().hypotheses.get().text == "La lasciarono."
    assert "7 invisible characters were removed (" in test_set.job.result["summary"]


def test_lemmas_and_words_of_conllu_move_with_their_text(project):
    words = "1\tre\u00adsign\tresign\tVERB\t_\t_\t_\t_\t_\t_\t1:VID\n2\t\u200fnow\tnow\tADV\t_\t_\t_\t_\t_\t_\t1\n"
    test_set = take_files(project, {"source": ("s.cupt", f"# text = re\u00adsign \u200fnow\n{words}\n")})
    assert test_set.segments.get().source == "resign now"
    assert [label_and_spans[:2] for label_and_spans in expressions(test_set)] == [("resign now", [[0, 10]])]


def test_objects_bring_references_gaps_classes_and_systems(project):
    preview = run(request_preview(project, {"table": ("t.jsonl", OBJECTS)}), preview_test_set)
    assert preview.result["counts"] == {"segments": 2, "expressions": 1, "placed": 1, "translated": 1}
    assert preview.result["systems"] == ["A", "B"]
    test_set = take(project, preview)
    assert test_set.segments.get(number=1).references == ["L'hanno delusa.", "La delusero."]
    assert expressions(test_set) == [("let down", [[5, 8], [13, 17]], [[8, 14]], "delusa")]
    marked = Expression.objects.get()
    assert (marked.expression_class, marked.category) == ("idiomatic", "VPC.full")
    one = Translation.objects.get(system__name="A")
    assert one.missing == [2]


CUPT = """# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE
# text = Don't let her  down.
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_\t*
1\tDo\tdo\tAUX\t_\t_\t0\t_\t_\t_\t*
2\tn't\tnot\tPART\t_\t_\t0\t_\t_\t_\t*
3\tlet\tlet\tVERB\t_\t_\t0\t_\t_\t_\t1:VPC.full;2:VID
4\ther\tshe\tPRON\t_\t_\t0\t_\t_\t_\t2
5\tdown\tdown\tADP\t_\t_\t0\t_\t_\tSpaceAfter=No\t1
6\t.\t.\tPUNCT\t_\t_\t0\t_\t_\t_\t*

1\tIt\tit\tPRON\t_\t_\t0\t_\t_\t_\t*
2\train\t_\t_\t_\t_\t0\t_\t_\tSpaceAfter=No\t_
3\t!\t!\tPUNCT\t_\t_\t0\t_\t_\t_\t_
"""


def test_blank_lines_at_the_end_of_line_aligned_files_do_not_count(project):
    files = {"source": ("s.txt", "They broke the ice.\nShe left.\n\n"), "spans": ("s.spans", "x\t[(5, 10)]\n\n\n\n")}
    test_set = take_files(project, files, ["Hanno rotto il ghiaccio.\nSe n'è andata.\n"])
    assert [segment.source for segment in test_set.segments.order_by("number")] == ["They broke the ice.", "She left."]


def test_cupt_brings_sentences_lemmas_and_overlapping_expressions(project):
    test_set = take_files(project, {"source": ("s.cupt", CUPT)}, ["Non deluderla.\nPiove!\n"])
    # The sentence is the one that was written, with its two spaces.
    assert [each.source for each in test_set.segments.all()] == ["Don't let her  down.", "It rain!"]
    assert expressions(test_set) == [("let down", [[6, 9], [15, 19]], [], ""), ("let she", [[6, 13]], [], "")]
    assert list(Expression.objects.order_by("position").values_list("category", flat=True)) == ["VPC.full", "VID"]
    text = find_linguistic_annotation(test_set, "source")
    words = read_linguistic_annotation(text, 1, 500)
    assert [(word.form, word.lemma, word.upos) for word in words[2]][:2] == [("It", "it", "PRON"), ("rain", None, None)]
    assert [word.form for word in words[1]] == ["Do", "n't", "let", "her", "down", "."]
    assert len(text.sha256) == 64 and find_linguistic_annotation(test_set, reference_part()) is None
    assert list(read_linguistic_annotation(text, 2, 1)) == [2]


def test_links_find_the_expression_in_the_reference(project):
    files = {
        "source": ("s.txt", "They let her down.\nIt rains.\n"),
        "spans": ("s.spans", "let down\t[(5, 8), (13, 17)]\tidiomatic\n\n"),
        "source_tokens": ("s.tok", "They let her down .\nIt rains .\n"),
        "reference_tokens": ("r.tok", "L' hanno proprio delusa .\nPiove .\n"),
        "alignment": ("s.align", "1-1 1-3 3p3 4-4\n1-0\n"),
    }
    test_set = take_files(project, files, ["L'hanno proprio delusa.\nPiove.\n"])
    assert expressions(test_set) == [("let down", [[5, 8], [13, 17]], [[2, 7], [16, 22]], "hanno delusa")]
    assert Expression.objects.get().expression_class == "idiomatic"


def test_a_table_may_have_several_references_and_spans_in_the_first(project):
    table = "source\tref\tref 2\tspans\tref spans\nLet it be.\tLascia stare.\tSia.\t[(0, 3)]\t[(0, 6)]\n"
    preview = run(request_preview(project, {"table": ("t.tsv", table)}), preview_test_set)
    columns = {"source": "source", "reference": "ref", "references": ["ref 2"], "spans": "spans"}
    test_set = take(project, preview, {**columns, "reference_spans": "ref spans"})
    assert test_set.segments.get().references == ["Lascia stare.", "Sia."]
    assert expressions(test_set) == [("Let", [[0, 3]], [[0, 6]], "Lascia")]


GOLD = [
    ("they let her down", "la delusero", Reading({(1, 1): "S", (3, 1): "P", (2, 0): "S"})),
    ("it rains", "piove", Reading({(1, 0): "S"})),
]


def ask_release(project: Project, release, spans: str = "", user=None, **options):
    files = {"spans": keep(project, "s.spans", spans)} if spans else {}
    return request_test_set_preview(
        user=user or project.created_by, project=project, name="Gold", files=files, release=release,
        request_id="7f9c24e8-3b12-4fef-91d0-8f2f1ab5e1c0", **options,
    )  # fmt: skip


def test_what_is_aligned_to_an_expression_in_a_release_is_its_reference_span(project):
    release = make_release(project, GOLD)
    spans = "let down\t[(5, 8), (13, 17)]\n\n"
    test_set = take(project, run(ask_release(project, release, spans), preview_test_set))
    assert expressions(test_set) == [("let down", [[5, 8], [13, 17]], [[3, 11]], "delusero")]
    assert [each["part"] for each in test_set.files] == ["spans", "release"]
    assert test_set.files[1]["sha256"] == release.sha256


@pytest.mark.parametrize(
    ("grouping", "labels"),
    [("together", ["let her down"]), ("runs", ["let her", "down"]), ("each", ["let", "her", "down"])],
)
def test_words_that_were_to_be_aligned_make_expressions(grouping, labels):
    pair = GoldPair(
        1, 7, "7", ["They", "let", "Her", "x", "down"], ["la", "delusero"], {(1, 1): "S"}, frozenset({1, 2, 4}),
        frozenset(),
    )  # fmt: skip
    [row] = read_released_segments([pair], lambda numbers: {7: ("They let  Her x down", "la delusero")}, grouping)
    assert [each.label for each in row.expressions] == labels
    assert row.source == "They let  Her x down" and row.expressions[0].reference_text == "delusero"


def test_a_release_of_every_word_needs_spans_and_a_foreign_one_does_not_exist(project):
    release = make_release(project, GOLD)
    with pytest.raises(DomainError, match="Add a file of spans to define expressions"):
        ask_release(project, release)
    other = make_project()
    manager = make_member(project, Role.MANAGER).user
    with pytest.raises(
        DomainError, match="Choose a word alignment release in the same languages, from a project that you manage"
    ):
        ask_release(project, make_release(other, GOLD), "x\t[(0, 1)]\n\n", user=manager)


def test_a_file_of_spans_as_long_as_the_release_is_wanted(project):
    release = make_release(project, GOLD)
    with pytest.raises(DomainError, match=r"s.spans, line 2: The file has fewer lines than the release."):
        run(ask_release(project, release, "let\t[(5, 8)]\n"), preview_test_set)


def test_the_corpus_of_idioms_comes_with_its_links(project):
    folder = shared("data/evaluation/idioms-enfr")
    names = {"source": "sents.en", "spans": "sents.spans.en", "alignment": "sents.en_fr.moses.align"}
    names |= {"source_tokens": "sents.en.moses", "reference_tokens": "sents.fr.moses"}
    files = {part: (name, (folder / name).read_bytes()) for part, name in names.items()}
    preview = run(request_preview(project, files, [(folder / "sents.fr").read_text()]), preview_test_set)
    counts = preview.result["counts"]
    assert counts["segments"] == 2525 and counts["placed"] == counts["expressions"]
    # Counted apart, by hand-written code: as many have a word with a link.
    assert counts["translated"] == 2187


def test_translations_as_conllu_keep_their_lemmas(project):
    test_set = take_files(project, {"source": ("s.cupt", CUPT)})
    rows = ["1\tNon\tnon\tADV", "2\tdeluderla\tdeludere\tVERB", "", "1\tPiove\tpiovere\tVERB", ""]
    text = "".join(f"{row}\t_\t_\t0\t_\t_\t_\n" if row else "\n" for row in rows)
    add(test_set, "one", text, "one.conllu")
    translation = Translation.objects.get()
    assert [each.text for each in translation.hypotheses.all()] == ["Non deluderla", "Piove"]
    found = find_linguistic_annotation(test_set, translation)
    assert [word.lemma for word in read_linguistic_annotation(found, 1, 1)[1]] == ["non", "deludere"]
    with pytest.raises(DomainError, match=r"two\.conllu: The file has 1 sentences, but the test set has 2 segments\."):
        add(test_set, "two", text.partition("\n\n")[0] + "\n", "two.conllu")
