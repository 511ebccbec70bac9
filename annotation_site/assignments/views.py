"""The steps that annotators take on an assignment: one way to take them, whatever the page looks like."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Project
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError

Step = Callable[[dict[str, Any]], HttpResponse]
Service = Callable[..., Assignment]


class Show(Protocol):
    """Renders the page; with a form, what was filled in stays on it."""

    def __call__(
        self, request: SignedInRequest, pk: int, status: int = 200, form: forms.Form | None = None
    ) -> HttpResponse: ...


@dataclass(frozen=True, slots=True)
class WorkPage:
    """The page on which assignments of one kind of project are worked on: its route, how it is shown, and how it goes
    on to the next."""

    kind: str
    route: str
    show: Show
    go_on: Callable[[SignedInRequest, Project], HttpResponse]

    def take(self, request: SignedInRequest, pk: int, form: forms.Form, step: Step) -> HttpResponse:
        """Do the step, or show the page again with the sentence that says why not."""
        own = Assignment.objects.for_annotator(request.user).filter(item__project__kind=self.kind)
        get_object_or_404(own.only("pk"), pk=pk)
        if not form.is_valid():
            messages.error(request, "The form was not complete. Try again from this page.")
            return self.show(request, pk, status=400, form=form)
        try:
            return step(form.cleaned_data)
        except DomainError as error:
            messages.error(request, error.sentence)
            # What somebody else's tab stored comes before what this one holds.
            return self.show(request, pk, status=error.status, form=form if error.status == 400 else None)

    def leave(self, request: SignedInRequest, pk: int, form: forms.Form, service: Service) -> HttpResponse:
        """A step after which the next one is opened."""

        def step(fields: dict[str, Any]) -> HttpResponse:
            done = service(user=request.user, assignment_id=pk, **fields)
            return self.go_on(request, done.item.project)

        return self.take(request, pk, form, step)

    def stay(self, request: SignedInRequest, pk: int, form: forms.Form, service: Callable[..., object]) -> HttpResponse:
        """A step after which the same one is shown."""

        def step(fields: dict[str, Any]) -> HttpResponse:
            service(user=request.user, assignment_id=pk, **fields)
            return redirect(self.route, pk)

        return self.take(request, pk, form, step)
