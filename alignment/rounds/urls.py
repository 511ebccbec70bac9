from django.urls import URLPattern, path

from alignment.rounds.api import reconciliation as reconciliation_api
from alignment.rounds.api import rounds as rounds_api
from alignment.rounds.views import own_pairs, pair, rounds

pages: list[URLPattern] = [
    path("reconcile/<int:pk>/", pair.reconcile, name="reconcile"),
    path("reconcile/<int:pk>/now/", pair.reconcile_now, name="reconcile_now"),
    path("reconcile/<int:pk>/together/", pair.reconcile_together, name="reconcile_together"),
    path("reconcile/<int:pk>/change/", pair.change, name="reconcile_change"),
    path("reconcile/<int:pk>/undo/", pair.undo, name="reconcile_undo"),
    path("reconcile/<int:pk>/settle/", pair.settle, name="reconcile_settle"),
    path("reconcile/<int:pk>/say/", pair.say, name="reconcile_say"),
    path("<slug:slug>/reconciliation/", own_pairs.reconciliation, name="reconciliation"),
    path("<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("<slug:slug>/rounds/<int:number>/", rounds.round_page, name="round"),
    path("<slug:slug>/rounds/<int:number>/remove/", rounds.round_remove, name="round_remove"),
    path("<slug:slug>/rounds/<int:number>/close/", rounds.round_close, name="round_close"),
    path("<slug:slug>/rounds/<int:number>/reopen/", rounds.round_reopen, name="round_reopen"),
]

project_api: list[URLPattern] = [
    path("rounds/", rounds_api.RoundsView.as_view(), name="rounds"),
    path("rounds/<int:number>/", rounds_api.RoundView.as_view(), name="round"),
    path("rounds/<int:number>/close/", rounds_api.RoundCloseView.as_view(), name="round-close"),
    path("rounds/<int:number>/reopen/", rounds_api.RoundReopenView.as_view(), name="round-reopen"),
    path("rounds/<int:number>/pairs/", rounds_api.RoundPairsView.as_view(), name="round-pairs"),
    path("rounds/<int:number>/pairs/<int:pair>/remove/", rounds_api.RoundRemoveView.as_view(), name="round-remove"),
]

assignment_api: list[URLPattern] = [
    path("reconciliation/", reconciliation_api.ReconciliationView.as_view(), name="reconciliation"),
    path("reconciliation/keep/", reconciliation_api.KeepView.as_view(), name="reconciliation-keep"),
    path("reconciliation/keep-link/", reconciliation_api.KeepLinkView.as_view(), name="reconciliation-keep-link"),
    path("reconciliation/comments/", reconciliation_api.RoundCommentsView.as_view(), name="reconciliation-comments"),
]
