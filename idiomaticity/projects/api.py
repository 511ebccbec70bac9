"""Shapes of a study's questions in the API, among the settings of its project."""

from typing import Any

from rest_framework import serializers

from annotation_site.web.names import NameInBodyField
from idiomaticity.projects.extra_questions import LONGEST_NAME
from idiomaticity.projects.wording import LONGEST
from idiomaticity.scales.score_scale import LEAST, LONGEST_LABEL, MOST


class Wording(serializers.DictField):
    """Texts by name; missing ones have the default of the language."""

    child = serializers.CharField(max_length=LONGEST)


class ScaleBody(serializers.Serializer[Any]):
    """The scores of a question, whose labels are keyed by score."""

    lowest = serializers.IntegerField(min_value=LEAST, max_value=MOST, default=0)
    highest = serializers.IntegerField(min_value=LEAST, max_value=MOST, default=5)
    step = serializers.IntegerField(min_value=1, max_value=MOST, default=1)
    labels = serializers.DictField(child=serializers.CharField(max_length=LONGEST_LABEL), default=dict)


class ExtraQuestionBody(serializers.Serializer[Any]):
    """A question beside head, modifier and whole."""

    name = NameInBodyField(max_length=LONGEST_NAME, help_text="As exported, such as familiarity.")
    question = serializers.CharField(max_length=LONGEST)
    low = serializers.CharField(max_length=LONGEST, allow_blank=True, default="")
    high = serializers.CharField(max_length=LONGEST, allow_blank=True, default="")
    scale = ScaleBody(default=dict)


class ExtraQuestions(serializers.ListField):
    """Questions in the order in which they are asked."""

    child = ExtraQuestionBody()
