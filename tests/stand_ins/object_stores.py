"""An object store that is named in the settings and does not answer."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from botocore.config import Config
from django.conf import settings
from django.test import override_settings


@contextmanager
def silent_object_store() -> Iterator[socket.socket]:
    """Keep files in a store that takes connections and never answers; it is given up after a second. Gives its door."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        store = {
            "BACKEND": "storages.backends.s3.S3Storage",
            "OPTIONS": {
                "bucket_name": "files",
                "endpoint_url": f"http://127.0.0.1:{silent.getsockname()[1]}",
                "access_key": "key",
                "secret_key": "secret",
                "region_name": "eu-central-1",
                "client_config": Config(connect_timeout=1, read_timeout=1, retries={"total_max_attempts": 1}),
            },
        }
        with override_settings(STORAGES={**settings.STORAGES, "default": store}):
            yield silent
