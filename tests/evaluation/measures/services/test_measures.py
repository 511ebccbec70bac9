"""Measures as jobs: the figures, the same however the work was cut, and what follows when something is missing."""

from typing import Any

import pytest
from django.core.files.base import ContentFile

from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.running import JobStopped
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError
from evaluation.alignments.jobs import take_alignment
from evaluation.alignments.services import add_alignment
from evaluation.measures.jobs import chunks, measure_translations, sharing
from evaluation.measures.jobs.scores import read_values
from evaluation.measures.kinds.mwe_score import MweScore
from evaluation.measures.registry import MEASURES
from evaluation.measures.services.measures import request_measures
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import SegmentValues, TranslationScore
from tests.evaluation.aligner_scores.test_runs import finish
from tests.evaluation.translated import TABLE, add, make_test_set, run
from tests.factories import make_member, make_project
from tests.shared_data import shared

DICTIONARY = "broke spaccato\nice gelo\nice ghiaccio\nwoke sveglia\n"
# Score_mwe (paper) of the seven systems on the hundred sentences.
HUNDRED = {
    "Baseline small": 0.2649,
    "MWE_dictionary": 0.3738,
    "MWE_backtrans": 0.4456,
    "MWE_wordwithspaces": 0.4414,
    "MWE_iob_small": 0.3942,
    "Baseline big": 0.4806,
    "MWE_iob_big": 0.6285,
}


COMPOUNDS = "compound,compositionality\nrotto il ghiaccio,0.5\n"
SURFACE = ("bleu", "chrf", "ter")


def ask(test_set: TestSet, *measures: str, dictionary: str = "", compounds: str = "", **options: Any) -> Job:
    project = test_set.project

    def keep(text: str, name: str) -> list[Upload]:
        file = ContentFile(text.encode())
        return [store_upload(user=project.created_by, project=project, file=file, name=name)] if text else []

    return request_measures(
        user=project.created_by,
        project=project,
        test_set=test_set,
        measures=measures,
        options=options,
        files={"dictionaries": keep(dictionary, "en-it.txt"), "compounds": keep(compounds, "compounds.csv")},
    )


LINKS = {
    "": "0-0 1-1 2-2\n1-0 1-1 2-2 3-3\n1-0 1-1 2-2 3-3\n0-0\n",
    "system one": "0-0 1-1\n1-0 1-1 2-2 3-3\n\n0-0\n",
}


def align(test_set: TestSet, name: str, text: str = "", **options: Any) -> Job:
    """Take in the alignment of a system, or under no name that of the reference."""
    project = test_set.project
    job = add_alignment(
        user=project.created_by,
        project=project,
        test_set=test_set,
        translation=test_set.translations.get(system__name=name) if name else None,
        file=ContentFile((text or LINKS[name]).encode()),
        file_name="links.txt",
        **{"base": "0", **options},
    )
    return job if job.is_finished else run(job, take_alignment)


def ask_all(test_set: TestSet) -> Job:
    for name in ("system one", "system two"):
        if test_set.translations.filter(system__name=name, word_alignment=None).exists():
            lines = LINKS["" if name == "system two" else name].splitlines()[: test_set.segment_count]
            align(test_set, name, "".join(f"{line if len(lines) > 1 else '0-0'}\n" for line in lines))
    return ask(test_set, *MEASURES, dictionary=DICTIONARY, compounds=COMPOUNDS)


def make_measured() -> TestSet:
    """Make a test set of an alignment project with every measure of both systems."""
    test_set = make_test_set(make_project())
    run(ask_all(test_set), measure_translations)
    return test_set


def figures(test_set: TestSet) -> dict[tuple[str, str], dict[str, float | None]]:
    scores = TranslationScore.objects.filter(translation__test_set=test_set).select_related("translation__system")
    return {
        (score.translation.system.name, score.measure): {
            name: figure["value"] for name, figure in score.result["figures"].items()
        }
        for score in scores
    }


def cut_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of one segment."""
    for module in (chunks, sharing):
        monkeypatch.setattr(module, "CHUNK", 1)


@pytest.mark.django_db(transaction=True)
class TestHere:
    """The job's body, without a worker."""

    @pytest.fixture(autouse=True)
    def _alone(self, monkeypatch):
        """Call nobody to help, so that the worker of other tests does not take part."""
        monkeypatch.setattr(sharing, "wake_helper", lambda job: None)

    def test_every_measure_of_both_systems(self):
        test_set = make_test_set(make_project())
        run(ask_all(test_set), measure_translations)
        found = figures(test_set)
        assert len(found) == 2 * len(MEASURES)
        # By hand: si è svegliata (1 + 0 + 7/9) / 3; ha rotto il ghiaccio (1 + 1/5 + 1 + 3/8) / 4; and an empty line.
        assert found["system one", "mwe-score"]["paper"] == pytest.approx((16 / 27 + 2.575 / 4 + 0) / 3)
        assert found["system two", "mwe-score"] == {"paper": 1.0, "code": 1.0, "macro": 1.0}
        assert found["system two", "bleu"]["score"] == pytest.approx(100)
        assert found["system two", "ter"]["score"] == 0
        # “sveglia” and “spaccato” are literal; “ice” is left out whole, since “ghiaccio” is in the reference.
        # The third output is missing.
        assert found["system one", "litter"] == {"macro": 1, "micro": 1}
        assert found["system two", "litter"] == {"macro": 0, "micro": 0}
        score = TranslationScore.objects.filter(measure="mwe-score").first()
        assert "|bs:1000|seed:12345|testset:" in score.signature and score.result["figures"]["paper"]["interval"]

    def test_the_chunks_make_no_difference(self, monkeypatch):
        once = make_test_set(make_project())
        run(ask_all(once), measure_translations)
        cut_small(monkeypatch)
        cut = make_test_set(make_project())
        run(ask_all(cut), measure_translations)
        assert SegmentValues.objects.filter(translation__test_set=cut).count() == 4 * 2 * len(MEASURES)
        results = [
            list(
                TranslationScore.objects.filter(translation__test_set=each)
                .order_by("translation", "measure")
                .values_list("result", "signature")
            )
            for each in (once, cut)
        ]
        assert results[0] == results[1]

    def test_an_interrupted_job_goes_on_after_its_last_chunk(self, monkeypatch):
        cut_small(monkeypatch)
        test_set = make_test_set(make_project())
        job = ask(test_set, "mwe-score")
        count, calls = MweScore.count, []

        def stop_at_the_third(*arguments):
            calls.append(arguments)
            if len(calls) == 3:
                raise JobStopped
            return count(*arguments)

        monkeypatch.setattr(MweScore, "count", stop_at_the_third)
        with pytest.raises(JobStopped):
            run(job, measure_translations)
        assert SegmentValues.objects.count() == 2 and not TranslationScore.objects.exists()
        run(job, measure_translations)
        assert len(calls) == 9  # the two that were stored are not counted again
        assert figures(test_set)["system two", "mwe-score"]["paper"] == 1.0

    def test_a_system_added_later_joins_the_others(self):
        test_set = make_test_set(make_project(), systems=["system one"])
        first = run(ask(test_set, "mwe-score"), measure_translations)
        assert ask(test_set, "mwe-score").pk == first.pk
        add(test_set, "system three", "Si è svegliata\n\n\n\n")
        second = run(ask(test_set, "mwe-score"), measure_translations)
        assert second.result["scores"] == 1
        assert figures(test_set)["system three", "mwe-score"]["paper"] == pytest.approx(1 / 3)

    def test_without_references_and_expressions_figures_are_undefined_with_a_reason(self):
        table = "source\tsystem one\nIt rains.\tPiove.\n"
        test_set = make_test_set(make_project(), table, {"source": "source"}, ["system one"])
        run(ask_all(test_set), measure_translations)
        for score in TranslationScore.objects.all():
            assert set(score.result["reasons"]) == set(score.result["figures"])

    def test_the_words_that_triggered_are_kept(self):
        test_set = make_test_set(make_project())
        run(ask(test_set, "litter", dictionary=DICTIONARY), measure_translations)
        score = TranslationScore.objects.get(translation__system__name="system one")
        assert list(read_values(score.translation, "litter", score.key)) == [
            [[1, ["sveglia"], [[3, 10]], [["woke", ["sveglia"], []]]]],
            [[1, ["spaccato"], [[3, 11]], [["broke", ["spaccato"], []], ["ice", ["gelo", "ghiaccio"], ["ghiaccio"]]]]],
            [[1, [], [], [["broke", ["spaccato"], []], ["ice", ["gelo", "ghiaccio"], ["ghiaccio"]]]]],
            [],
        ]

    @pytest.mark.parametrize(
        ("measures", "dictionary", "sentence"),
        [
            (["litter"], "", "LitTER needs a dictionary."),
            (["mwe-score"], "a b\n", "The dictionary is only for LitTER. Choose LitTER, or leave out the dictionary."),
            (["comet"], "", "There is no measure “comet”"),
            ([], "", "Choose at least one measure."),
        ],
    )
    def test_what_cannot_be_measured_is_refused_in_a_sentence(self, measures, dictionary, sentence):
        with pytest.raises(DomainError, match=sentence):
            ask(make_test_set(make_project()), *measures, dictionary=dictionary)

    def test_a_dictionary_without_a_word_is_refused(self):
        test_set = make_test_set(make_project())
        with pytest.raises(DomainError, match=r"en-it.txt: The dictionary has no lines with two words\."):
            run(ask(test_set, "litter", dictionary="one two three\n"), measure_translations)
        assert not TranslationScore.objects.exists()

    def test_only_managers_may_ask(self):
        test_set = make_test_set(make_project())
        adjudicator = make_member(test_set.project, Role.ADJUDICATOR).user
        with pytest.raises(DomainError, match="Only a project's manager"):
            request_measures(user=adjudicator, project=test_set.project, test_set=test_set, measures=["bleu"])


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
class TestByTheWorker:
    """The same through the real worker."""

    def test_our_own_sentences(self):
        test_set = make_test_set(make_project(), TABLE)
        job = finish(ask_all(test_set))
        assert job.state == Job.State.SUCCEEDED, job.error
        assert figures(test_set)["system two", "mwe-score"]["paper"] == 1.0

    def test_the_hundred_sentences_score_as_published(self):
        data = shared("data/evaluation/mwe-100/test_100.annot.xlsx").read_bytes()
        columns = {"source": "Example MWE", "reference": "Reference", "expression": "MWE ref. trans."}
        test_set = make_test_set(make_project(), data, columns, list(HUNDRED), file_name="test_100.annot.xlsx")
        job = finish(ask(test_set, "mwe-score", "bleu", "chrf", "ter"), 90)
        assert job.state == Job.State.SUCCEEDED, job.error
        found = figures(test_set)
        assert {name: round(found[name, "mwe-score"]["paper"] or 0, 4) for name in HUNDRED} == HUNDRED
