from django.urls import URLPattern, path

from annotation_site.projects.api import guidelines as guidelines_api
from annotation_site.projects.api import members as members_api
from annotation_site.projects.api import projects as projects_api
from annotation_site.projects.views import guidelines, invitations, members, more

project_pages: list[URLPattern] = [
    path("members/", members.members, name="members"),
    path("members/invite/", invitations.invite, name="invite"),
    path("members/invite-by-email/", invitations.invite_mailed, name="invite_mailed"),
    path("members/invitations/<int:pk>/resend/", invitations.invitation_resend, name="invitation_resend"),
    path("members/invitations/<int:pk>/renew/", invitations.invitation_renew, name="invitation_renew"),
    path("members/take-role/", members.take_role, name="take_role"),
    path("members/<int:pk>/remove/", members.member_remove, name="member_remove"),
    path("members/invitations/<int:pk>/revoke/", invitations.invitation_revoke, name="invitation_revoke"),
    path("more/", more.more, name="more"),
    path("guidelines/", guidelines.guidelines, name="guidelines"),
    path("guidelines/new/", guidelines.guideline_new, name="guideline_new"),
    path("guidelines/preview/", guidelines.guideline_preview, name="guideline_preview"),
]

site_api: list[URLPattern] = [
    path("projects/", projects_api.ProjectsView.as_view(), name="projects"),
]

project_api: list[URLPattern] = [
    path("", projects_api.ProjectView.as_view(), name="project-detail"),
    path("members/", members_api.MembersView.as_view(), name="members"),
    path("members/<int:pk>/", members_api.MemberView.as_view(), name="member"),
    path("invitations/", members_api.InvitationsView.as_view(), name="invitations"),
    path("invitations/by-email/", members_api.MailedInvitationsView.as_view(), name="invitations-by-email"),
    path("invitations/<int:pk>/resend/", members_api.ResendView.as_view(), name="invitation-resend"),
    path("invitations/<int:pk>/renew/", members_api.RenewView.as_view(), name="invitation-renew"),
    path("invitations/<int:pk>/", members_api.InvitationView.as_view(), name="invitation"),
    path("guidelines/", guidelines_api.GuidelinesView.as_view(), name="guidelines"),
]
