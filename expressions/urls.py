"""Pages of expressions, gathered from its subjects."""

from django.urls import URLPattern, URLResolver

from annotation_site.web.addresses import gather

app_name = "expressions"
SUBJECTS = [
    "expressions.projects",
    "expressions.marks",
    "expressions.items",
    "expressions.imports",
    "expressions.agreement",
    "expressions.annotator_quality",
    "expressions.adjudication",
    "expressions.consistency",
    "expressions.lexicon",
    "expressions.candidates",
    "expressions.releases",
]
urlpatterns: list[URLPattern | URLResolver] = [*gather(SUBJECTS, "pages")]
