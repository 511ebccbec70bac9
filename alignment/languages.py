"""Languages, as word alignment has always imported them; they belong to every kind of annotation now."""

from annotation_site.projects.languages import LANGUAGE_CHOICES as LANGUAGE_CHOICES
from annotation_site.projects.languages import NAMES as NAMES
from annotation_site.projects.languages import TAG_PATTERN as TAG_PATTERN
from annotation_site.projects.languages import TAG_SENTENCE as TAG_SENTENCE
from annotation_site.projects.languages import Language as Language
from annotation_site.projects.languages import find_language as find_language
