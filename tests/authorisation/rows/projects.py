"""Pages of every kind of project, and of one's own account."""

from uuid import uuid4

from annotation_site.notices.services import sign_stopping
from tests.authorisation.addresses import in_project, of_import, of_project, of_ratings, pk_of, rater, released
from tests.authorisation.forms import a_file, a_machine, a_new_webhook, a_webhook, chosen_items
from tests.authorisation.row import ONES_OWN, OWN_JOBS, Row

ROWS = {
    "projects:home": Row(get=200),
    "projects:health": Row(get=200),
    # Not built where these tests run; tests/annotation_site/help has pages.
    "projects:help_index": Row(get=404),
    "projects:help": Row(lambda side: ("index.html",), get=404),
    "projects:search": Row(get=200),
    "projects:account": Row(get=200, post=302, data=lambda side: {"name": "New name", "language": "pt"}),
    "projects:notices_choose": Row(post=302, data=lambda side: {"notice_mails": "daily", "time_zone": "Europe/Rome"}),
    "projects:notices_stop": Row(lambda side: (sign_stopping(side.manager),), get=200, post=200),
    "projects:token_create": Row(
        post=302,  # to the page that asks for the password
        data=lambda side: {"operation_id": str(uuid4()), "name": "t", "scope": "read", "days": 3},
    ),
    "projects:token_revoke": Row(pk_of("token"), post=302),
    # Nobody in this table runs the site; tests/annotation_site/mail and operators have somebody who does.
    "projects:mail": Row(get=200),
    "projects:mail_retry": Row(lambda side: (1,), post=302),
    "projects:all_projects": Row(get=200),
    "projects:erased_projects": Row(get=200),
    "projects:project_operation": Row(of_project, get=200, post=302),
    "projects:project_archive": Row(of_project, post=302),
    "projects:project_restore": Row(of_project, post=302),
    "projects:project_remove": Row(of_project, get=200, post=302),
    "projects:person_quota": Row(lambda side: (1,), post=302),
    "projects:project_quota": Row(of_project, post=302),
    "projects:storage": Row(get=200),
    "projects:operation": Row(get=200),
    "projects:any_job_cancel": Row(lambda side: (1,), post=302),
    "projects:session_end": Row(lambda side: (1,), post=302),
    "projects:people": Row(get=200),
    "projects:person": Row(lambda side: (1,), get=200),
    "projects:person_deactivate": Row(lambda side: (1,), post=302),
    "projects:person_reactivate": Row(lambda side: (1,), post=302),
    "projects:person_reset_second_factor": Row(lambda side: (1,), post=302),
    "projects:person_export": Row(lambda side: (1,), post=200),
    "projects:person_pseudonymise": Row(lambda side: (1,), get=200, post=302),
    "projects:invitation": Row(lambda side: (side.secret,), get=302),
    "projects:join": Row(get=404, post=404),  # nobody here opened an invitation before
    "projects:members": Row(of_project, get=200),
    "projects:invite": Row(
        of_project,
        post=200,
        data=lambda side: {"operation_id": str(uuid4()), "role": "annotator", "days": 3, "use_limit": 1},
    ),
    "projects:invite_mailed": Row(
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
        in_project("mailed_invitation"), post=200, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "projects:invitation_renew": Row(
        in_project("mailed_invitation"), post=200, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "projects:take_role": Row(of_project, post=302, data=lambda side: {"role": "adjudicator"}),
    "projects:member_remove": Row(in_project("other"), get=200, post=302),
    "projects:invitation_revoke": Row(in_project("invitation"), post=302),
    "projects:more": Row(of_project, get=200),
    "projects:webhooks": Row(of_project, get=200, post=200, data=a_new_webhook),
    "projects:webhook": Row(in_project("webhook"), get=200, post=302, data=a_webhook),
    "projects:webhook_secret": Row(in_project("webhook"), post=200, data=lambda side: {"operation_id": str(uuid4())}),
    "projects:webhook_test": Row(in_project("webhook"), post=302),
    "projects:webhook_enable": Row(in_project("webhook"), post=302),
    "projects:webhook_pause": Row(in_project("webhook"), post=302),
    "projects:webhook_send_again_since": Row(in_project("webhook"), post=302, data=lambda side: {"hours": "24"}),
    "projects:webhook_remove": Row(in_project("webhook"), post=302),
    "projects:webhook_send_again": Row(in_project("delivery"), post=302),
    "projects:machine_new": Row(of_project, get=200, post=302, data=a_machine),
    "projects:machine": Row(in_project("machine"), get=200, post=302, data=a_machine),
    "projects:machine_remove": Row(in_project("machine"), post=302),
    "projects:machine_key_create": Row(
        in_project("machine"), post=200, data=lambda side: {"operation_id": str(uuid4()), "days": 3}
    ),
    "projects:machine_key_revoke": Row(in_project("machine_key"), post=302),
    "projects:machine_items": Row(of_project, get=200),
    "projects:machine_answers": Row(
        of_project,
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "machine": side.machine.pk, "file": a_file()},
    ),
    "projects:machine_answers_preview": Row(in_project("machine_preview"), get=200),
    "projects:machine_answers_confirm": Row(in_project("machine_preview"), post=302),
    "projects:guidelines": Row(of_project, get=200),
    "projects:guideline_new": Row(
        of_project, get=200, post=302, data=lambda side: {"text": "Link less.", "based_on": 1}
    ),
    "projects:guideline_preview": Row(of_project, post=200, data=lambda side: {"text": "*Link*"}, is_fragment=True),
    "projects:questions": Row(of_project, get=200),
    "projects:question_answer": Row(in_project("question"), post=302, data=lambda side: {"text": "Yes."}),
    "projects:answer_read": Row(in_project("question"), post=302, narrowed=ONES_OWN),
    "projects:jobs": Row(of_project, get=200),
    "projects:job": Row(in_project("waiting"), get=200, narrowed=OWN_JOBS),
    "projects:job_status": Row(in_project("waiting"), get=200, is_fragment=True, narrowed=OWN_JOBS),
    "projects:job_cancel": Row(in_project("waiting"), post=302, narrowed=OWN_JOBS),
    "projects:job_retry": Row(in_project("cancelled"), post=302, narrowed=OWN_JOBS),
    "projects:job_dismiss": Row(in_project("failed_job"), post=302, narrowed=OWN_JOBS),
    "projects:deletions": Row(of_project, get=200),
    "projects:deletion_new": Row(
        lambda side: (side.slug, "test-set", side.test_set.pk),
        get=200,
        post=302,
        data=lambda side: {"operation_id": str(uuid4())},
    ),
    "projects:deletion_restore": Row(
        in_project("deletion"), post=302, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "projects:import_take_back": Row(of_import, get=200, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "projects:agreement": Row(of_project, get=200),
    "projects:agreement_table": Row(lambda side: (side.slug, "pairs", "csv"), get=200),
    "projects:agreement_plot": Row(lambda side: (side.slug, "distribution"), get=200),
    "projects:agreement_intervals": Row(of_project, post=302),
    "projects:releases": Row(of_project, get=200),
    "projects:release": Row(released, get=200),
    "projects:release_download": Row(released, get=200),
    "projects:deposit": Row(released, get=200, post=400, data=lambda side: {"token": "x"}),  # 400: no address
    "projects:deposit_forget": Row(released, post=302),
    "projects:project_new": Row(get=200),
    "projects:items": Row(of_project, get=200),
    "projects:items_withdraw": Row(of_project, get=302, post=302, data=chosen_items),  # GET: nothing chosen
    "projects:items_bring_back": Row(of_project, get=302, post=302, data=chosen_items),
    "projects:archive": Row(of_project, get=200, post=302),
    # The other project has a release, and is for operators to delete.
    "projects:delete": Row(of_ratings, get=200, post=302, data=lambda side: {"name": side.ratings.project.name}),
    "projects:restore": Row(of_project, get=200, post=302),
    "projects:exclude": Row(
        rater, post=302, data=lambda side: {"operation_id": str(uuid4()), "reason": "Always the same."}
    ),
    "projects:lift": Row(rater, post=302, data=lambda side: {"operation_id": str(uuid4())}),
}
