"""Pages of word alignment."""

from django.urls import URLPattern, path

from alignment.views import (
    adjudication,
    imports,
    pairs,
    projects,
    reconciliation,
    release_reports,
    releases,
    rounds,
    suggestions,
    work,
)

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
    path("<slug:slug>/", projects.overview, name="overview"),
    path("<slug:slug>/settings/", projects.settings, name="settings"),
    path("<slug:slug>/import/", imports.import_text, name="import"),
    path("<slug:slug>/import/<int:job_pk>/", imports.import_preview, name="import_preview"),
    path("<slug:slug>/import/<int:job_pk>/again/", imports.import_again, name="import_again"),
    path("<slug:slug>/import/<int:job_pk>/confirm/", imports.import_confirm, name="import_confirm"),
    path("<slug:slug>/suggestions/", suggestions.suggestions, name="suggestions"),
    path("<slug:slug>/pairs/", pairs.pairs, name="pairs"),
    path("<slug:slug>/pairs/<int:number>/", pairs.pair, name="pair"),
    path("<slug:slug>/release/", releases.release_new, name="release_new"),
    path("<slug:slug>/release/preview/", releases.gold_preview, name="gold_preview"),
    path("<slug:slug>/releases/<int:number>/datasheet/", release_reports.datasheet, name="datasheet"),
    path("<slug:slug>/releases/<int:number>/changes/", release_reports.changes, name="changes"),
    path("<slug:slug>/changes/<int:pk>/", release_reports.changes_of_job, name="changes_of_job"),
    path("<slug:slug>/work/", work.work, name="work"),
    path("<slug:slug>/work/next/", work.work_next, name="work_next"),
    path("<slug:slug>/reconciliation/", reconciliation.reconciliation, name="reconciliation"),
    path("<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("<slug:slug>/rounds/<int:number>/", rounds.round_page, name="round"),
    path("<slug:slug>/rounds/<int:number>/close/", rounds.round_close, name="round_close"),
    path("<slug:slug>/adjudication/", adjudication.queue, name="adjudication"),
    path("<slug:slug>/adjudication/<int:number>/", adjudication.pair, name="adjudicate"),
    path("<slug:slug>/adjudication/<int:number>/decide/", adjudication.decide, name="decide"),
    path("<slug:slug>/adjudication/<int:number>/adopt/", adjudication.adopt, name="adopt"),
    path("<slug:slug>/adjudication/<int:number>/take-back/", adjudication.take_back, name="take_back"),
]
