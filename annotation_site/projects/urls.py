"""Pages every kind of project shares."""

from django.urls import URLPattern, URLResolver, include, path

from annotation_site.accounts import views as account
from annotation_site.exclusions import views as exclusions
from annotation_site.jobs import views as jobs
from annotation_site.projects.views import guidelines, home, invitations, members
from annotation_site.releases import views as releases
from annotation_site.web import health

app_name = "projects"

_of_project: list[URLPattern | URLResolver] = [
    path("members/", members.members, name="members"),
    path("members/invite/", members.invite, name="invite"),
    path("members/take-role/", members.take_role, name="take_role"),
    path("members/<int:pk>/remove/", members.member_remove, name="member_remove"),
    path("members/invitations/<int:pk>/revoke/", members.invitation_revoke, name="invitation_revoke"),
    path("annotators/<int:pk>/exclude/", exclusions.exclude, name="exclude"),
    path("annotators/<int:pk>/lift/", exclusions.lift, name="lift"),
    path("guidelines/", guidelines.guidelines, name="guidelines"),
    path("guidelines/new/", guidelines.guideline_new, name="guideline_new"),
    path("guidelines/preview/", guidelines.guideline_preview, name="guideline_preview"),
    path("jobs/", jobs.jobs, name="jobs"),
    path("jobs/<int:pk>/", jobs.job, name="job"),
    path("jobs/<int:pk>/status/", jobs.job_status, name="job_status"),
    path("jobs/<int:pk>/cancel/", jobs.job_cancel, name="job_cancel"),
    path("jobs/<int:pk>/retry/", jobs.job_retry, name="job_retry"),
    path("releases/", releases.releases, name="releases"),
    path("releases/<int:number>/", releases.release, name="release"),
    path("releases/<int:number>/download/", releases.release_download, name="release_download"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("health/", health.health, name="health"),
    path("account/", account.account, name="account"),
    path("account/tokens/", account.token_create, name="token_create"),
    path("account/tokens/<int:pk>/revoke/", account.token_revoke, name="token_revoke"),
    # The address with the secret is left at once, so that no page that is shown carries it.
    path("invitations/<str:secret>/", invitations.open_invitation, name="invitation"),
    path("invitation/", invitations.join, name="join"),
    path("projects/new/", home.project_new, name="project_new"),
    path("projects/<slug:slug>/", include(_of_project)),
]
