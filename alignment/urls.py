"""Pages of word alignment."""

from django.urls import URLPattern, path

from alignment.adjudication.views import adjudication, queue
from alignment.corrections import views as corrections
from alignment.feedback import views as feedback
from alignment.imported_annotation import views as campaigns
from alignment.imports import views as imports
from alignment.pairs.views import pairs, skips
from alignment.projects import views as projects
from alignment.readings import views as work
from alignment.releases.views import releases
from alignment.releases.views import reports as release_reports
from alignment.rounds.views import reconciliation, rounds
from alignment.selection import views as selections
from alignment.suggestions import views as suggestions
from alignment.training.views import known_gold, training

app_name = "alignment"
urlpatterns: list[URLPattern] = [
    path("new/", projects.new, name="new"),
    # An assignment names its project itself.
    path("annotate/<int:pk>/", work.annotate, name="annotate"),
    path("annotate/<int:pk>/submit/", work.submit, name="submit"),
    path("annotate/<int:pk>/skip/", work.skip, name="skip"),
    path("annotate/<int:pk>/reopen/", work.reopen, name="reopen"),
    path("annotate/<int:pk>/take-up/", work.take_up, name="take_up"),
    path("annotate/<int:pk>/comment/", work.comment, name="comment"),
    path("reconcile/<int:pk>/", reconciliation.reconcile, name="reconcile"),
    path("reconcile/<int:pk>/now/", reconciliation.reconcile_now, name="reconcile_now"),
    path("reconcile/<int:pk>/change/", reconciliation.change, name="reconcile_change"),
    path("reconcile/<int:pk>/undo/", reconciliation.undo, name="reconcile_undo"),
    path("reconcile/<int:pk>/settle/", reconciliation.settle, name="reconcile_settle"),
    path("reconcile/<int:pk>/say/", reconciliation.say, name="reconcile_say"),
    path("feedback/<int:pk>/", feedback.feedback_pair, name="feedback_pair"),
    path("feedback/<int:pk>/reply/", feedback.reply, name="feedback_reply"),
    path("training/<int:pk>/", training.training_pair, name="training_pair"),
    path("<slug:slug>/", projects.overview, name="overview"),
    path("<slug:slug>/settings/", projects.settings, name="settings"),
    path("<slug:slug>/import/", imports.import_text, name="import"),
    path("<slug:slug>/import/<int:job_pk>/", imports.import_preview, name="import_preview"),
    path("<slug:slug>/import/<int:job_pk>/again/", imports.import_again, name="import_again"),
    path("<slug:slug>/import/<int:job_pk>/confirm/", imports.import_confirm, name="import_confirm"),
    path("<slug:slug>/readings/", campaigns.readings, name="readings"),
    path("<slug:slug>/readings/<int:job_pk>/", campaigns.readings_preview, name="readings_preview"),
    path("<slug:slug>/readings/<int:job_pk>/confirm/", campaigns.readings_confirm, name="readings_confirm"),
    path("<slug:slug>/select/", selections.selection_new, name="selection_new"),
    path("<slug:slug>/select/<int:job_pk>/", selections.selection, name="selection"),
    path("<slug:slug>/select/<int:job_pk>/again/", selections.selection_again, name="selection_again"),
    path("<slug:slug>/select/<int:job_pk>/confirm/", selections.selection_confirm, name="selection_confirm"),
    path("<slug:slug>/suggestions/", suggestions.suggestions, name="suggestions"),
    path("<slug:slug>/suggestions/aligner/", suggestions.suggestions_by_aligner, name="suggestions_by_aligner"),
    path("<slug:slug>/pairs/", pairs.pairs, name="pairs"),
    path("<slug:slug>/pairs/skipped/", skips.skips, name="skips"),
    path("<slug:slug>/pairs/<int:number>/", pairs.pair, name="pair"),
    path("<slug:slug>/pairs/<int:number>/correct/", corrections.correct, name="correct"),
    path("<slug:slug>/release/", releases.release_new, name="release_new"),
    path("<slug:slug>/release/preview/", releases.gold_preview, name="gold_preview"),
    path("<slug:slug>/releases/<int:number>/datasheet/", release_reports.datasheet, name="datasheet"),
    path("<slug:slug>/releases/<int:number>/changes/", release_reports.changes, name="changes"),
    path("<slug:slug>/changes/<int:pk>/", release_reports.changes_of_job, name="changes_of_job"),
    path("<slug:slug>/work/", work.work, name="work"),
    path("<slug:slug>/work/next/", work.work_next, name="work_next"),
    path("<slug:slug>/training/", training.training, name="training"),
    path("<slug:slug>/training/again/", training.training_again, name="training_again"),
    path("<slug:slug>/known-gold/", known_gold.known_gold, name="known_gold"),
    path("<slug:slug>/known-gold/mark/", known_gold.known_gold_mark, name="known_gold_mark"),
    path("<slug:slug>/known-gold/import/", known_gold.known_gold_import, name="known_gold_import"),
    path("<slug:slug>/known-gold/<int:number>/remove/", known_gold.known_gold_remove, name="known_gold_remove"),
    path("<slug:slug>/known-gold/try/<int:pk>/", known_gold.training_allow, name="training_allow"),
    path("<slug:slug>/feedback/", feedback.feedback, name="feedback"),
    path("<slug:slug>/reconciliation/", reconciliation.reconciliation, name="reconciliation"),
    path("<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("<slug:slug>/rounds/<int:number>/", rounds.round_page, name="round"),
    path("<slug:slug>/rounds/<int:number>/take-out/", rounds.round_take_out, name="round_take_out"),
    path("<slug:slug>/rounds/<int:number>/close/", rounds.round_close, name="round_close"),
    path("<slug:slug>/adjudication/", queue.queue, name="adjudication"),
    path("<slug:slug>/adjudication/accept/", queue.accept, name="accept"),
    path(
        "<slug:slug>/adjudication/accepted/<int:number>/take-back/",
        queue.acceptance_take_back,
        name="acceptance_take_back",
    ),
    path("<slug:slug>/adjudication/<int:number>/", adjudication.pair, name="adjudicate"),
    path("<slug:slug>/adjudication/<int:number>/decide/", adjudication.decide, name="decide"),
    path("<slug:slug>/adjudication/<int:number>/adopt/", adjudication.adopt, name="adopt"),
    path("<slug:slug>/adjudication/<int:number>/draw/", adjudication.draw, name="draw"),
    path("<slug:slug>/adjudication/<int:number>/take-back/", adjudication.take_back, name="take_back"),
]
