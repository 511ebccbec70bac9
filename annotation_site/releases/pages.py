"""The page that asks for a new release, as each kind declares it."""

from typing import Any, ClassVar
from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation_site.creators.forms import adds_person
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_release
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.releases.forms import ReleaseForm
from annotation_site.releases.views import as_last_time
from annotation_site.web.forms import refusals_on


class ReleasePage:
    """The page that asks for a release. A kind extends `releases/release_new.html`."""

    kinds: ClassVar[tuple[str, ...]]
    template: ClassVar[str]
    # The kind of the job, of which a project has one at a time.
    job: ClassVar[str]
    form: ClassVar[type[ReleaseForm]] = ReleaseForm

    def look_ahead(self, project: Project) -> dict[str, Any]:
        """Return what the template needs; `is_empty` says that there is nothing to release."""
        raise NotImplementedError

    def request_release(self, **terms: Any) -> Job:
        """Queue a release on the terms of a valid form."""
        raise NotImplementedError

    def make_form(self, request: SignedInRequest, initial: dict[str, Any]) -> ReleaseForm:
        """Return the form, bound if it was sent."""
        return self.form(request.POST or None, initial=initial)

    @method_decorator([require_http_methods(["GET", "HEAD", "POST"]), never_cache])
    @admits(can_release)
    def new(self, request: SignedInRequest, slug: str) -> HttpResponse:
        """Show what there is to release; POST starts the job that builds it."""
        project = request.project
        form = self.make_form(request, {"request_id": uuid4(), **as_last_time(project)})
        if request.method == "POST" and not adds_person(request.POST, request.user, form) and form.is_valid():
            with refusals_on(form):
                job = self.request_release(user=request.user, project=project, **form.cleaned_data)
                return redirect("projects:job", project.slug, job.pk)
        context = {
            **project_context(request.user, project, "projects:releases"),
            **find_kind(project.kind).describe(project),
            "page_name": "New release",
            "form": form,
            "number": project.releases.count() + 1,
            "guideline": project.guidelines.only("version", "created_at", "project_id").first(),
            "running": Job.objects.unfinished().filter(project=project, kind=self.job).first(),
            **self.look_ahead(project),
        }
        return render(request, self.template, context, status=400 if form.errors else 200)
