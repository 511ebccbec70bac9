"""Errors of the object store, in which files lie where there are several machines."""


def is_of_object_store(error: BaseException | None) -> bool:
    """Return whether the object store refused or did not answer; its library is loaded only where one is used."""
    return type(error).__module__.partition(".")[0] in ("botocore", "boto3", "s3transfer")
