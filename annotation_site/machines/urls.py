from django.urls import URLPattern, path

from annotation_site.machines.api import answers as answers_api
from annotation_site.machines.api import machines as machines_api
from annotation_site.machines.api import own
from annotation_site.machines.views import answers, items, machines

project_pages: list[URLPattern] = [
    path("machines/new/", machines.machine_new, name="machine_new"),
    path("machines/<int:pk>/", machines.machine, name="machine"),
    path("machines/<int:pk>/remove/", machines.machine_remove, name="machine_remove"),
    path("machines/<int:pk>/keys/", machines.key_create, name="machine_key_create"),
    path("machines/keys/<int:pk>/revoke/", machines.key_revoke, name="machine_key_revoke"),
    path("machines/items.jsonl", items.machine_items, name="machine_items"),
    path("machines/answers/", answers.pages.upload, name="machine_answers"),
    path("machines/answers/<int:job_pk>/", answers.pages.preview, name="machine_answers_preview"),
    path("machines/answers/<int:job_pk>/confirm/", answers.pages.confirm, name="machine_answers_confirm"),
]

site_api: list[URLPattern] = [
    path("machine/items/", own.ItemsView.as_view(), name="machine-items"),
    path("machine/answers/", own.AnswersView.as_view(), name="machine-own-answers"),
]

project_api: list[URLPattern] = [
    path("machines/", machines_api.MachinesView.as_view(), name="machines"),
    path("machines/<int:pk>/", machines_api.MachineView.as_view(), name="machine"),
    path("machines/<int:pk>/keys/", machines_api.KeysView.as_view(), name="machine-keys"),
    path("machines/keys/<int:pk>/", machines_api.KeyView.as_view(), name="machine-key"),
    path("machine-answers/", answers_api.AnswersView.as_view(), name="machine-answers"),
    path("machine-answers/<int:pk>/confirm/", answers_api.AnswersConfirmView.as_view(), name="machine-answers-confirm"),
]
