"""Each settings model declares the columns that a copy carries, and a file has just these."""

from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model, OneToOneField

from annotation_site.projects.models import Project
from idiomaticity.adjudication.models import DoubtCount
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.page_texts.models import PageTexts
from idiomaticity.projects.models import IdiomaticitySettings
from idiomaticity.questionnaires.api import QuestionnaireBody
from idiomaticity.questionnaires.models import Questionnaire
from idiomaticity.screening.models import ScreeningSettings
from idiomaticity.studies.api.shapes import StudyCrowd, StudyPageTexts, StudyScreening, StudySettings

# Counted from a study's work: no setting.
COUNTED = (DoubtCount,)
# Beside the columns: the text of the consent, which has versions, is a table of its own.
BESIDE = {"crowd": {"consent"}}
SHAPES: list[tuple[str, Any, list[Any]]] = [
    ("settings", StudySettings, [Project, IdiomaticitySettings]),
    ("crowd", StudyCrowd, [CrowdCall]),
    ("questionnaire", QuestionnaireBody, [Questionnaire]),
    ("screening", StudyScreening, [ScreeningSettings]),
    ("page_texts", StudyPageTexts, [PageTexts]),
]


def list_settings_models() -> list[type[Model]]:
    """Return Project and every model of compositionality of which a project has at most one row."""
    own = apps.get_app_config("idiomaticity").get_models()
    of_project = [model for model in own if isinstance(model._meta.pk, OneToOneField) and _leads_to_project(model)]
    return [Project, *(model for model in of_project if model not in COUNTED)]


def _leads_to_project(model: Any) -> bool:
    return model._meta.pk.related_model is Project


@pytest.mark.parametrize("model", list_settings_models(), ids=lambda model: model.__name__)
def test_each_column_of_a_settings_model_is_carried_or_left_for_a_reason(model: Any) -> None:
    columns = {field.name for field in model._meta.concrete_fields}
    declared = model.carried_fields
    assert not set(declared.carried) & set(declared.left)
    assert columns == {*declared.carried, *declared.left}, f"{model.__name__}.carried_fields misses a column"
    assert all(declared.left.values())


@pytest.mark.parametrize(("part", "shape", "models"), SHAPES, ids=[part for part, *_ in SHAPES])
def test_a_file_has_the_carried_fields_and_no_others(part: str, shape: Any, models: list[Any]) -> None:
    carried = {name for model in models for name in model.carried_fields.carried}
    assert set(shape().fields) == carried | BESIDE.get(part, set())


def test_each_settings_model_is_part_of_a_file() -> None:
    assert {model for *_, models in SHAPES for model in models} == set(list_settings_models())
