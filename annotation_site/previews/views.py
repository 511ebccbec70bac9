"""Pages of imports: choose files, see what a job found in them, change the settings, confirm."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import find_result
from annotation_site.jobs.uploads import Keep, keep_and_request
from annotation_site.jobs.views import job_context
from annotation_site.previews.forms import PreviewForm, TableForm
from annotation_site.previews.kinds import ImportKind
from annotation_site.previews.services import Preview, require_table
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError
from annotation_site.web.forms import refusals_on
from annotation_site.web.middleware.bodies import takes_files


def lead_to_job(job: Job) -> HttpResponseRedirect:
    """Redirect to the page of a job."""
    return redirect("projects:job", job.project.slug, job.pk)


def answer_upload(
    request: HttpRequest,
    form: forms.Form,
    ask: Callable[[], Job],
    *,
    template: str,
    context: Mapping[str, Any],
    lead: Callable[[Job], HttpResponseRedirect] = lead_to_job,
    name: str = "form",
) -> HttpResponse:
    """Start the job that a valid form asks for and redirect to it, else show the form under its name in the page."""
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            job = ask()
            return lead(job)
    return render(request, template, {**context, name: form}, status=400 if form.errors else 200)


class ConfirmPages(ABC):
    """The pages that show what a preview found and confirm it. A kind defines the services they call, and additional
    context of its template, which extends `previews/preview.html`.
    """

    # Of the projects that have the pages; none: of every one.
    kinds: ClassVar[Collection[str]] = ()
    previews: ClassVar[tuple[Preview, ...]]
    # The page that shows what was found, to which every look leads.
    route: ClassVar[str]
    noun: ClassVar[str] = "files"
    preview_template: ClassVar[str]
    preview_name: ClassVar[str]
    # The page of the form with other settings, of kinds where it is not that of the preview.
    again_template: ClassVar[str] = ""

    @abstractmethod
    def context(self, user: User, project: Project) -> dict[str, Any]:
        """Return the context that all pages of the kind need."""

    @abstractmethod
    def request_import(self, user: User, project: Project, preview: Job, form: Any) -> Job:
        """Request the import of a preview."""

    def confirm_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> forms.Form:
        """Return the form that confirms a preview; a kind without its own has no questions."""
        return forms.Form(data)

    def again_form(self, project: Project, preview: Job, data: QueryDict) -> forms.Form:
        """Return the form that reads the same files with other settings, for kinds that can."""
        raise NotImplementedError

    def read_again(self, user: User, project: Project, preview: Job, form: Any) -> Job:
        """Request another preview of the same files."""
        raise NotImplementedError

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        """Return context that adds to, or replaces, what is `shown` for every kind."""
        return {}

    @method_decorator([require_safe, never_cache])
    @admits(can_manage)
    def preview(self, request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
        """Show the preview; poll while the job runs."""
        return self._render_upload(request, request.project, self._open(request.project, job_pk))

    @method_decorator([require_POST, never_cache])
    @admits(can_manage)
    def again(self, request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
        """Read the same files with other settings."""
        project = request.project
        earlier = self._open(project, job_pk)
        try:
            form = self.again_form(project, earlier, request.POST)
        except DomainError as fault:
            return self._render_upload(request, project, earlier, fault=fault)
        if not form.is_valid():
            return self._render_upload(request, project, earlier, again=form, status=400)
        try:
            job = self.read_again(request.user, project, earlier, form)
        except DomainError as fault:
            return self._render_upload(request, project, earlier, again=form, fault=fault)
        return redirect(self.route, project.slug, job.pk)

    @method_decorator([require_POST, never_cache])
    @admits(can_manage)
    def confirm(self, request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
        """Start the import and redirect to its job."""
        return self._confirm(request, job_pk)

    @method_decorator([require_http_methods(["GET", "HEAD", "POST"]), never_cache])
    @admits(can_manage)
    def preview_or_confirm(self, request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
        """Show the preview or confirm it, for kinds where both have the same address."""
        if request.method == "POST":
            return self._confirm(request, job_pk)
        return self._render_upload(request, request.project, self._open(request.project, job_pk))

    def _confirm(self, request: SignedInRequest, job_pk: int) -> HttpResponse:
        project = request.project
        preview = self._open(project, job_pk)
        form = self.confirm_form(project, preview, request.POST)
        if not form.is_valid():
            return self._render_upload(request, project, preview, form=form, status=400)
        try:
            job = self.request_import(request.user, project, preview, form)
        except DomainError as fault:
            return self._render_upload(request, project, preview, form=form, fault=fault)
        return redirect("projects:job", project.slug, job.pk)

    def _open(self, project: Project, job_pk: int) -> Job:
        jobs = project.jobs.filter(kind__in=[preview.kind for preview in self.previews])
        job: Job = get_object_or_404(jobs.select_related("project", "requested_by"), pk=job_pk)
        return job

    def _render_upload(
        self,
        request: SignedInRequest,
        project: Project,
        preview: Job,
        *,
        form: forms.Form | None = None,
        again: forms.Form | None = None,
        fault: DomainError | None = None,
        status: int = 200,
    ) -> HttpResponse:
        kind = next(declared for declared in self.previews if declared.kind == preview.kind)
        is_found = preview.state == Job.State.SUCCEEDED
        shown = {
            "preview": preview,
            "result": preview.result if is_found else {},
            "imported": kind.find_import(preview),
            "form": form or (self.confirm_form(project, preview) if is_found else None),
            "again": again,
            "fault": fault,
        }
        context = {
            **self.context(request.user, project),
            **job_context(preview),
            "page_name": self.preview_name,
            "noun": self.noun,
            **shown,
            **self.describe(project, preview, shown),
        }
        template = (again and self.again_template) or self.preview_template
        return render(request, template, context, status=fault.status if fault else status)


class TablePages(ConfirmPages):
    """The preview of a file that may be a table: its columns are assigned on the page, and it is read again by them.
    The template includes `previews/_table.html`.
    """

    again_route: ClassVar[str]

    @abstractmethod
    def make_table_form(self, project: Project, preview: Job, **options: Any) -> TableForm:
        """Return the form of the table's columns; `options` are its other arguments."""

    def again_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> TableForm:
        """Return the form that shows the columns of the table, or changes them."""
        options = {"table": require_table(preview), "asked": preview.parameters["reading"], "auto_id": "table_%s"}
        return self.make_table_form(project, preview, data=data, initial={"request_id": uuid4()}, **options)

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        """Return the form of the columns, where the file is a table that can still be read again."""
        if shown["imported"] or not shown["result"].get("table"):
            return {}
        return {
            "table_form": shown["again"] or self.again_form(project, preview),
            "table_fault": shown["result"]["missing"],
            "again_url": reverse(self.again_route, args=[project.slug, preview.pk]),
        }


class PreviewPages(ConfirmPages):
    """The pages of one kind of files, which are uploaded to the project on a page of their own. A kind adds that page's
    form, and its template, which extends `previews/upload.html`.
    """

    upload_template: ClassVar[str]
    upload_name: ClassVar[str]
    # The page to which an upload leads, if not that of the preview.
    uploaded_route: ClassVar[str] = ""

    @abstractmethod
    def upload_form(self, user: User, project: Project, *data: Any, **options: Any) -> forms.Form:
        """Return the form that uploads files."""

    @abstractmethod
    def request_preview(self, user: User, project: Project, form: Any, keep: Keep) -> Job:
        """Request a preview of the files of a valid form."""

    @method_decorator([takes_files, require_http_methods(["GET", "HEAD", "POST"])])
    @admits(can_manage)
    def upload(self, request: SignedInRequest, slug: str) -> HttpResponse:
        """Store files and start the job that previews them."""
        project = request.project
        form = self.upload_form(
            request.user, project, request.POST or None, request.FILES or None, initial={"request_id": uuid4()}
        )
        return answer_upload(
            request,
            form,
            lambda: self._keep_and_request(request.user, project, form),
            template=self.upload_template,
            context={**self.context(request.user, project), "page_name": self.upload_name},
            lead=lambda job: redirect(self.uploaded_route or self.route, project.slug, job.pk),
        )

    def _keep_and_request(self, user: User, project: Project, form: forms.Form) -> Job:
        return keep_and_request(
            lambda keep: self.request_preview(user, project, form, keep),
            user=user,
            project=project,
            kinds=[preview.kind for preview in self.previews],
            request_id=form.cleaned_data["request_id"],
        )


class ImportPages(PreviewPages):
    """The pages of a kind's imports of one sort of files, as it declares them. Their templates extend
    `previews/import.html` and `previews/import_preview.html`.
    """

    # The page of the upload; the route of the preview has its name and `_preview`, and so have the templates.
    base_route: ClassVar[str]
    base_template: ClassVar[str]
    tab: ClassVar[str]
    imports: ClassVar[tuple[ImportKind[Any], ...]]
    form: ClassVar[type[PreviewForm]]
    consent: ClassVar[type[forms.Form]] = forms.Form
    upload_name, preview_name = "Import", "Import preview"
    # Whether the same files can be read with other settings.
    reads_again: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        cls.previews = tuple(declared.preview for declared in cls.imports)
        cls.route = f"{cls.base_route}_preview"
        cls.upload_template, cls.preview_template = f"{cls.base_template}.html", f"{cls.base_template}_preview.html"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        return {
            **project_context(user, project, self.tab),
            **find_kind(project.kind).describe(project),
            "upload_url": reverse(self.base_route, args=[project.slug]),
        }

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        """Return the addresses of the forms; a kind adds what its template needs beside the result."""
        at = [project.slug, preview.pk]
        addresses: dict[str, Any] = {"confirm_url": reverse(f"{self.base_route}_confirm", args=at)}
        if shown["imported"]:
            addresses["import_result"] = find_result(shown["imported"])
        if self.reads_again:
            addresses["again_url"] = reverse(f"{self.base_route}_again", args=at)
        return addresses

    def upload_form(self, user: User, project: Project, *data: Any, **options: Any) -> PreviewForm:
        return self.form(*data, **options)

    def read_upload(
        self, project: Project, fields: dict[str, Any], keep: Keep
    ) -> tuple[ImportKind[Any], dict[str, Any]]:
        """Return the import that a valid form asks for, and its uploads and options."""
        uploads = [keep(file) for file in fields.pop("uploads")]
        return self.imports[0], {"uploads": uploads, **fields}

    def request_preview(self, user: User, project: Project, form: PreviewForm, keep: Keep) -> Job:
        imported, options = self.read_upload(project, dict(form.cleaned_data), keep)
        return imported.request_preview(user=user, project=project, **options)

    def find_declared(self, preview: Job) -> ImportKind[Any]:
        """Return the import to which a preview belongs."""
        return next(declared for declared in self.imports if declared.preview.kind == preview.kind)

    def confirm_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> forms.Form:
        return self.consent(data)

    def read_terms(self, form: Any) -> dict[str, Any]:
        """Return the terms on which a valid form confirms."""
        terms: dict[str, Any] = form.cleaned_data
        return terms

    def request_import(self, user: User, project: Project, preview: Job, form: forms.Form) -> Job:
        imported = self.find_declared(preview)
        return imported.confirm_import(user=user, project=project, preview=preview, **self.read_terms(form))
