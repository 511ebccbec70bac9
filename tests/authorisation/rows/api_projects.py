"""The API of every kind of project."""

from uuid import uuid4

from tests.authorisation.addresses import in_project, of_import, of_project, of_ratings, released
from tests.authorisation.forms import LANGUAGES, a_file, named_items
from tests.authorisation.row import JOB, MANAGER, MAY_START, MEMBER, REVIEWER, SIGNED_IN, Row

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
    "api:invitation": Row(MANAGER, in_project("invitation"), delete=204),
    "api:guidelines": Row(
        MEMBER, of_project, get=200, post=201, data=lambda side: {"text": "Link."}, change_rule=MANAGER
    ),
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
}
