"""Pages of evaluation, gathered from its subjects."""

from django.urls import URLPattern, URLResolver

from annotation_site.web.addresses import gather

app_name = "evaluation"
SUBJECTS = [
    "evaluation.projects",
    "evaluation.other_projects",
    "evaluation.judging",
    "evaluation.adjudication",
    "evaluation.feedback",
    "evaluation.agreement",
    "evaluation.rating_agreement",
    "evaluation.token_type",
    "evaluation.aligner_scores",
    "evaluation.finding",
    "evaluation.transfers",
    "evaluation.training_text",
    "evaluation.experiments",
    "evaluation.test_sets",
    "evaluation.alignments",
    "evaluation.linguistic_annotation",
    "evaluation.external_scores",
    "evaluation.added_files",
    "evaluation.neural_measures",
    "evaluation.machines",
    "evaluation.measures",
    "evaluation.boards",
    "evaluation.comparisons",
    "evaluation.several_test_sets",
    "evaluation.expression_classes",
    "evaluation.marked_expressions",
    "evaluation.correlation",
    "evaluation.translations",
    "evaluation.downloads",
    "evaluation.releases",
]
urlpatterns: list[URLPattern | URLResolver] = [*gather(SUBJECTS, "pages")]
