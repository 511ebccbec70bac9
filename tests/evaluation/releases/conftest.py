"""An evaluation of which a release says everything."""

import pytest

from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.models import Project
from tests.evaluation.judgements import bring_study, make_evaluation_project, make_round, measure_all
from tests.evaluation.measures.services.test_measures import align
from tests.evaluation.releases.making import judge_everything
from tests.evaluation.translated import make_test_set
from tests.factories import make_member
from tests.running.kept_rows import made_once


@pytest.fixture
def project(transactional_db: None, files_folder: object) -> Project:
    """Three annotators, one of them excluded, have judged two systems with alignments; a study is there, too."""
    return made_once(make_judged_project)


def make_judged_project() -> Project:
    project = make_evaluation_project(name="Idioms in translation")
    test_set = make_test_set(project)
    for name in ("", "system one"):
        align(test_set, name)
    people = [make_member(project) for _ in range(3)]
    for method in ("score", "preference"):
        make_round(project, test_set, method=method, required_count=3, repeat_share=40, hides_reference=True)
    for place, each in enumerate(people):
        judge_everything(each, place)
    exclude_annotator(user=project.created_by, project=project, annotator_id=people[2].pk, reason="careless")
    measure_all(test_set, "mwe-score", "bleu", "chrf", "ter", "mwe-aligned")
    bring_study(test_set)
    return project
