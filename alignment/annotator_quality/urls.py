from django.urls import URLPattern

from alignment.annotator_quality.queries.quality import LINK_QUALITY
from annotation_site.annotator_quality.urls import quality_api, quality_pages

pages: list[URLPattern] = quality_pages(LINK_QUALITY)
project_api: list[URLPattern] = quality_api(LINK_QUALITY, name="annotator-quality", shape="AnnotatorQualityRow")
