"""`python manage.py show_person ADDRESS`: projects, activity and history of one account, as JSON."""

import json
from dataclasses import asdict
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from annotation_site.accounts.models import User
from annotation_site.management.operators import OperatorCommand
from annotation_site.operators.queries.people import count_facts, list_places


class Command(OperatorCommand):
    """One JSON object."""

    help = "Print a person's account, projects, last actions and what operators did to the account, as JSON."
    subject = "person"

    def act(self, operator: User, options: dict[str, Any], person: User) -> None:
        acts: Any = person.account_acts.select_related("actor")
        shown = {
            "person": person.pk,
            "email": person.email,
            "name": person.name,
            "is_active": person.is_active,
            "is_operator": person.is_superuser,
            "joined": person.date_joined,
            "last_login": person.last_login,
            **asdict(count_facts(person)),
            "projects": [
                {
                    "project": place.project.slug,
                    "state": place.project.state,
                    "roles": place.roles,
                    "is_member": place.is_member,
                    "is_only_manager": place.is_only_manager,
                    "submitted": place.submitted,
                    "active_at": place.active_at,
                }
                for place in list_places(person)
            ],
            "history": [{"what": act.kind, "by": act.actor.email, "at": act.created_at} for act in acts],
        }
        self.stdout.write(json.dumps(shown, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2))
