"""Taking back test sets, outputs, scores, studies and searches, unless something was built on them."""

from uuid import uuid4

import pytest

from annotation_site.web.exceptions import NotEditable
from evaluation.finding.services.review import decide_hit
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import SegmentValues, Translation, TranslationScore
from tests.annotation_site.imports.taking_back import count_rows, take_back
from tests.evaluation.external_scores.test_services import TABLE as SCORES
from tests.evaluation.external_scores.test_services import upload_scores
from tests.evaluation.findings import make_finding
from tests.evaluation.judgements import bring_study, make_evaluation_project, make_round, measure_all
from tests.evaluation.translated import add, make_test_set

pytestmark = pytest.mark.django_db


def test_a_test_set_goes_with_the_outputs_of_its_file_and_their_scores() -> None:
    project = make_evaluation_project()
    before = count_rows(project)
    test_set = make_test_set(project)
    measure_all(test_set, "mwe-score")
    assert TranslationScore.objects.exists()
    take_back(test_set.job)
    after = count_rows(project)
    # Names of systems may be used elsewhere.
    assert after.pop("evaluation.System") == 2 and after == before


def test_a_test_set_that_people_judge_or_that_got_more_outputs_stays() -> None:
    test_set = make_test_set(make_evaluation_project())
    imported = add(test_set, "later", "Uno.\nDue.\nTre.\nQuattro.\n")
    with pytest.raises(NotEditable, match="1 translation"):
        take_back(test_set.job)
    take_back(imported)
    assert sorted(Translation.objects.values_list("system__name", flat=True)) == ["system one", "system two"]
    make_round(test_set.project, test_set)
    with pytest.raises(NotEditable, match="1 judging round"):
        take_back(test_set.job)
    assert TestSet.objects.exists()


def test_external_scores_go_by_system_and_by_segment() -> None:
    test_set = make_test_set(make_evaluation_project())
    before = count_rows(test_set.project)
    imported = upload_scores(test_set, SCORES)
    assert TranslationScore.objects.exists() and SegmentValues.objects.exists()
    take_back(imported)
    assert count_rows(test_set.project) == before


def test_a_study_goes_with_its_correlations() -> None:
    test_set = make_test_set(make_evaluation_project())
    before = count_rows(test_set.project)
    study = bring_study(test_set)
    take_back(study.job)
    assert count_rows(test_set.project) == before


def test_a_search_goes_unless_somebody_reviewed_its_hits() -> None:
    project = make_evaluation_project()
    before = count_rows(project)
    take_back(make_finding(project).job)
    assert count_rows(project) == before
    finding = make_finding(project)
    hit = finding.hits.earliest("pk")
    decide_hit(user=project.created_by, finding=finding, hit=hit, verdict="accepted", seen=0, operation_id=uuid4())
    with pytest.raises(NotEditable, match="1 hit decision"):
        take_back(finding.job)
