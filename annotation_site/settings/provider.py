"""Sign-in by a provider of OpenID Connect, off without an issuer: docs/operating/operators.md explains it."""

import os
from typing import Any
from urllib.parse import urlsplit

from annotation_site.settings.environment import read_list


def describe_provider(issuer: str, client_id: str, secret: str, name: str) -> dict[str, Any]:
    """Return allauth's description of the provider. It is known by its issuer: a person's number at one provider must
    not open the account of somebody who has the same number at the next.
    """
    host = urlsplit(issuer).netloc
    return {
        "provider_id": issuer.split("://", 1)[-1].replace("/", "-").replace(":", "-"),
        "name": name or host,
        "client_id": client_id,
        "secret": secret,
        "settings": {"server_url": issuer},
    }


OIDC_ISSUER = os.environ.get("OIDC_ISSUER", "").strip().rstrip("/")
OIDC_CLIENT_ID = os.environ.get("OIDC_CLIENT_ID", "")
OIDC_CLIENT_SECRET = os.environ.get("OIDC_CLIENT_SECRET", "")
OIDC_NAME = os.environ.get("OIDC_NAME", "")
# Browsers hold a redirect after a form to the policy of the page, at every step: a bridge leads to further hosts.
OIDC_FORWARDS_TO = read_list("OIDC_FORWARDS_TO")
FORM_TARGETS = ["{0.scheme}://{0.netloc}".format(urlsplit(OIDC_ISSUER)), *OIDC_FORWARDS_TO] if OIDC_ISSUER else []

SOCIALACCOUNT_ADAPTER = "annotation_site.own_account.providers.ProviderAdapter"
SOCIALACCOUNT_FORMS = {"disconnect": "annotation_site.own_account.providers.DisconnectCurrentForm"}
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, Any]] = {
    "openid_connect": {
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [describe_provider(OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME)] if OIDC_ISSUER else [],
    }
}
