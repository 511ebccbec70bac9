from django.urls import URLPattern, URLResolver

from annotation_site.web.addresses import gather

app_name = "alignment"
SUBJECTS = [
    "alignment.projects",
    "alignment.items",
    "alignment.figures",
    "alignment.readings",
    "alignment.rounds",
    "alignment.feedback",
    "alignment.training",
    "alignment.imports",
    "alignment.imported_annotation",
    "alignment.selection",
    "alignment.suggestions",
    "alignment.anchoring",
    "alignment.machines",
    "alignment.corrections",
    "alignment.releases",
    "alignment.adjudication",
    "alignment.annotator_quality",
    "alignment.agreement",
]
urlpatterns: list[URLPattern | URLResolver] = [*gather(SUBJECTS, "pages")]
