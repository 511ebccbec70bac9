"""Pages of the evaluation app."""

from django.urls import path

from evaluation.agreement import views as agreement
from evaluation.aligner_scores.views import bands as class_scores
from evaluation.aligner_scores.views import scores, systems
from evaluation.alignments import views as alignments
from evaluation.boards.views import boards, breakdowns, segments
from evaluation.comparisons import views as comparisons
from evaluation.correlation.views import correlations, studies
from evaluation.elsewhere import views as elsewhere
from evaluation.expression_classes import views as expression_classes
from evaluation.finding.views import finding
from evaluation.finding.views import review as hit_review
from evaluation.hand_over import views as hand_over
from evaluation.judging.views import files as score_files
from evaluation.judging.views import judging
from evaluation.judging.views import quality as judging_quality
from evaluation.judging.views import rounds as judgement_rounds
from evaluation.linguistic_annotation import views as annotations
from evaluation.marks import views as marks
from evaluation.measures import views as measures
from evaluation.outside_scores import views as outside_scores
from evaluation.projects import views as projects
from evaluation.quality import views as quality
from evaluation.rating_agreement.views import agreement as rating_agreement
from evaluation.rating_agreement.views import plan as rating_plan
from evaluation.test_sets.views import imports as test_set_imports
from evaluation.test_sets.views import occurrences, test_sets
from evaluation.token_type import views as token_type
from evaluation.training_text import views as training_files

app_name = "evaluation"
urlpatterns = [
    path("new/", projects.new, name="new"),
    path("<slug:slug>/", projects.overview, name="overview"),
    path("<slug:slug>/settings/", projects.settings, name="settings"),
    path("<slug:slug>/compounds/<int:number>/elsewhere/", elsewhere.elsewhere, name="elsewhere"),
    path("<slug:slug>/compounds/<int:number>/elsewhere/part/", elsewhere.elsewhere_part, name="elsewhere_part"),
    # An assignment names its project itself.
    path("judge/<int:pk>/", judging.judge, name="judge"),
    path("judge/<int:pk>/submit/", judging.submit, name="submit"),
    path("judge/<int:pk>/skip/", judging.skip, name="skip"),
    path("judge/<int:pk>/reopen/", judging.reopen, name="reopen"),
    path("judge/<int:pk>/take-up/", judging.take_up, name="take_up"),
    path("<slug:slug>/work/", judging.work, name="work"),
    path("<slug:slug>/work/next/", judging.work_next, name="work_next"),
    path("<slug:slug>/rounds/", judgement_rounds.judgement_rounds, name="judgement_rounds"),
    path("<slug:slug>/rounds/<int:number>/", judgement_rounds.judgement_round, name="judgement_round"),
    path("<slug:slug>/rounds/<int:number>/wording/", judgement_rounds.judgement_wording, name="judgement_wording"),
    path(
        "<slug:slug>/rounds/<int:number>/close/", judgement_rounds.judgement_round_close, name="judgement_round_close"
    ),
    path("<slug:slug>/rounds/<int:number>/quality/", judging_quality.judgement_quality, name="judgement_quality"),
    path(
        "<slug:slug>/rounds/<int:number>/quality.csv",
        judging_quality.judgement_quality_table,
        name="judgement_quality_table",
    ),
    path("<slug:slug>/judges/<int:pk>/", judging_quality.judge_quality, name="judge_quality"),
    path("<slug:slug>/rounds/<int:number>/answers.csv", judgement_rounds.judgement_table, name="judgement_table"),
    path(
        "<slug:slug>/rounds/<int:number>/<slug:table>.<slug:ending>",
        score_files.judgement_results,
        name="judgement_results",
    ),
    path(
        "<slug:slug>/test-sets/<int:pk>/rounds/new/", judgement_rounds.judgement_round_new, name="judgement_round_new"
    ),
    path("<slug:slug>/agreement/", agreement.agreement, name="agreement"),
    path("<slug:slug>/agreement/table.csv", agreement.agreement_table, name="agreement_table"),
    path("<slug:slug>/agreement/<slug:table>.csv", agreement.agreement_file, name="agreement_file"),
    path("<slug:slug>/agreement/intervals/", agreement.agreement_intervals, name="agreement_intervals"),
    path("<slug:slug>/agreement/frequency/", agreement.agreement_frequency, name="agreement_frequency"),
    path("<slug:slug>/agreement/<slug:figure>.svg", agreement.agreement_plot, name="agreement_plot"),
    path("<slug:slug>/quality/", quality.quality, name="quality"),
    path("<slug:slug>/quality/<int:pk>/", quality.quality_annotator, name="quality_annotator"),
    path("<slug:slug>/quality/<int:pk>/<slug:figure>.svg", quality.quality_plot, name="quality_plot"),
    path("<slug:slug>/ratings/", rating_agreement.rating_agreement, name="rating_agreement"),
    path("<slug:slug>/ratings/compute/", rating_agreement.rating_agreement_compute, name="rating_agreement_compute"),
    path("<slug:slug>/ratings/<slug:step>.svg", rating_agreement.rating_timeline, name="rating_timeline"),
    path("<slug:slug>/ratings/<slug:table>.csv", rating_agreement.rating_table, name="rating_table"),
    path("<slug:slug>/planner/", rating_plan.rating_plan, name="rating_plan"),
    path("<slug:slug>/planner/widths.svg", rating_plan.rating_plan_plot, name="rating_plan_plot"),
    path("<slug:slug>/token-type/", token_type.token_type, name="token_type"),
    path("<slug:slug>/token-type/<slug:figure>.svg", token_type.token_type_plot, name="token_type_plot"),
    path("<slug:slug>/token-type/<slug:table>.csv", token_type.token_type_table, name="token_type_table"),
    path("<slug:slug>/systems/", systems.systems, name="systems"),
    path("<slug:slug>/systems/release-<int:number>.svg", systems.systems_plot, name="systems_plot"),
    path("<slug:slug>/systems/release-<int:number>.<slug:ending>", score_files.systems_table, name="systems_table"),
    path("<slug:slug>/systems/new/", systems.system_new, name="system_new"),
    path("<slug:slug>/systems/aligner/", systems.aligner_new, name="aligner_new"),
    path("<slug:slug>/systems/release-<int:number>/frequency/", class_scores.class_scores_new, name="class_scores_new"),
    path("<slug:slug>/systems/frequency/<int:pk>/", class_scores.class_scores, name="class_scores"),
    path(
        "<slug:slug>/systems/frequency/<int:pk>.<slug:ending>",
        class_scores.class_scores_table,
        name="class_scores_table",
    ),
    path("<slug:slug>/systems/scoring/<int:number>/", systems.scoring, name="scoring"),
    path("<slug:slug>/scores/<int:pk>/", scores.score, name="score"),
    path("<slug:slug>/findings/", finding.findings, name="findings"),
    path("<slug:slug>/findings/new/", finding.finding_new, name="finding_new"),
    path("<slug:slug>/findings/of-job/<int:pk>/", finding.finding_of_job, name="finding_of_job"),
    path("<slug:slug>/findings/<int:pk>/", finding.finding, name="finding"),
    path("<slug:slug>/findings/<int:pk>/use/", hand_over.finding_use, name="finding_use"),
    path("<slug:slug>/findings/<int:pk>/training/", training_files.training_files_new, name="training_files_new"),
    path("<slug:slug>/training-files/<int:pk>/", training_files.training_files, name="training_files"),
    path(
        "<slug:slug>/training-files/<int:pk>/download/",
        training_files.training_files_download,
        name="training_files_download",
    ),
    path("<slug:slug>/handed-over/<int:pk>/", hand_over.handed_over, name="handed_over"),
    path("<slug:slug>/findings/<int:pk>/hits/", hit_review.hits, name="hits"),
    path("<slug:slug>/findings/<int:pk>/hits/decide/", hit_review.hit_decide, name="hit_decide"),
    path("<slug:slug>/findings/<int:pk>/hits/phrase/", hit_review.phrase_decide, name="phrase_decide"),
    path("<slug:slug>/findings/<int:pk>/hits/undo/", hit_review.hits_undo, name="hits_undo"),
    path("<slug:slug>/test-sets/", test_sets.test_sets, name="test_sets"),
    path("<slug:slug>/test-sets/new/", test_set_imports.test_set_new, name="test_set_new"),
    path("<slug:slug>/test-sets/preview/<int:job_pk>/", test_set_imports.test_set_preview, name="test_set_preview"),
    path("<slug:slug>/test-sets/of-job/<int:pk>/", test_sets.test_set_of_job, name="test_set_of_job"),
    path("<slug:slug>/test-sets/<int:pk>/", test_sets.test_set, name="test_set"),
    path("<slug:slug>/test-sets/<int:pk>/jobs/", test_sets.test_set_jobs, name="test_set_jobs"),
    path("<slug:slug>/test-sets/<int:pk>/translations/", test_sets.translations_new, name="translations_new"),
    path("<slug:slug>/test-sets/<int:pk>/alignments/", alignments.alignment_new, name="alignment_new"),
    path("<slug:slug>/test-sets/<int:pk>/lemmas/", annotations.annotation_new, name="annotation_new"),
    path(
        "<slug:slug>/test-sets/<int:pk>/outside-scores/",
        outside_scores.outside_scores_new,
        name="outside_scores_new",
    ),
    path("<slug:slug>/test-sets/<int:pk>/measures/", measures.measures_new, name="measures_new"),
    path("<slug:slug>/test-sets/<int:pk>/scores.csv", boards.test_set_table, name="test_set_table"),
    path("<slug:slug>/test-sets/<int:pk>/scores.tex", boards.test_set_latex, name="test_set_latex"),
    path("<slug:slug>/test-sets/<int:pk>/scores.svg", boards.test_set_plot, name="test_set_plot"),
    path("<slug:slug>/test-sets/<int:pk>/compare/", comparisons.compare, name="compare"),
    path("<slug:slug>/test-sets/<int:pk>/compare/compute/", comparisons.compare_compute, name="compare_compute"),
    path("<slug:slug>/test-sets/<int:pk>/compare/<slug:figure>.svg", comparisons.compare_plot, name="compare_plot"),
    path(
        "<slug:slug>/test-sets/<int:pk>/compare/<slug:table>.<slug:ending>",
        comparisons.compare_table,
        name="compare_table",
    ),
    path("<slug:slug>/test-sets/compare/of-job/<int:pk>/", comparisons.comparison_of_job, name="comparison_of_job"),
    path("<slug:slug>/test-sets/<int:pk>/groups/", breakdowns.groups, name="groups"),
    path("<slug:slug>/test-sets/<int:pk>/groups/<slug:dimension>.svg", breakdowns.groups_plot, name="groups_plot"),
    path("<slug:slug>/test-sets/<int:pk>/groups.<slug:ending>", breakdowns.groups_table, name="groups_table"),
    path("<slug:slug>/test-sets/<int:pk>/expressions/", breakdowns.expressions, name="expressions"),
    path(
        "<slug:slug>/test-sets/<int:pk>/expressions.<slug:ending>",
        breakdowns.expressions_table,
        name="expressions_table",
    ),
    path("<slug:slug>/test-sets/<int:pk>/classes/", expression_classes.expression_classes, name="expression_classes"),
    path(
        "<slug:slug>/test-sets/<int:pk>/classes/clear/",
        expression_classes.expression_classes_clear,
        name="expression_classes_clear",
    ),
    path(
        "<slug:slug>/test-sets/<int:pk>/classes/undo/",
        expression_classes.expression_classes_undo,
        name="expression_classes_undo",
    ),
    path("<slug:slug>/test-sets/<int:pk>/occurrences/", occurrences.occurrences, name="occurrences"),
    path("<slug:slug>/test-sets/<int:pk>/occurrences.svg", occurrences.occurrences_plot, name="occurrences_plot"),
    path(
        "<slug:slug>/test-sets/<int:pk>/occurrences.<slug:ending>",
        occurrences.occurrences_table,
        name="occurrences_table",
    ),
    path("<slug:slug>/test-sets/<int:pk>/segments/", segments.segments, name="segments"),
    path("<slug:slug>/test-sets/<int:pk>/segments/<int:number>/", segments.segment, name="segment"),
    path("<slug:slug>/test-sets/<int:pk>/segments/<int:number>/marks/", marks.marks, name="marks"),
    path("<slug:slug>/test-sets/<int:pk>/segments/<int:number>/marks/undo/", marks.marks_undo, name="marks_undo"),
    path("<slug:slug>/test-sets/<int:pk>/people/", correlations.correlations, name="correlations"),
    path("<slug:slug>/test-sets/<int:pk>/people/new/", studies.study_new, name="study_new"),
    path("<slug:slug>/test-sets/people/of-job/<int:pk>/", correlations.correlation_of_job, name="correlation_of_job"),
    path("<slug:slug>/test-sets/<int:pk>/people/<int:number>/", correlations.correlation, name="correlation"),
    path(
        "<slug:slug>/test-sets/<int:pk>/people/<int:number>/scatter.svg",
        correlations.correlation_plot,
        name="correlation_plot",
    ),
    path(
        "<slug:slug>/test-sets/<int:pk>/people/<int:number>/<slug:table>.<slug:ending>",
        correlations.correlation_table,
        name="correlation_table",
    ),
]
