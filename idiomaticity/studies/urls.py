from django.urls import URLPattern, path

from idiomaticity.studies.api import demos as demos_api
from idiomaticity.studies.api import paper as paper_api
from idiomaticity.studies.api import running as running_api
from idiomaticity.studies.api import steps as steps_api
from idiomaticity.studies.api import studies as studies_api
from idiomaticity.studies.views import demo, paper, running, starting, steps, walk

pages: list[URLPattern] = [
    path("new/from-file/", starting.study_from_file, name="study_from_file"),
    path("new/from/<slug:key>/", starting.study_from_published, name="study_from_published"),
    path("<slug:slug>/copy/", starting.study_copy, name="study_copy"),
    path("<slug:slug>/study.json", starting.study_file, name="study_file"),
    path("<slug:slug>/study/", steps.study, name="study"),
    path("<slug:slug>/study/open/", steps.study_opening, name="study_opening"),
    path("<slug:slug>/study/walk/<slug:page>/", walk.study_walk, name="study_walk"),
    path("<slug:slug>/study/demo/", demo.study_demo_switch, name="study_demo_switch"),
    # With two parts after it, no project's page looks like these.
    path("take-part/by/demo/<str:key>/", demo.study_demo, name="study_demo"),
    path("take-part/by/demo/<str:key>/<slug:page>/", demo.study_demo_page, name="study_demo_page"),
    path("<slug:slug>/study/running/", running.study_running, name="study_running"),
    path("<slug:slug>/study/running/extend/", running.study_extend, name="study_extend"),
    path("<slug:slug>/study/running/replace/", running.study_replace, name="study_replace"),
    path("<slug:slug>/study/paper/", paper.study_paper, name="study_paper"),
    path("<slug:slug>/study/paper/<file:name>", paper.study_paper_file, name="study_paper_file"),
]

site_api: list[URLPattern] = [
    path("studies/", studies_api.StudiesView.as_view(), name="studies"),
]

project_api: list[URLPattern] = [
    path("study/", studies_api.StudyView.as_view(), name="study"),
    path("study/steps/", steps_api.StudyStepsView.as_view(), name="study-steps"),
    path("study/demo/", demos_api.StudyDemoView.as_view(), name="study-demo"),
    path("study/running/", running_api.StudyRunningView.as_view(), name="study-running"),
    path("study/paper/", paper_api.StudyPaperView.as_view(), name="study-paper"),
]
