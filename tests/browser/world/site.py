"""Pages that need no project, and a project with nothing in it."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.closing.models import ErasedProject
from annotation_site.closing.services.closing import archive_project
from annotation_site.mail.models import Mail
from annotation_site.notices.services import sign_stopping
from annotation_site.operators.services.accounts import deactivate_person
from annotation_site.operators.services.pseudonyms import pseudonymise_person
from annotation_site.own_account.services import create_token
from annotation_site.projects.models import Invitation, Project, Role
from annotation_site.projects.services.invitations import invite_by_mail
from annotation_site.projects.services.members import invite, revoke_invitation
from tests.browser.world.visiting import Visit, page
from tests.factories import (
    make_project,
    make_user,
)


def visit_public(manager: User, project: Project) -> list[Visit]:
    _, secret = invite(user=manager, project=project, role=Role.ANNOTATOR, days=7, use_limit=5, note="The seminar")
    invite_by_mail(
        user=manager,
        project=project,
        role=Role.ANNOTATOR,
        days=7,
        addresses=["wilhelmina.von-hohenlohe-langenburg@linguistics.example.org", "ada@example.org"],
    )
    Invitation.objects.filter(address="ada@example.org").update(use_count=1)
    gone, _ = invite(user=manager, project=project, role=Role.ADJUDICATOR, days=7, use_limit=1, note="Sent by mistake")
    revoke_invitation(user=manager, invitation=gone)
    return [
        page("sign-in", "", "account_login"),
        page("password-forgotten", "", "account_reset_password"),
        page("password-mail-sent", "", "account_reset_password_done"),
        page("password-link-used", "", "account_reset_password_from_key", "1", "set-password"),
        page("password-set-anew", "", "account_reset_password_from_key_done"),
        page("sign-up-without-invitation", "", "account_signup"),
        page("account-inactive", "", "account_inactive"),
        page("sign-in-cancelled", "", "socialaccount_login_cancelled"),
        page("invitation-unknown", "", "projects:invitation", "nonsense"),
        page("invitation", "", "projects:invitation", secret, leads_to="projects:join"),
        page("sign-up", "", "account_signup"),
        page("invitation-signed-in", "newcomer", "projects:invitation", secret, leads_to="projects:join"),
        page("notices-stop", "", "projects:notices_stop", sign_stopping(manager)),
        page("health", "", "projects:health"),
        page("help-not-built", "", "projects:help_index"),
        page("help-page-not-built", "", "projects:help", "measuring/measures.html"),
        Visit("not-found", "", "/no/such/page/"),
    ]


def visit_own(people: dict[str, User], project: Project) -> list[Visit]:
    manager = people["manager"]
    # A second factor can be set up only with a confirmed address.
    EmailAddress.objects.create(user=manager, email=manager.email, verified=True, primary=True)
    create_token(user=manager, name="nightly backup script", scope="read", days=30)
    pages = ["account_email", "account_change_password", "account_logout", "account_reauthenticate", "mfa_index"]
    names = {
        "account_email_verification_sent": "mail-sent",
        "mfa_activate_totp": "second-factor",
        "socialaccount_connections": "own-sign-ins",
    }
    own = [page(route.replace("account_", "own-"), "manager", route) for route in pages]
    own += [page(name, "manager", route) for route, name in names.items()]
    make_mail(manager)
    return [
        page("mail", "operator", "projects:mail"),
        page("mail-failed", "operator", "projects:mail", query="?state=failed"),
        page("home-operator", "operator", "projects:home"),
        *visit_people(people["operator"], manager),
        page("home", "manager", "projects:home"),
        page("home-annotator", "annotator A", "projects:home"),
        page("home-newcomer", "newcomer", "projects:home"),
        page("account", "manager", "projects:account"),
        page("search", "manager", "projects:search"),
        page("search-found", "manager", "projects:search", query=f"?project={project.slug}&search=a"),
        page("search-nothing", "annotator A", "projects:search", query="?search=nothing+has+this"),
        *own,
    ]


def visit_people(operator: User, manager: User) -> list[Visit]:
    """Visit the pages about people: with projects, with a history, pseudonymised."""
    left = make_user("Wilhelmina Friederike von Hohenlohe-Langenburg-Weikersheim, on leave until the spring")
    Authenticator.objects.create(user=left, type="totp", data={})
    deactivate_person(user=operator, person=left)
    gone = make_user("Ada")
    pseudonymise_person(user=operator, person=gone, typed=gone.email)
    archived = make_project(manager, name="Sayings of fishermen and sailors on three coasts, collected in winter")
    archive_project(user=operator, project=archived)
    abandoned = make_project(make_user("Bela", can_create_projects=True), name="Nobody's words")
    deactivate_person(user=operator, person=abandoned.created_by)
    kept = {"number": 1, "date": "2026-03-01", "file_name": "river-names-1.zip", "sha256": "0123456789abcdef" * 4}
    ErasedProject.objects.create(
        project=0,
        slug="river-names",
        name="River names",
        kind="alignment",
        deleted_by=operator,
        deleted_at=timezone.now(),
        counts={},
        releases=[kept],
    )
    return [
        page("all-projects", "operator", "projects:all_projects"),
        page("all-projects-none", "operator", "projects:all_projects", query="?search=no+such+project"),
        page("erased-projects", "operator", "projects:erased_projects"),
        page("project-operation", "operator", "projects:project_operation", archived.slug),
        page("project-abandoned", "operator", "projects:project_operation", abandoned.slug),
        page("project-remove", "operator", "projects:project_remove", archived.slug),
        page("operation", "operator", "projects:operation"),
        page("storage", "operator", "projects:storage"),
        page("people", "operator", "projects:people"),
        page("people-nobody", "operator", "projects:people", query="?search=nobody+of+that+name"),
        page("person", "operator", "projects:person", manager.pk),
        page("person-deactivated", "operator", "projects:person", left.pk),
        page("person-pseudonymised", "operator", "projects:person", gone.pk),
        page("person-pseudonymise", "operator", "projects:person_pseudonymise", manager.pk),
    ]


def make_mail(recipient: User) -> None:
    """Make mail in every state."""
    refused = "550 5.1.1 <the address>: Recipient address rejected: User unknown in virtual mailbox table"
    Mail.objects.bulk_create(
        Mail(address=recipient.email, recipient=person, subject=subject, state=state, attempt=attempt, error=error)
        for person, subject, state, attempt, error in (
            (recipient, "Interlinea: Reset your password", "sent", 1, ""),
            (
                recipient,
                "Interlinea: 3 pairs wait for you in Sayings of fishermen and sailors",
                "waiting",
                4,
                "timed out",
            ),
            (None, "Interlinea: Invitation to Sayings of fishermen and sailors", "failed", 1, refused),
        )
    )


def visit_empty(manager: User) -> list[Visit]:
    project = make_project(manager, name="Nothing yet")
    routes = {
        "alignment": ("overview", "pairs", "skips", "adjudication", "release_new", "suggestions"),
        "evaluation": ("systems", "system_new"),
        "projects": ("agreement", "guidelines", "jobs", "members", "releases"),
    }
    return [
        page(f"empty-{name}", "manager", f"{app}:{name}", project.slug)
        for app, names in routes.items()
        for name in names
    ]
