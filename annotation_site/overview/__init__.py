"""The first page after signing in, and the overview of a project with its settings and the page that starts one, the
same for every kind.

A kind declares its part (`annotation_site.projects.overview`); start at `views`.
"""
