"""Addresses of annotator quality, which every kind that declares it has in its own part of the site."""

from typing import Any

from django.urls import URLPattern, path

from annotation_site.annotator_quality import views
from annotation_site.annotator_quality.api import make_part_view, make_quality_views
from annotation_site.annotator_quality.kinds import AnnotatorQuality


def quality_pages(
    quality: AnnotatorQuality[Any], *, at: str = "annotator-quality/", file_at: str = "", one_at: str = ""
) -> list[URLPattern]:
    """Return the pages of a kind's annotator quality. `at` is the address of the table below the project's; `file_at`
    and `one_at` are those of its file and of an annotator, where they do not stand below it.
    """
    kind = {"project_kind": quality.kind}
    prefix = quality.route_prefix
    table = f"<slug:slug>/{at}"
    file = f"<slug:slug>/{file_at}" if file_at else f"{table}table/"
    one = f"<slug:slug>/{one_at}" if one_at else f"{table}<int:pk>/"
    pages = [
        path(table, views.annotator_quality, kind, name=f"{prefix}annotator_quality"),
        path(file, views.annotator_quality_table, kind, name=f"{prefix}annotator_quality_table"),
        path(one, views.annotator_quality_detail, kind, name=f"{prefix}annotator_quality_detail"),
    ]
    if quality.plots:
        plot = f"{one}<slug:figure>.svg"
        pages.append(path(plot, views.annotator_quality_plot, kind, name=f"{prefix}annotator_quality_plot"))
    if quality.criteria:
        bulk = f"{table}exclude/"
        pages += [
            path(bulk, views.bulk_exclusion, kind, name=f"{prefix}bulk_exclusion"),
            path(f"{bulk}undo/", views.bulk_exclusion_undo, kind, name=f"{prefix}bulk_exclusion_undo"),
        ]
    return pages


def quality_api(
    quality: AnnotatorQuality[Any], *, name: str, shape: str, at: str = "", exclusions: str = ""
) -> list[URLPattern]:
    """Return the addresses of a kind's annotator quality in the API: `name` is that of one annotator, `shape` that of a
    row in the document; `exclusions` is that of an exclusion of several. Figures of a part of the project have the
    address `at`, where all annotators are listed.
    """
    operation = name.replace("-", "_")
    if quality.has_parts:
        return [path(at, make_part_view(quality, operation, shape).as_view(), name=name)]
    made = make_quality_views(quality, operation, exclusions.replace("-", "_"), shape)
    plural = f"{name.removesuffix('quality')}qualities"
    addresses = [
        path(f"{name}/", made.every.as_view(), name=plural),
        path(f"{name}/<int:pk>/", made.one.as_view(), name=name),
    ]
    if quality.criteria:
        addresses += [
            path(f"{exclusions}/", made.bulk.as_view(), name=exclusions),
            path(f"{exclusions}/undo/", made.undo.as_view(), name=f"{exclusions}-undo"),
        ]
    return addresses
