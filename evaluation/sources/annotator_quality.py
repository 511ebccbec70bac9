"""Sums of how annotators of word alignment work."""

from alignment.annotator_quality.queries import AnnotatorQualityReport as AnnotatorQualityReport
from alignment.annotator_quality.queries import Week as Week
from alignment.annotator_quality.queries import read_annotator_quality as read_annotator_quality
from alignment.annotator_quality.queries import summarise as summarise
