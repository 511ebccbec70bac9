"""The API of every kind of project."""

from uuid import uuid4

from tests.authorisation.addresses import in_project, of_import, of_project, of_ratings, released
from tests.authorisation.forms import LANGUAGES, a_file, a_machine, a_webhook, named_items
from tests.authorisation.row import OWN_JOBS, Row

ROWS = {
    "api:schema": Row(get=200),
    "api:projects": Row(get=200, post=201, data=lambda side: {"kind": "alignment", **LANGUAGES}),
    "api:project-detail": Row(of_project, get=200, patch=200, data=lambda side: {"name": "New"}),
    "api:items-withdraw": Row(of_project, post=200, data=named_items),
    "api:items-bring-back": Row(of_project, post=409, data=named_items),  # it is not withdrawn
    "api:project-archive": Row(of_project, post=200),
    "api:project-delete": Row(of_ratings, post=200, data=lambda side: {"name": side.ratings.project.name}),
    "api:project-restore": Row(of_project, post=200),
    "api:members": Row(of_project, get=200),
    "api:member": Row(in_project("other"), delete=204),
    "api:invitations": Row(of_project, get=200, post=201, data=lambda side: {"role": "annotator"}),
    "api:invitations-by-email": Row(
        of_project, post=201, data=lambda side: {"role": "annotator", "addresses": ["ada@example.org"]}
    ),
    "api:invitation-resend": Row(in_project("mailed_invitation"), post=200),
    "api:invitation-renew": Row(in_project("mailed_invitation"), post=200),
    "api:invitation": Row(in_project("invitation"), delete=204),
    "api:guidelines": Row(of_project, get=200, post=201, data=lambda side: {"text": "Link."}),
    "api:webhooks": Row(of_project, get=200, post=201, data=a_webhook),
    "api:webhook": Row(in_project("webhook"), get=200, patch=200, delete=204, data=a_webhook),
    "api:webhook-secret": Row(in_project("webhook"), post=201),
    "api:webhook-test": Row(in_project("webhook"), post=202),
    "api:webhook-enable": Row(in_project("webhook"), post=200),
    "api:webhook-pause": Row(in_project("webhook"), post=200),
    "api:webhook-send-again-since": Row(
        in_project("webhook"), post=202, data=lambda side: {"since": "2026-11-01T09:00:00Z"}
    ),
    "api:webhook-deliveries": Row(in_project("webhook"), get=200),
    "api:webhook-send-again": Row(in_project("delivery"), post=202),
    "api:machines": Row(of_project, get=200, post=201, data=a_machine),
    "api:machine": Row(in_project("machine"), get=200, patch=200, delete=204, data=a_machine),
    "api:machine-keys": Row(in_project("machine"), post=201, data=lambda side: {"days": 3}),
    "api:machine-key": Row(in_project("machine_key"), delete=204),
    "api:machine-report": Row(
        in_project("machine"), get=404, post=202, data=lambda side: {"epsilon": 0.1}
    ),  # 404: none was computed
    "api:machine-answers": Row(
        of_project,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "machine": side.machine.pk,
            "uploads": [side.upload.pk],
        },
    ),
    "api:machine-answers-confirm": Row(in_project("machine_preview"), post=202),
    # For programs with the key of a machine, and no person: tests/annotation_site/machines/test_api.py.
    "api:machine-items": Row(get=401),
    "api:machine-own-answers": Row(post=401),
    "api:questions": Row(of_project, get=200),
    "api:question-answer": Row(in_project("question"), post=200, data=lambda side: {"text": "Yes."}),
    "api:uploads": Row(of_project, post=201, data=lambda side: {"file": a_file()}),
    "api:jobs": Row(of_project, get=200),
    "api:job": Row(in_project("waiting"), get=200, narrowed=OWN_JOBS),
    "api:job-cancel": Row(in_project("waiting"), post=200, narrowed=OWN_JOBS),
    "api:job-retry": Row(in_project("cancelled"), post=200, narrowed=OWN_JOBS),
    "api:job-dismiss": Row(in_project("failed_job"), post=200, narrowed=OWN_JOBS),
    "api:job-take-back": Row(of_import, post=202, data=lambda side: {"request_id": str(uuid4())}),
    "api:releases": Row(
        of_project, get=200, post=409, data=lambda side: {"request_id": str(uuid4())}
    ),  # 409: one is being built already
    "api:release": Row(released, get=200),
    "api:release-download": Row(released, get=200),
    # 404: it was not deposited; 400: the operator lists no host
    "api:release-deposit": Row(
        released,
        get=404,
        post=400,
        delete=204,
        data=lambda side: {"request_id": str(uuid4()), "address": "https://zenodo.org", "token": "x"},
    ),
}
