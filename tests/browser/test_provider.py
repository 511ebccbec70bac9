"""Sign-in by a provider of OpenID Connect on another origin, in a real browser under the site's own policy."""

import re

from allauth.account.models import EmailAddress
from playwright.sync_api import expect

from tests.browser.chromium import Chromium
from tests.browser.windows import Window, expect_at
from tests.factories import make_user
from tests.servers import running_site
from tests.stand_ins.sign_in_providers import running_provider


def test_the_button_leads_through_the_provider_to_the_account(chromium: Chromium, transactional_db: None) -> None:
    user = make_user("Ada Lovelace")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    with running_provider() as provider:
        provider.add_person("ada", email=user.email, email_verified=True)
        settings = {"OIDC_ISSUER": provider.issuer, "OIDC_CLIENT_ID": "interlinea", "OIDC_CLIENT_SECRET": "secret"}
        with running_site(**settings, OIDC_NAME="University of Example") as site:
            window = Window(chromium, site)
            window.page.goto("/account/")
            window.page.get_by_role("button", name="Sign in with University of Example").click()
            expect_at(window.page, re.compile(f"^{provider.issuer}/"))
            window.page.get_by_placeholder("sub").fill("ada")
            window.page.get_by_role("button", name="Authorize").click()
            expect_at(window.page, f"{site}/account/")
            expect(window.page.get_by_role("link", name="Ada Lovelace")).to_be_visible()
            window.page.get_by_role("link", name="Sign-in by your institution").click()
            expect(window.page.get_by_role("button", name="Connect University of Example")).to_be_visible()
            window.close()
            # Of the stand-in's own page, which wants a style sheet of the web and has no icon.
            window.expect_complaint("pico", "favicon")
            assert not window.unexpected()
