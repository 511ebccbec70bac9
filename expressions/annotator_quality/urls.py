from django.urls import URLPattern

from annotation_site.annotator_quality.urls import quality_api, quality_pages
from expressions.annotator_quality.queries import MARKING_QUALITY

pages: list[URLPattern] = quality_pages(MARKING_QUALITY)
project_api: list[URLPattern] = quality_api(
    MARKING_QUALITY,
    name="marking-annotator-quality",
    shape="MarkingAnnotatorQuality",
    exclusions="marking-exclusions",
)
