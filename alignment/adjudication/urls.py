from django.urls import URLPattern, path

from alignment.adjudication import api
from alignment.adjudication.views import pair, queue

pages: list[URLPattern] = [
    path("<slug:slug>/adjudication/", queue.queue, name="adjudication"),
    path("<slug:slug>/adjudication/accept/", queue.accept, name="accept"),
    path(
        "<slug:slug>/adjudication/accepted/<int:number>/undo/",
        queue.acceptance_undo,
        name="acceptance_undo",
    ),
    path("<slug:slug>/adjudication/<int:number>/", pair.pair, name="adjudicate"),
    path("<slug:slug>/adjudication/<int:number>/decide/", pair.decide, name="decide"),
    path("<slug:slug>/adjudication/<int:number>/adopt/", pair.adopt, name="adopt"),
    path("<slug:slug>/adjudication/<int:number>/own-links/", pair.own_links, name="own_links"),
    path("<slug:slug>/adjudication/<int:number>/undo/", pair.undo_decision, name="undo_decision"),
]

project_api: list[URLPattern] = [
    path("adjudication/", api.QueueView.as_view(), name="adjudication"),
    path("adjudication/<int:number>/", api.AdjudicationView.as_view(), name="adjudication-detail"),
    path("adjudication/<int:number>/decisions/", api.DecisionsView.as_view(), name="adjudication-decisions"),
    path("adjudication/<int:number>/adopt/", api.AdoptView.as_view(), name="adjudication-adopt"),
    path("adjudication/<int:number>/own-links/", api.OwnLinksView.as_view(), name="adjudication-own-links"),
    path("adjudication/<int:number>/undo/", api.DecisionUndoView.as_view(), name="adjudication-undo"),
    path("adjudication/acceptances/", api.AcceptancesView.as_view(), name="adjudication-acceptances"),
    path(
        "adjudication/acceptances/<int:number>/undo/",
        api.AcceptanceUndoView.as_view(),
        name="adjudication-acceptance-undo",
    ),
]
