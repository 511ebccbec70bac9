import pytest

from annotation_site.projects.models import Project
from evaluation.finding.models import Finding
from tests.evaluation.findings import make_finding
from tests.evaluation.training_text.making import TEXTS
from tests.factories import make_project


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def finding(project: Project) -> Finding:
    return make_finding(project, texts=TEXTS)
