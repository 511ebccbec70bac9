"""Errors of readers about unusable input, the same for every kind of annotation."""

from annotation_site.texts.faults import EXCERPT_LENGTH as EXCERPT_LENGTH
from annotation_site.texts.faults import FormatError as FormatError
from annotation_site.texts.faults import Rejected as Rejected
from annotation_site.texts.faults import reject as reject
