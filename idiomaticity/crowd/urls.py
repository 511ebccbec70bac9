from django.urls import URLPattern, path

from idiomaticity.crowd import api
from idiomaticity.crowd.views import crowd, entry, work

pages: list[URLPattern] = [
    path("rate/<int:pk>/expected/", work.crowd_feedback, name="crowd_feedback"),
    # With two parts after it, no project's page looks like these.
    path("take-part/by/link/<str:key>/", entry.crowd_link, name="crowd_link"),
    path("take-part/by/consent/", entry.crowd_consent, name="crowd_consent"),
    path("take-part/by/return/<str:signed>/", entry.crowd_return, name="crowd_return"),
    path("<slug:slug>/take-part/", work.crowd_home, name="crowd_home"),
    path("<slug:slug>/take-part/consent.md", work.crowd_consent_text, name="crowd_consent_text"),
    path("<slug:slug>/crowd/consents.csv", crowd.crowd_consents, name="crowd_consents"),
    path("<slug:slug>/crowd/", crowd.crowd, name="crowd"),
    path("<slug:slug>/crowd/settings/", crowd.crowd_settings, name="crowd_settings"),
    path("<slug:slug>/crowd/open/", crowd.crowd_open, name="crowd_open"),
    path("<slug:slug>/crowd/close/", crowd.crowd_close, name="crowd_close"),
    path("<slug:slug>/crowd/review/", crowd.crowd_review, name="crowd_review"),
    path("<slug:slug>/crowd/people.csv", crowd.crowd_people, name="crowd_people"),
    path("<slug:slug>/crowd/bonuses.csv", crowd.crowd_bonuses, name="crowd_bonuses"),
]

project_api: list[URLPattern] = [
    path("crowd/", api.CrowdView.as_view(), name="crowd"),
    path("crowd/people/", api.CrowdPeopleView.as_view(), name="crowd-people"),
]
