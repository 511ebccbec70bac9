"""How a page or an API of word alignment finds its project; one of another kind does not exist here."""

from functools import partial

from annotation_site.projects.models import Project
from annotation_site.web import access

open_project = partial(access.open_project, kinds=(Project.Kind.ALIGNMENT,))
