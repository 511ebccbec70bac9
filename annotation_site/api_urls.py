"""Addresses of the API."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularJSONAPIView

from alignment.adjudication import api as acceptances
from alignment.adjudication import api as adjudication
from alignment.corrections import api as corrections
from alignment.feedback import api as feedback
from alignment.imported_annotation import api as readings
from alignment.imports import api as imports
from alignment.pairs import api as items
from alignment.projects import api as projects
from alignment.readings.api import assignments
from alignment.releases import api as releases
from alignment.rounds.api import reconciliation, rounds
from alignment.selection import api as selections
from alignment.suggestions import api as suggestions
from alignment.training import api as known_gold
from annotation_site.exclusions import api as exclusions
from annotation_site.jobs import api as jobs
from annotation_site.projects.api import guidelines, members
from annotation_site.releases import api as shared_releases
from evaluation.agreement import api as agreement
from evaluation.aligner_scores.api import bands as class_scores
from evaluation.aligner_scores.api import systems
from evaluation.alignments import api as alignments
from evaluation.comparisons import api as comparisons
from evaluation.correlation import api as correlations
from evaluation.elsewhere import api as elsewhere
from evaluation.expression_classes import api as expression_classes
from evaluation.finding.api import finding
from evaluation.finding.api import review as hit_review
from evaluation.hand_over import api as hand_over
from evaluation.judging.api import judging
from evaluation.judging.api import quality as judging_quality
from evaluation.judging.api import rounds as judgement_rounds
from evaluation.linguistic_annotation import api as annotations
from evaluation.marks import api as marks
from evaluation.measures import api as measures
from evaluation.outside_scores import api as outside_scores
from evaluation.projects import api as evaluation_projects
from evaluation.quality import api as quality
from evaluation.rating_agreement.api import agreement as rating_agreement
from evaluation.rating_agreement.api import plan as rating_plan
from evaluation.test_sets.api import occurrences, test_sets
from evaluation.token_type import api as token_type
from evaluation.training_text import api as training_files
from evaluation.translations import api as translations
from idiomaticity.adjudication import api as compound_adjudication
from idiomaticity.classes import api as classes
from idiomaticity.crowd import api as crowd
from idiomaticity.imports import api as study_imports
from idiomaticity.paraphrases import api as paraphrases
from idiomaticity.predictors import api as predictors
from idiomaticity.projects import api as rating_projects
from idiomaticity.ratings import api as ratings
from idiomaticity.releases import api as study_releases
from idiomaticity.results import api as compounds
from idiomaticity.screening import api as rating_quality
from idiomaticity.wanted import api as wanted

app_name = "api"

_of_project = [
    path("", projects.ProjectView.as_view(), name="project-detail"),
    path("members/", members.MembersView.as_view(), name="members"),
    path("members/<int:pk>/", members.MemberView.as_view(), name="member"),
    path("invitations/", members.InvitationsView.as_view(), name="invitations"),
    path("invitations/<int:pk>/", members.InvitationView.as_view(), name="invitation"),
    path("guidelines/", guidelines.GuidelinesView.as_view(), name="guidelines"),
    path("items/", items.ItemsView.as_view(), name="items"),
    path("items/<int:number>/", items.ItemView.as_view(), name="item"),
    path("items/<int:number>/correction/", corrections.CorrectionView.as_view(), name="item-correction"),
    path("uploads/", jobs.UploadsView.as_view(), name="uploads"),
    path("imports/", imports.ImportsView.as_view(), name="imports"),
    path("imports/<int:pk>/confirm/", imports.ImportConfirmView.as_view(), name="import-confirm"),
    path("readings/", readings.ReadingsView.as_view(), name="readings"),
    path("readings/<int:pk>/confirm/", readings.ReadingsConfirmView.as_view(), name="readings-confirm"),
    path("selections/", selections.SelectionsView.as_view(), name="selections"),
    path("selections/<int:pk>/confirm/", selections.SelectionConfirmView.as_view(), name="selection-confirm"),
    path("suggestions/", suggestions.SuggestionsView.as_view(), name="suggestions"),
    path("suggestions/aligner/", suggestions.AlignerSuggestionsView.as_view(), name="suggestions-aligner"),
    path("jobs/", jobs.JobsView.as_view(), name="jobs"),
    path("jobs/<int:pk>/", jobs.JobView.as_view(), name="job"),
    path("jobs/<int:pk>/cancel/", jobs.JobCancelView.as_view(), name="job-cancel"),
    path("jobs/<int:pk>/retry/", jobs.JobRetryView.as_view(), name="job-retry"),
    path("compounds/", compounds.CompoundsView.as_view(), name="compounds"),
    path("annotators/<int:pk>/exclusion/", exclusions.ExclusionView.as_view(), name="exclusion"),
    path("compounds/<int:number>/elsewhere/", elsewhere.ElsewhereView.as_view(), name="compound-elsewhere"),
    path("predictors/", predictors.PredictorsView.as_view(), name="predictors"),
    path("predictors/correlations/", predictors.CorrelationsView.as_view(), name="predictor-correlations"),
    path("predictors/<int:pk>/", predictors.PredictorView.as_view(), name="predictor"),
    path("predictors/<int:pk>/values/", predictors.PredictorValuesView.as_view(), name="predictor-values"),
    path("crowd/", crowd.CrowdView.as_view(), name="crowd"),
    path("crowd/people/", crowd.CrowdPeopleView.as_view(), name="crowd-people"),
    path("rating-quality/", rating_quality.RaterQualitiesView.as_view(), name="rating-qualities"),
    path("rating-quality/<int:pk>/", rating_quality.RaterQualityView.as_view(), name="rating-quality"),
    path("known-ratings/", rating_quality.KnownRatingsView.as_view(), name="known-ratings"),
    path("known-ratings/<int:number>/", rating_quality.KnownRatingView.as_view(), name="known-rating"),
    path("rating-plan/", rating_plan.RatingPlanView.as_view(), name="rating-plan"),
    path("wanted-ratings/", wanted.WantedRatingsView.as_view(), name="wanted-ratings"),
    path("token-type/", token_type.TokenTypeView.as_view(), name="token-type"),
    path("rating-agreement/", rating_agreement.RatingAgreementView.as_view(), name="rating-agreement"),
    path("study-imports/", study_imports.StudyImportsView.as_view(), name="study-imports"),
    path("study-imports/<int:pk>/confirm/", study_imports.StudyConfirmView.as_view(), name="study-import-confirm"),
    path("paraphrases/", paraphrases.ParaphrasesView.as_view(), name="paraphrases"),
    path("paraphrases/suggestions/", paraphrases.SuggestionsView.as_view(), name="paraphrase-suggestions"),
    path("paraphrases/decisions/", paraphrases.DecisionsView.as_view(), name="paraphrase-decisions"),
    path("paraphrases/undo/", paraphrases.DecisionUndoView.as_view(), name="paraphrase-undo"),
    path(
        "compounds/<int:number>/paraphrases/",
        paraphrases.CompoundParaphrasesView.as_view(),
        name="compound-paraphrases",
    ),
    path("classes/", classes.ClassesView.as_view(), name="classes"),
    path("classes/experts/", classes.ExpertsView.as_view(), name="class-experts"),
    path("classes/next/", classes.NextClassView.as_view(), name="next-class"),
    path("classes/<int:number>/", classes.JudgementView.as_view(), name="class-judge"),
    path("compound-queue/", compound_adjudication.CompoundQueueView.as_view(), name="compound-queue"),
    path("compound-queue/<int:number>/", compound_adjudication.VerdictView.as_view(), name="compound-verdict"),
    path("compound-queue/<int:number>/undo/", compound_adjudication.VerdictUndoView.as_view(), name="compound-undo"),
    path("study-releases/", study_releases.StudyReleasesView.as_view(), name="study-releases"),
    path("next-rating/", ratings.NextRatingView.as_view(), name="next-rating"),
    path("next/", assignments.NextView.as_view(), name="next"),
    path("adjudication/", adjudication.QueueView.as_view(), name="adjudication"),
    path("adjudication/<int:number>/", adjudication.AdjudicationView.as_view(), name="adjudication-detail"),
    path("adjudication/<int:number>/decisions/", adjudication.DecisionsView.as_view(), name="adjudication-decisions"),
    path("adjudication/<int:number>/adopt/", adjudication.AdoptView.as_view(), name="adjudication-adopt"),
    path("feedback/", feedback.FeedbackListView.as_view(), name="feedback"),
    path("adjudication/<int:number>/drawing/", adjudication.DrawingView.as_view(), name="adjudication-drawing"),
    path("adjudication/acceptances/", acceptances.AcceptancesView.as_view(), name="adjudication-acceptances"),
    path(
        "adjudication/acceptances/<int:number>/take-back/",
        acceptances.AcceptanceTakeBackView.as_view(),
        name="adjudication-acceptance-take-back",
    ),
    path("rounds/", rounds.RoundsView.as_view(), name="rounds"),
    path("rounds/<int:number>/", rounds.RoundView.as_view(), name="round"),
    path("rounds/<int:number>/close/", rounds.RoundCloseView.as_view(), name="round-close"),
    path("rounds/<int:number>/pairs/", rounds.RoundPairsView.as_view(), name="round-pairs"),
    path("rounds/<int:number>/pairs/<int:pair>/take-out/", rounds.RoundTakeOutView.as_view(), name="round-take-out"),
    path("agreement/", agreement.AgreementView.as_view(), name="agreement"),
    path("quality/", quality.QualitiesView.as_view(), name="qualities"),
    path("quality/<int:pk>/", quality.QualityView.as_view(), name="quality"),
    path("known-gold/", known_gold.KnownGoldView.as_view(), name="known-gold"),
    path("training/", known_gold.TrainingView.as_view(), name="training"),
    path("systems/", systems.SystemsView.as_view(), name="systems"),
    path("scores/", systems.ScoresView.as_view(), name="scores"),
    path("systems/aligner/", class_scores.AlignerOutputsView.as_view(), name="systems-aligner"),
    path("scores/frequency/", class_scores.ClassScoresListView.as_view(), name="class-scores"),
    path("scores/frequency/<int:pk>/", class_scores.ClassScoresView.as_view(), name="class-scores-detail"),
    path("scores/<int:pk>/", systems.ScoreView.as_view(), name="score"),
    path("findings/", finding.FindingsView.as_view(), name="findings"),
    path("findings/<int:pk>/", finding.FindingView.as_view(), name="finding"),
    path("findings/<int:pk>/phrases/", finding.FoundPhrasesView.as_view(), name="found-phrases"),
    path(
        "findings/<int:pk>/phrases/<int:phrase>/decide/",
        hit_review.FoundPhraseDecideView.as_view(),
        name="found-phrase-decide",
    ),
    path("findings/<int:pk>/hand-over/", hand_over.HandOversView.as_view(), name="finding-hand-over"),
    path("findings/<int:pk>/training-files/", training_files.TrainingFilesView.as_view(), name="training-files"),
    path(
        "training-files/<int:pk>/download/",
        training_files.TrainingFilesDownloadView.as_view(),
        name="training-files-download",
    ),
    path("hand-overs/<int:pk>/preview/", hand_over.HandOverPreviewView.as_view(), name="hand-over-preview"),
    path("findings/<int:pk>/hits/", hit_review.HitsView.as_view(), name="hits"),
    path("findings/<int:pk>/hits/<int:hit>/decide/", hit_review.HitDecideView.as_view(), name="hit-decide"),
    path(
        "findings/<int:pk>/decisions/<int:decision>/undo/", hit_review.HitUndoView.as_view(), name="hit-decision-undo"
    ),
    path("test-sets/", test_sets.TestSetsView.as_view(), name="test-sets"),
    path("test-sets/previews/<int:pk>/confirm/", test_sets.TestSetConfirmView.as_view(), name="test-set-confirm"),
    path("test-sets/<int:pk>/", test_sets.TestSetView.as_view(), name="test-set"),
    path("test-sets/<int:pk>/translations/", translations.TranslationsView.as_view(), name="translations"),
    path("test-sets/<int:pk>/alignments/", alignments.AlignmentsView.as_view(), name="alignments"),
    path("test-sets/<int:pk>/annotations/", annotations.AnnotationsView.as_view(), name="annotations"),
    path("test-sets/<int:pk>/compare/", comparisons.ComparisonView.as_view(), name="test-set-comparison"),
    path("test-sets/<int:pk>/groups/", comparisons.GroupsView.as_view(), name="test-set-groups"),
    path("test-sets/<int:pk>/outside-scores/", outside_scores.OutsideScoresView.as_view(), name="outside-scores"),
    path("test-sets/<int:pk>/measures/", measures.MeasuresView.as_view(), name="measures"),
    path("test-sets/<int:pk>/correlations/", correlations.CorrelationsView.as_view(), name="correlations"),
    path("test-sets/<int:pk>/correlations/<int:number>/", correlations.CorrelationView.as_view(), name="correlation"),
    path("test-sets/<int:pk>/studies/", correlations.HumanStudiesView.as_view(), name="human-studies"),
    path("test-sets/<int:pk>/expressions/", measures.ExpressionsView.as_view(), name="expressions"),
    path("test-sets/<int:pk>/occurrences/", occurrences.OccurrencesView.as_view(), name="occurrences"),
    path("test-sets/<int:pk>/segments/<int:number>/", measures.SegmentView.as_view(), name="segment"),
    path("next-judgement/", judging.NextJudgementView.as_view(), name="next-judgement"),
    path("judgement-rounds/", judgement_rounds.JudgementRoundsView.as_view(), name="judgement-rounds"),
    path("judgement-rounds/<int:number>/", judgement_rounds.JudgementRoundView.as_view(), name="judgement-round"),
    path(
        "judgement-rounds/<int:number>/quality/",
        judging_quality.JudgementQualityView.as_view(),
        name="judgement-quality",
    ),
    path(
        "judgement-rounds/<int:number>/answers/", judgement_rounds.JudgementTableView.as_view(), name="judgement-table"
    ),
    path("test-sets/<int:pk>/classes/", expression_classes.ExpressionClassesView.as_view(), name="expression-classes"),
    path(
        "test-sets/<int:pk>/classes/clear/",
        expression_classes.ExpressionClassesClearView.as_view(),
        name="expression-classes-clear",
    ),
    path(
        "test-sets/<int:pk>/classes/undo/",
        expression_classes.ExpressionClassesUndoView.as_view(),
        name="expression-classes-undo",
    ),
    path("test-sets/<int:pk>/segments/<int:number>/marks/", marks.MarksView.as_view(), name="marks"),
    path("test-sets/<int:pk>/segments/<int:number>/marks/undo/", marks.MarksUndoView.as_view(), name="marks-undo"),
    path("releases/", releases.ReleasesView.as_view(), name="releases"),
    path("releases/<int:number>/", shared_releases.ReleaseView.as_view(), name="release"),
    path("releases/<int:number>/datasheet/", releases.DatasheetView.as_view(), name="release-datasheet"),
    path("releases/<int:number>/changes/", releases.ChangesView.as_view(), name="release-changes"),
    path("releases/<int:number>/download/", shared_releases.ReleaseDownloadView.as_view(), name="release-download"),
]

# The editor knows these by name.
_of_assignment = [
    path("", assignments.AssignmentView.as_view(), name="assignment-detail"),
    path("operations/", assignments.OperationsView.as_view(), name="assignment-operations"),
    path("operations/batch/", assignments.BatchView.as_view(), name="assignment-batch"),
    path("submit/", assignments.SubmitView.as_view(), name="assignment-submit"),
    path("skip/", assignments.SkipView.as_view(), name="assignment-skip"),
    path("reopen/", assignments.ReopenView.as_view(), name="assignment-reopen"),
    path("take-up/", assignments.TakeUpView.as_view(), name="assignment-take-up"),
    path("comments/", assignments.CommentsView.as_view(), name="assignment-comments"),
    path("feedback/", feedback.FeedbackView.as_view(), name="assignment-feedback"),
    path("reconciliation/", reconciliation.ReconciliationView.as_view(), name="reconciliation"),
    path("reconciliation/keep/", reconciliation.KeepView.as_view(), name="reconciliation-keep"),
    path("reconciliation/keep-link/", reconciliation.KeepLinkView.as_view(), name="reconciliation-keep-link"),
    path("reconciliation/comments/", reconciliation.RoundCommentsView.as_view(), name="reconciliation-comments"),
]

_of_rating = [
    path("", ratings.RatingView.as_view(), name="rating-detail"),
    path("change/", ratings.RatingChangeView.as_view(), name="rating-change"),
    path("submit/", ratings.RatingSubmitView.as_view(), name="rating-submit"),
    path("reopen/", ratings.RatingReopenView.as_view(), name="rating-reopen"),
]

_of_judgement = [
    path("", judging.JudgementView.as_view(), name="judgement-detail"),
    path("change/", judging.JudgementChangeView.as_view(), name="judgement-change"),
    path("submit/", judging.JudgementSubmitView.as_view(), name="judgement-submit"),
    path("skip/", judging.JudgementSkipView.as_view(), name="judgement-skip"),
    path("reopen/", judging.JudgementReopenView.as_view(), name="judgement-reopen"),
    path("take-up/", judging.JudgementTakeUpView.as_view(), name="judgement-take-up"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularJSONAPIView.as_view(api_version=settings.VERSION), name="schema"),
    path("projects/", projects.ProjectsView.as_view(), name="projects"),
    path("projects/<slug:slug>/", include(_of_project)),
    path("rating-projects/", rating_projects.RatingProjectsView.as_view(), name="rating-projects"),
    path("rating-projects/<slug:slug>/", rating_projects.RatingProjectView.as_view(), name="rating-project"),
    path("evaluation-projects/", evaluation_projects.EvaluationProjectsView.as_view(), name="evaluation-projects"),
    path(
        "evaluation-projects/<slug:slug>/",
        evaluation_projects.EvaluationProjectView.as_view(),
        name="evaluation-project",
    ),
    path("ratings/<int:pk>/", include(_of_rating)),
    path("judgements/<int:pk>/", include(_of_judgement)),
    path("assignments/", assignments.AssignmentsView.as_view(), name="assignments"),
    path("assignments/<int:pk>/", include(_of_assignment)),
]
