"""The APIs of repositories: `base` says what a deposit asks of them, `invenio` and `dataverse` how these are asked."""
