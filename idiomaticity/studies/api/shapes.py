"""Shapes of a study's settings, and the first fault of those that are wrong."""

from collections.abc import Iterator, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation_site.projects.api.shapes import shape_kind
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import LONGEST_GUIDELINE
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError
from annotation_site.web.names import NameInBodyField
from idiomaticity.compounds.models import LONGEST_CONTEXT
from idiomaticity.crowd.api import CrowdBody
from idiomaticity.crowd.codes import LONGEST_CONSENT
from idiomaticity.page_texts.models import PageTexts
from idiomaticity.questionnaires.api import QuestionnaireBody
from idiomaticity.screening.answers import LARGEST_SHARE, LONGEST_EXPLANATION
from idiomaticity.screening.known_answer_files import MOST_ITEMS
from idiomaticity.screening.models import KnownRating, ScreeningSettings
from idiomaticity.studies.study_files import FORMAT, VERSION, read_study_file

LONGEST_NAME = 120
LONGEST_SENTENCE = 5_000
LONGEST_RANGE = 10
_shapes = shape_kind(Project.Kind.IDIOMATICITY)
_Request: Any = _shapes.request
_Change: Any = _shapes.change


def text(longest: int) -> serializers.CharField:
    """Return a field for a text that may be missing, and whose spaces are kept."""
    return serializers.CharField(max_length=longest, allow_blank=True, default="", trim_whitespace=False)


class StudySettings(_Request, _Change):
    """Settings of the project; without a name, which each project has for itself, and without people."""

    name = None
    kind = None
    guideline = None
    creators = None


class StudyCrowd(CrowdBody):
    """Settings of the crowd: each study chooses its own day of deletion, and may have no consent text yet."""

    forget_on: Any = None
    consent = serializers.CharField(max_length=LONGEST_CONSENT, allow_blank=True, default="")


class StudyScreening(serializers.Serializer[ScreeningSettings]):
    """Share of attention items and pass mark of the qualification, both in percent."""

    attention_share = serializers.IntegerField(min_value=0, max_value=LARGEST_SHARE)
    pass_mark = serializers.IntegerField(min_value=1, max_value=100)


class StudyPageTexts(serializers.Serializer[PageTexts]):
    """The language of participants' pages, and the study's own sentences by language and English sentence."""

    language = serializers.CharField(max_length=10, allow_blank=True, default="")
    own = serializers.DictField(
        child=serializers.DictField(child=serializers.ListField(child=serializers.CharField())), default=dict
    )


class StudyKnownAnswer(serializers.Serializer[KnownRating]):
    """A row of a table of known answers."""

    compound = serializers.CharField(max_length=200)
    head, modifier, span = text(200), text(200), text(200)
    sentence, previous, next = text(LONGEST_SENTENCE), text(LONGEST_CONTEXT), text(LONGEST_CONTEXT)
    use = serializers.ChoiceField(choices=KnownRating.Use.choices)
    explanation = text(LONGEST_EXPLANATION)
    expected_head, expected_modifier, expected_whole = text(LONGEST_RANGE), text(LONGEST_RANGE), text(LONGEST_RANGE)


class StudyBody(serializers.Serializer[Any]):
    """A study's settings, without compounds, answers and people. Parts that are missing have the defaults of a new
    project.
    """

    name = NameInBodyField(max_length=LONGEST_NAME)
    settings = StudySettings()
    guideline = text(LONGEST_GUIDELINE)
    crowd: Any = StudyCrowd(allow_null=True, default=None)
    questionnaire: Any = QuestionnaireBody(allow_null=True, default=None)
    screening: Any = StudyScreening(allow_null=True, default=None)
    page_texts: Any = StudyPageTexts(allow_null=True, default=None)
    known_answers = serializers.ListField(child=StudyKnownAnswer(), max_length=MOST_ITEMS, default=list)


class StudyFile(StudyBody):
    """A study file."""

    format = serializers.ChoiceField(choices=[FORMAT])
    version = serializers.IntegerField(min_value=1, max_value=VERSION)


@extend_schema_field(StudyFile)
class StudyField(serializers.DictField):
    """The content of a study file, which `check_study` reads."""


class StudyRequest(serializers.Serializer[Any]):
    """A new project with the settings of a study file."""

    request_id = serializers.UUIDField(help_text="The same for a repeated request, which starts no second project.")
    name = NameInBodyField(max_length=LONGEST_NAME, required=False, help_text="By default that in the file.")
    study = StudyField(help_text="The content of a study file.")


class StartedStudy(serializers.Serializer[Any]):
    """The project, and sentences about what it still has to choose, or could not take over."""

    slug = serializers.SlugField()
    left = serializers.ListField(child=serializers.CharField())


def read_study_upload(data: bytes, name: str) -> dict[str, Any]:
    """Return the study in a file; raise DomainError with one sentence that says what is wrong and where."""
    try:
        return check_study(read_study_file(data, name), name)
    except FormatError as error:
        raise DomainError(f"{error} No project was started.") from error


def check_study(content: Mapping[str, Any], file: str) -> dict[str, Any]:
    """Return the study of a file whose format is right; raise FormatError for the first setting that is not."""
    if unknown := next(_list_unknown(content, StudyBody()), ""):
        raise FormatError(file, None, f"There is no setting “{unknown}”.")
    reader = StudyBody(data=content)
    if reader.is_valid():
        return {name: value for name, value in reader.validated_data.items() if value is not None}
    path, problem = find_first_fault(reader.errors)
    raise FormatError(file, None, f"{', '.join(path)}: {problem}" if path else problem)


def find_first_fault(errors: Any) -> tuple[list[str], str]:
    """Return where the first fault is, as names and numbers of rows from the outside in, and what it is."""
    path: list[str] = []
    while not isinstance(errors, str):
        if isinstance(errors, Mapping):
            key, errors = next(iter(errors.items()))
            if key != "non_field_errors":
                path.append(f"row {key + 1}" if isinstance(key, int) else key)
        else:
            number, errors = next((number, fault) for number, fault in enumerate(errors) if fault)
            # A list of sentences about one field is no list of rows.
            if not isinstance(errors, str):
                path.append(f"row {number + 1}")
    return path, str(errors)


def _list_unknown(content: object, shape: Any) -> Iterator[str]:
    """Yield names that the shape does not have, with the names of the parts around them."""
    if isinstance(shape, serializers.ListField):
        for entry in content if isinstance(content, list) else []:
            yield from _list_unknown(entry, shape.child)
    elif isinstance(shape, serializers.Serializer) and isinstance(content, Mapping):
        for name, value in content.items():
            if name not in shape.fields:
                yield str(name)
            else:
                yield from (f"{name}.{inner}" for inner in _list_unknown(value, shape.fields[name]))
