"""What a reader says about input it cannot use; the words are those of every kind of annotation."""

from annotation_site.projects.faults import EXCERPT_LENGTH as EXCERPT_LENGTH
from annotation_site.projects.faults import FormatError as FormatError
from annotation_site.projects.faults import Rejected as Rejected
from annotation_site.projects.faults import reject as reject
