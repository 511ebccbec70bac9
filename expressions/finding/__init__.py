"""Finding expressions of a list in a text. The search itself is `annotation_site.phrases`."""
