"""Pages on which text is imported."""

from annotation_site.previews.views import ImportPages
from annotation_site.projects.models import Project
from expressions.imports.forms import ConfirmForm, UploadForm
from expressions.imports.services import PASSAGES


class PassagePages(ImportPages):
    """Text in one of the formats of the field."""

    kinds = (Project.Kind.EXPRESSIONS,)
    base_route = tab = "expressions:import"
    base_template = "expressions/imports/import"
    imports = (PASSAGES,)
    form, consent = UploadForm, ConfirmForm
    noun = "text"


pages = PassagePages()
