"""The API of every kind of project."""

from uuid import uuid4

from tests.authorisation.addresses import in_project, of_import, of_project, of_ratings, released
from tests.authorisation.forms import LANGUAGES, a_file, a_machine, a_webhook, named_items
from tests.authorisation.row import JOB, MANAGER, MAY_START, MEMBER, NOBODY, REVIEWER, SIGNED_IN, Row

ROWS = {
    "api:schema": Row(SIGNED_IN, get=200),
    "api:projects": Row(
        SIGNED_IN, get=200, post=201, data=lambda side: {"kind": "alignment", **LANGUAGES}, change_rule=MAY_START
    ),
    "api:project-detail": Row(
        MEMBER, of_project, get=200, patch=200, data=lambda side: {"name": "New"}, change_rule=MANAGER
    ),
    "api:items-withdraw": Row(MANAGER, of_project, post=200, data=named_items),
    "api:items-bring-back": Row(MANAGER, of_project, post=409, data=named_items),  # it is not withdrawn
    "api:project-archive": Row(MANAGER, of_project, post=200),
    "api:project-delete": Row(MANAGER, of_ratings, post=200, data=lambda side: {"name": side.ratings.project.name}),
    "api:project-restore": Row(MANAGER, of_project, post=200),
    "api:members": Row(MANAGER, of_project, get=200),
    "api:member": Row(MANAGER, in_project("other"), delete=204),
    "api:invitations": Row(MANAGER, of_project, get=200, post=201, data=lambda side: {"role": "annotator"}),
    "api:invitations-by-email": Row(
        MANAGER, of_project, post=201, data=lambda side: {"role": "annotator", "addresses": ["ada@example.org"]}
    ),
    "api:invitation-resend": Row(MANAGER, in_project("mailed_invitation"), post=200),
    "api:invitation-renew": Row(MANAGER, in_project("mailed_invitation"), post=200),
    "api:invitation": Row(MANAGER, in_project("invitation"), delete=204),
    "api:guidelines": Row(
        MEMBER, of_project, get=200, post=201, data=lambda side: {"text": "Link."}, change_rule=MANAGER
    ),
    "api:webhooks": Row(MANAGER, of_project, get=200, post=201, data=a_webhook),
    "api:webhook": Row(MANAGER, in_project("webhook"), get=200, patch=200, delete=204, data=a_webhook),
    "api:webhook-secret": Row(MANAGER, in_project("webhook"), post=201),
    "api:webhook-test": Row(MANAGER, in_project("webhook"), post=202),
    "api:webhook-enable": Row(MANAGER, in_project("webhook"), post=200),
    "api:webhook-pause": Row(MANAGER, in_project("webhook"), post=200),
    "api:webhook-send-again-since": Row(
        MANAGER, in_project("webhook"), post=202, data=lambda side: {"since": "2026-11-01T09:00:00Z"}
    ),
    "api:webhook-deliveries": Row(MANAGER, in_project("webhook"), get=200),
    "api:webhook-send-again": Row(MANAGER, in_project("delivery"), post=202),
    "api:machines": Row(MANAGER, of_project, get=200, post=201, data=a_machine),
    "api:machine": Row(MANAGER, in_project("machine"), get=200, patch=200, delete=204, data=a_machine),
    "api:machine-keys": Row(MANAGER, in_project("machine"), post=201, data=lambda side: {"days": 3}),
    "api:machine-key": Row(MANAGER, in_project("machine_key"), delete=204),
    "api:machine-report": Row(
        REVIEWER, in_project("machine"), get=404, post=202, data=lambda side: {"epsilon": 0.1}
    ),  # 404: none was computed
    "api:machine-answers": Row(
        MANAGER,
        of_project,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "machine": side.machine.pk,
            "uploads": [side.upload.pk],
        },
    ),
    "api:machine-answers-confirm": Row(MANAGER, in_project("machine_preview"), post=202),
    # For programs with the key of a machine, and no person: tests/annotation_site/machines/test_api.py.
    "api:machine-items": Row(NOBODY, get=401),
    "api:machine-own-answers": Row(NOBODY, post=401),
    "api:questions": Row(REVIEWER, of_project, get=200),
    "api:question-answer": Row(REVIEWER, in_project("question"), post=200, data=lambda side: {"text": "Yes."}),
    "api:uploads": Row(REVIEWER, of_project, post=201, data=lambda side: {"file": a_file()}),
    "api:jobs": Row(REVIEWER, of_project, get=200),
    "api:job": Row(JOB, in_project("waiting"), get=200),
    "api:job-cancel": Row(JOB, in_project("waiting"), post=200),
    "api:job-retry": Row(JOB, in_project("cancelled"), post=200),
    "api:job-dismiss": Row(JOB, in_project("failed_job"), post=200),
    "api:job-take-back": Row(MANAGER, of_import, post=202, data=lambda side: {"request_id": str(uuid4())}),
    "api:releases": Row(
        REVIEWER, of_project, get=200, post=409, data=lambda side: {"request_id": str(uuid4())}, change_rule=MANAGER
    ),  # 409: one is being built already
    "api:release": Row(REVIEWER, released, get=200),
    "api:release-download": Row(REVIEWER, released, get=200),
    # 404: it was not deposited; 400: the operator lists no host
    "api:release-deposit": Row(
        REVIEWER,
        released,
        get=404,
        post=400,
        delete=204,
        data=lambda side: {"request_id": str(uuid4()), "address": "https://zenodo.org", "token": "x"},
        change_rule=MANAGER,
    ),
}
