from django.urls import URLPattern, path

from alignment.adjudication import api
from alignment.adjudication.views import acceptance, pair
from alignment.adjudication.views.queue import PAIRS
from annotation_site.adjudication.api import adjudication_api
from annotation_site.adjudication.urls import queue_page

pages: list[URLPattern] = [
    queue_page("alignment"),
    path("<slug:slug>/adjudication/accept/", acceptance.accept, name="accept"),
    path(
        "<slug:slug>/adjudication/accepted/<int:number>/undo/",
        acceptance.acceptance_undo,
        name="acceptance_undo",
    ),
    path("<slug:slug>/adjudication/<int:number>/", pair.pair, name="adjudicate"),
    path("<slug:slug>/adjudication/<int:number>/decide/", pair.decide, name="decide"),
    path("<slug:slug>/adjudication/<int:number>/adopt/", pair.adopt, name="adopt"),
    path("<slug:slug>/adjudication/<int:number>/own-links/", pair.own_links, name="own_links"),
    path("<slug:slug>/adjudication/<int:number>/undo/", pair.undo_decision, name="undo_decision"),
]

project_api: list[URLPattern] = [
    *adjudication_api(PAIRS),
    path("adjudication/<int:number>/decisions/", api.DecisionsView.as_view(), name="adjudication-decisions"),
    path("adjudication/<int:number>/adopt/", api.AdoptView.as_view(), name="adjudication-adopt"),
    path("adjudication/<int:number>/own-links/", api.OwnLinksView.as_view(), name="adjudication-own-links"),
    path("adjudication/acceptances/", api.AcceptancesView.as_view(), name="adjudication-acceptances"),
    path(
        "adjudication/acceptances/<int:number>/undo/",
        api.AcceptanceUndoView.as_view(),
        name="adjudication-acceptance-undo",
    ),
]
