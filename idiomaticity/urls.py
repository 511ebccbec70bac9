"""Pages of compositionality, gathered from its subjects."""

from django.urls import URLPattern, URLResolver

from annotation_site.web.addresses import gather

app_name = "idiomaticity"
SUBJECTS = [
    "idiomaticity.agreement",
    "idiomaticity.projects",
    "idiomaticity.studies",
    "idiomaticity.ratings",
    "idiomaticity.anchoring",
    "idiomaticity.crowd",
    "idiomaticity.lists",
    "idiomaticity.page_texts",
    "idiomaticity.questionnaires",
    "idiomaticity.imports",
    "idiomaticity.paraphrases",
    "idiomaticity.classes",
    "idiomaticity.adjudication",
    "idiomaticity.releases",
    "idiomaticity.screening",
    "idiomaticity.required_ratings",
    "idiomaticity.results",
    "idiomaticity.answers",
    "idiomaticity.predictors",
]
urlpatterns: list[URLPattern | URLResolver] = [*gather(SUBJECTS, "pages")]
