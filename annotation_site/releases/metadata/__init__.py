"""Metadata of a release for repositories and readers: Croissant, RO-Crate, a Hugging Face card with Parquet, DataCite,
Zenodo, a datasheet.

Pure: everything follows from the manifest and from what its kind says of its files (`description`). `members` writes
the files, when a release is built and again when it is verified.
"""
