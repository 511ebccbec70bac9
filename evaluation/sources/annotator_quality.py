"""Sums of how annotators of word alignment work."""

from alignment.annotator_quality.queries.reports import AnnotatorQualityReport as AnnotatorQualityReport
from alignment.annotator_quality.queries.reports import Week as Week
from alignment.annotator_quality.queries.reports import read_annotator_quality as read_annotator_quality
from alignment.annotator_quality.queries.reports import summarise as summarise
