from django.urls import URLPattern, path

from annotation_site.own_account.views import account, joining

pages: list[URLPattern] = [
    # The address with the secret is left at once, so that no page that is shown carries it.
    path("invitations/<str:secret>/", joining.open_invitation, name="invitation"),
    path("invitation/", joining.join, name="join"),
    path("account/", account.account, name="account"),
    path("account/tokens/", account.token_create, name="token_create"),
    path("account/tokens/<int:pk>/revoke/", account.token_revoke, name="token_revoke"),
]
