"""Pages of every kind of project, and of one's own account."""

from uuid import uuid4

from annotation_site.notices.services import sign_stopping
from tests.authorisation.addresses import in_project, of_import, of_project, of_ratings, pk_of, rater, released
from tests.authorisation.forms import a_file, a_machine, a_new_webhook, a_webhook, chosen_items
from tests.authorisation.row import (
    HIDDEN,
    JOB,
    MANAGER,
    MAY_START,
    MEMBER,
    OK,
    PUBLIC,
    REFUSED,
    REVIEWER,
    SIGNED_IN,
    Row,
    rule,
)

ROWS = {
    "projects:home": Row(SIGNED_IN, get=200),
    "projects:health": Row(PUBLIC, get=200),
    # Not built where these tests run; tests/annotation_site/help has pages.
    "projects:help_index": Row(PUBLIC, get=404),
    "projects:help": Row(PUBLIC, lambda side: ("index.html",), get=404),
    "projects:account": Row(SIGNED_IN, get=200, post=302, data=lambda side: {"name": "New name", "language": "pt"}),
    "projects:notices_choose": Row(
        SIGNED_IN, post=302, data=lambda side: {"notice_mails": "daily", "time_zone": "Europe/Rome"}
    ),
    "projects:notices_stop": Row(PUBLIC, lambda side: (sign_stopping(side.manager),), get=200, post=200),
    "projects:token_create": Row(
        SIGNED_IN,
        post=302,  # to the page that asks for the password
        data=lambda side: {"operation_id": str(uuid4()), "name": "t", "scope": "read", "days": 3},
    ),
    "projects:token_revoke": Row(SIGNED_IN, pk_of("token"), post=302),
    # Nobody in this table runs the site; tests/annotation_site/mail and operators have somebody who does.
    "projects:mail": Row(REFUSED, get=200),
    "projects:mail_retry": Row(HIDDEN, lambda side: (1,), post=302),
    "projects:all_projects": Row(REFUSED, get=200),
    "projects:erased_projects": Row(REFUSED, get=200),
    "projects:project_operation": Row(HIDDEN, of_project, get=200, post=302),
    "projects:project_archive": Row(HIDDEN, of_project, post=302),
    "projects:project_restore": Row(HIDDEN, of_project, post=302),
    "projects:project_remove": Row(HIDDEN, of_project, get=200, post=302),
    "projects:person_quota": Row(HIDDEN, lambda side: (1,), post=302),
    "projects:project_quota": Row(HIDDEN, of_project, post=302),
    "projects:storage": Row(REFUSED, get=200),
    "projects:operation": Row(REFUSED, get=200),
    "projects:any_job_cancel": Row(HIDDEN, lambda side: (1,), post=302),
    "projects:session_end": Row(HIDDEN, lambda side: (1,), post=302),
    "projects:people": Row(REFUSED, get=200),
    "projects:person": Row(HIDDEN, lambda side: (1,), get=200),
    "projects:person_deactivate": Row(HIDDEN, lambda side: (1,), post=302),
    "projects:person_reactivate": Row(HIDDEN, lambda side: (1,), post=302),
    "projects:person_reset_second_factor": Row(HIDDEN, lambda side: (1,), post=302),
    "projects:person_export": Row(HIDDEN, lambda side: (1,), post=200),
    "projects:person_pseudonymise": Row(HIDDEN, lambda side: (1,), get=200, post=302),
    "projects:invitation": Row(PUBLIC, lambda side: (side.secret,), get=302),
    "projects:join": Row(PUBLIC, get=404, post=404, change_rule=SIGNED_IN),  # nobody here opened an invitation before
    "projects:members": Row(MANAGER, of_project, get=200),
    "projects:invite": Row(
        MANAGER,
        of_project,
        post=200,
        data=lambda side: {"operation_id": str(uuid4()), "role": "annotator", "days": 3, "use_limit": 1},
    ),
    "projects:invite_mailed": Row(
        MANAGER,
        of_project,
        post=200,
        data=lambda side: {
            "operation_id": str(uuid4()),
            "role": "annotator",
            "days": 3,
            "addresses": "ada@example.org",
        },
    ),
    "projects:invitation_resend": Row(
        MANAGER, in_project("mailed_invitation"), post=200, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "projects:invitation_renew": Row(
        MANAGER, in_project("mailed_invitation"), post=200, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "projects:take_role": Row(MANAGER, of_project, post=302, data=lambda side: {"role": "adjudicator"}),
    "projects:member_remove": Row(MANAGER, in_project("other"), get=200, post=302),
    "projects:invitation_revoke": Row(MANAGER, in_project("invitation"), post=302),
    "projects:webhooks": Row(MANAGER, of_project, get=200, post=200, data=a_new_webhook),
    "projects:webhook": Row(MANAGER, in_project("webhook"), get=200, post=302, data=a_webhook),
    "projects:webhook_secret": Row(
        MANAGER, in_project("webhook"), post=200, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "projects:webhook_test": Row(MANAGER, in_project("webhook"), post=302),
    "projects:webhook_enable": Row(MANAGER, in_project("webhook"), post=302),
    "projects:webhook_pause": Row(MANAGER, in_project("webhook"), post=302),
    "projects:webhook_send_again_since": Row(
        MANAGER, in_project("webhook"), post=302, data=lambda side: {"hours": "24"}
    ),
    "projects:webhook_remove": Row(MANAGER, in_project("webhook"), post=302),
    "projects:webhook_send_again": Row(MANAGER, in_project("delivery"), post=302),
    "projects:machine_new": Row(MANAGER, of_project, get=200, post=302, data=a_machine),
    "projects:machine": Row(MANAGER, in_project("machine"), get=200, post=302, data=a_machine),
    "projects:machine_remove": Row(MANAGER, in_project("machine"), post=302),
    "projects:machine_key_create": Row(
        MANAGER, in_project("machine"), post=200, data=lambda side: {"operation_id": str(uuid4()), "days": 3}
    ),
    "projects:machine_key_revoke": Row(MANAGER, in_project("machine_key"), post=302),
    "projects:machine_items": Row(MANAGER, of_project, get=200),
    "projects:machine_answers": Row(
        MANAGER,
        of_project,
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "machine": side.machine.pk, "file": a_file()},
    ),
    "projects:machine_answers_preview": Row(MANAGER, in_project("machine_preview"), get=200),
    "projects:machine_answers_confirm": Row(MANAGER, in_project("machine_preview"), post=302),
    "projects:guidelines": Row(MEMBER, of_project, get=200),
    "projects:guideline_new": Row(
        MANAGER, of_project, get=200, post=302, data=lambda side: {"text": "Link less.", "based_on": 1}
    ),
    "projects:guideline_preview": Row(
        MANAGER, of_project, post=200, data=lambda side: {"text": "*Link*"}, is_fragment=True
    ),
    "projects:questions": Row(MEMBER, of_project, get=200),
    "projects:question_answer": Row(REVIEWER, in_project("question"), post=302, data=lambda side: {"text": "Yes."}),
    "projects:answer_read": Row(rule(OK, 404, 403, 403), in_project("question"), post=302),
    "projects:jobs": Row(REVIEWER, of_project, get=200),
    "projects:job": Row(JOB, in_project("waiting"), get=200),
    "projects:job_status": Row(JOB, in_project("waiting"), get=200, is_fragment=True),
    "projects:job_cancel": Row(JOB, in_project("waiting"), post=302),
    "projects:job_retry": Row(JOB, in_project("cancelled"), post=302),
    "projects:job_dismiss": Row(JOB, in_project("failed_job"), post=302),
    "projects:deletions": Row(MANAGER, of_project, get=200),
    "projects:deletion_new": Row(
        MANAGER,
        lambda side: (side.slug, "test-set", side.test_set.pk),
        get=200,
        post=302,
        data=lambda side: {"operation_id": str(uuid4())},
    ),
    "projects:deletion_restore": Row(
        MANAGER, in_project("deletion"), post=302, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "projects:import_take_back": Row(
        MANAGER, of_import, get=200, post=302, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "projects:releases": Row(REVIEWER, of_project, get=200),
    "projects:release": Row(REVIEWER, released, get=200),
    "projects:release_download": Row(REVIEWER, released, get=200),
    "projects:deposit": Row(MANAGER, released, get=200, post=400, data=lambda side: {"token": "x"}),  # 400: no address
    "projects:deposit_forget": Row(MANAGER, released, post=302),
    "projects:project_new": Row(MAY_START, get=200),
    "projects:items": Row(MANAGER, of_project, get=200),
    "projects:items_withdraw": Row(MANAGER, of_project, get=302, post=302, data=chosen_items),  # GET: nothing chosen
    "projects:items_bring_back": Row(MANAGER, of_project, get=302, post=302, data=chosen_items),
    "projects:archive": Row(MANAGER, of_project, get=200, post=302),
    # The other project has a release, and is for operators to delete.
    "projects:delete": Row(
        MANAGER, of_ratings, get=200, post=302, data=lambda side: {"name": side.ratings.project.name}
    ),
    "projects:restore": Row(MANAGER, of_project, get=200, post=302),
    "projects:exclude": Row(
        MANAGER, rater, post=302, data=lambda side: {"operation_id": str(uuid4()), "reason": "Always the same."}
    ),
    "projects:lift": Row(MANAGER, rater, post=302, data=lambda side: {"operation_id": str(uuid4())}),
}
