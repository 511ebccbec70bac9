"""Pages of compositionality."""

from django.urls import URLPattern, path

from idiomaticity.adjudication import views as adjudication
from idiomaticity.classes import views as classes
from idiomaticity.crowd.views import crowd
from idiomaticity.crowd.views import entry as crowd_entry
from idiomaticity.crowd.views import work as crowd_work
from idiomaticity.imports import views as imports
from idiomaticity.paraphrases.views import paraphrases
from idiomaticity.paraphrases.views import review as paraphrase_review
from idiomaticity.predictors.views import predictors
from idiomaticity.predictors.views import tables as predictor_tables
from idiomaticity.projects import views as projects
from idiomaticity.ratings import views as work
from idiomaticity.releases import views as releases
from idiomaticity.results import views as results
from idiomaticity.screening.views import known_ratings, quality
from idiomaticity.wanted import views as wanted

app_name = "idiomaticity"
urlpatterns: list[URLPattern] = [
    path("new/", projects.new, name="new"),
    # An assignment names its project itself.
    path("rate/<int:pk>/", work.rate, name="rate"),
    path("rate/<int:pk>/submit/", work.submit, name="submit"),
    path("rate/<int:pk>/skip/", work.skip, name="skip"),
    path("rate/<int:pk>/reopen/", work.reopen, name="reopen"),
    path("rate/<int:pk>/take-up/", work.take_up, name="take_up"),
    path("rate/<int:pk>/expected/", crowd_work.crowd_feedback, name="crowd_feedback"),
    # With two parts after it, no project's page looks like these.
    path("take-part/by/link/<str:key>/", crowd_entry.crowd_link, name="crowd_link"),
    path("take-part/by/consent/", crowd_entry.crowd_consent, name="crowd_consent"),
    path("take-part/by/return/<str:signed>/", crowd_entry.crowd_return, name="crowd_return"),
    path("<slug:slug>/", projects.overview, name="overview"),
    path("<slug:slug>/settings/", projects.settings, name="settings"),
    path("<slug:slug>/import/", imports.import_files, name="import"),
    path("<slug:slug>/import/<int:job_pk>/", imports.import_preview, name="import_preview"),
    path("<slug:slug>/import/<int:job_pk>/again/", imports.import_again, name="import_again"),
    path("<slug:slug>/import/<int:job_pk>/confirm/", imports.import_confirm, name="import_confirm"),
    path("<slug:slug>/work/", work.work, name="work"),
    path("<slug:slug>/work/next/", work.work_next, name="work_next"),
    path("<slug:slug>/paraphrases/", paraphrases.paraphrases, name="paraphrases"),
    path("<slug:slug>/paraphrases/table.csv", paraphrases.paraphrases_table, name="paraphrases_table"),
    path("<slug:slug>/paraphrases/review/part/", paraphrase_review.review_part, name="paraphrase_review_part"),
    path("<slug:slug>/paraphrases/review/", paraphrase_review.review, name="paraphrase_review"),
    path("<slug:slug>/paraphrases/decide/", paraphrase_review.decide, name="paraphrase_decide"),
    path("<slug:slug>/paraphrases/undo/", paraphrase_review.undo, name="paraphrase_undo"),
    path("<slug:slug>/paraphrases/<int:number>/", paraphrases.paraphrases_of, name="paraphrases_of"),
    path("<slug:slug>/classes/", classes.classes, name="classes"),
    path("<slug:slug>/classes/work/", classes.class_work, name="class_work"),
    path("<slug:slug>/classes/work/<int:number>/", classes.class_judge, name="class_judge"),
    path("<slug:slug>/adjudication/", adjudication.queue, name="adjudication"),
    path("<slug:slug>/adjudication/<int:number>/", adjudication.adjudicate, name="adjudicate"),
    path("<slug:slug>/adjudication/<int:number>/decide/", adjudication.adjudicate_decide, name="adjudicate_decide"),
    path("<slug:slug>/adjudication/<int:number>/undo/", adjudication.adjudicate_undo, name="adjudicate_undo"),
    path("<slug:slug>/releases/new/", releases.release_new, name="release_new"),
    path("<slug:slug>/take-part/", crowd_work.crowd_home, name="crowd_home"),
    path("<slug:slug>/crowd/", crowd.crowd, name="crowd"),
    path("<slug:slug>/crowd/open/", crowd.crowd_open, name="crowd_open"),
    path("<slug:slug>/crowd/close/", crowd.crowd_close, name="crowd_close"),
    path("<slug:slug>/crowd/people.csv", crowd.crowd_people, name="crowd_people"),
    path("<slug:slug>/quality/", quality.quality, name="quality"),
    path("<slug:slug>/quality/table/", quality.quality_table, name="quality_table"),
    path("<slug:slug>/quality/known/", known_ratings.known_ratings, name="known_ratings"),
    path("<slug:slug>/quality/known/settings/", known_ratings.screening, name="screening"),
    path(
        "<slug:slug>/quality/known/<int:number>/remove/", known_ratings.known_rating_remove, name="known_rating_remove"
    ),
    path("<slug:slug>/quality/<int:pk>/", quality.quality_annotator, name="quality_annotator"),
    path("<slug:slug>/wanted/", wanted.raise_wanted, name="raise_wanted"),
    path("<slug:slug>/results/", results.results, name="results"),
    path("<slug:slug>/results/<int:number>/", results.compound, name="compound"),
    path("<slug:slug>/predictors/", predictors.predictors, name="predictors"),
    path("<slug:slug>/predictors/jobs/", predictors.predictor_jobs, name="predictor_jobs"),
    path("<slug:slug>/predictors/new/", predictors.predictor_new, name="predictor_new"),
    path("<slug:slug>/predictors/again/", predictors.predictors_again, name="predictors_again"),
    path("<slug:slug>/predictors/correlations.csv", predictor_tables.correlations_table, name="correlations_table"),
    path("<slug:slug>/predictors/<int:pk>/", predictors.predictor, name="predictor"),
    path("<slug:slug>/predictors/<int:pk>/remove/", predictors.predictor_remove, name="predictor_remove"),
    path("<slug:slug>/predictors/<int:pk>/values.csv", predictor_tables.predictor_table, name="predictor_table"),
]
