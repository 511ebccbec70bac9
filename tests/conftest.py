"""Fixtures every test may use; data is made with tests/factories.py."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import hypothesis
import pytest
from celery import current_app
from django.conf import settings as django_settings
from django.db import connection
from django.test import TransactionTestCase, override_settings
from pytest_django import DjangoDbBlocker
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from annotation_site.accounts import limits
from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.jobs.tasks import work_on_job
from tests.running.databases import find_template
from tests.running.emptying import empty_tables
from tests.running.quick_passwords import hash_quickly
from tests.running.quick_sign_in import sign_in_quickly
from tests.running.steady_orders import draw_one_seed
from tests.running.undefined_variables import refuse_undefined_variables
from tests.servers import is_worker_idle, running_site, running_worker, wait_until
from tests.stand_ins.outside_hosts import LISTED_HOST

QUEUE = "celery"
WAKE_SECONDS = 5
refuse_undefined_variables()
hash_quickly()
sign_in_quickly()
draw_one_seed()

# How long an example takes depends on what runs beside it: a promise about time is made where it is meant.
# Examples are those of every other run, so that a change is to blame for what fails; TEST_SEED draws others.
hypothesis.settings.register_profile(
    "tests",
    deadline=None,
    derandomize="TEST_SEED" not in os.environ,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("tests")


@pytest.fixture(autouse=True, scope="session")
def files_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep uploads and releases of tests in a folder of their own, shared by web server and worker."""
    folder = tmp_path_factory.mktemp("data") / "files"
    options = {"location": folder, "base_url": None, "file_permissions_mode": 0o600}
    backend = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": options}
    changed = {
        "STORAGES": {**django_settings.STORAGES, "default": backend},
        # WhiteNoise warns when its folder is missing, and warnings are errors here.
        "STATIC_ROOT": tmp_path_factory.mktemp("static"),
        # What a page offers must not depend on what this machine has.
        "OUTGOING_HOSTS": [LISTED_HOST],
        # Most tests are of a site with a mail server; those of one without say so.
        "MAIL_TRANSPORT": "django.core.mail.backends.locmem.EmailBackend",
        "ALIGNER_FOLDERS": dict.fromkeys(django_settings.ALIGNER_FOLDERS, ""),
        "NEURAL_MODELS": str(folder / "no models"),
    }
    # Said aloud: a store that a module made at its import would go on with the folder of the real site.
    with override_settings(**changed):
        yield folder


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """Copy the test database: otherwise each process of a parallel run would migrate its own."""
    with django_db_blocker.unblock():
        connection.settings_dict["TEST"]["TEMPLATE"] = find_template()


@pytest.fixture(autouse=True, scope="session")
def quick_emptying() -> Iterator[None]:
    """Delete rows that transactional_db leaves, instead of flushing, and keep the session: a new one reads the
    catalogue and prepares every statement again, which was half of the database's time.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda case: empty_tables())
        patch.setattr(TransactionTestCase, "_should_reload_connections", lambda case: False)
        yield


@pytest.fixture(autouse=True, scope="session")
def requests_counted_one_by_one() -> Iterator[None]:
    """Count each request to the API in the database: a share left by one test changes the statements of others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "SHARES", sys.maxsize)
        yield


@pytest.fixture(autouse=True, scope="session")
def static_files_found_once() -> Iterator[None]:
    """Find static files once: every new test client builds the middleware anew, and WhiteNoise would look for each
    again.
    """
    find = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[str, StaticFile] = {}

    def find_once(middleware: WhiteNoiseMiddleware) -> None:
        if not found:
            find(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", find_once)
        yield


def start_taking_tasks() -> bool:
    """Tell the one worker to take tasks; return whether it answered. One that does not listen yet loses the message."""
    return bool(current_app.control.add_consumer(QUEUE, reply=True, limit=1))


def stop_taking_tasks() -> bool:
    """Tell the one worker to leave tasks alone; return whether it answered."""
    return bool(current_app.control.cancel_consumer(QUEUE, reply=True, limit=1))


@pytest.fixture(scope="session")
def idle_worker(django_db_setup: None) -> Iterator[None]:
    """Start a real Celery worker on the tests' database that takes no task until `worker` lets it."""
    with running_worker():
        wait_until(stop_taking_tasks, "the worker did not stop taking tasks")
        yield


@contextmanager
def repeated_wake_ups() -> Iterator[None]:
    """Wake the worker every few seconds, as the sweep of an installation does: a message that got lost costs a wait.

    A worker that connects to the broker anew takes up the queues of its start but for those that it was told to leave:
    it is told again which one to take.
    """
    ended = Event()

    def wake() -> None:
        while not ended.wait(WAKE_SECONDS):
            current_app.control.add_consumer(QUEUE)
            work_on_job.delay(0)  # whichever job's turn it is; none is no error

    thread = Thread(target=wake, name="wake-ups", daemon=True)
    thread.start()
    yield
    ended.set()
    thread.join()


@pytest.fixture
def worker(transactional_db: None, idle_worker: None) -> Iterator[None]:
    """Let a real Celery worker take tasks for one test; other tests that run a job themselves must not race with it."""
    current_app.control.purge()  # messages of tests without a worker
    wait_until(start_taking_tasks, "the worker did not begin to take tasks")
    with repeated_wake_ups():
        yield
    # Shown where the test failed: a job that did not end tells nothing else about its worker.
    print("The worker consumes:", current_app.control.inspect(limit=1).active_queues())
    for job in Job.objects.order_by("pk"):
        print(f"Job {job.pk} ({job.kind}): {job.state}, attempt {job.attempt}", job.error)
    wait_until(stop_taking_tasks, "the worker did not stop taking tasks")
    # What it still does would meet the emptying of the tables after the test.
    wait_until(is_worker_idle, "the worker did not end its tasks")


@pytest.fixture
def nobody_works(db: None) -> None:
    """Remove all sightings of workers, and let none be seen until the test ends: that of other tests, whose sighting
    was deleted with their rows, records itself anew every few seconds.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {WorkerSighting._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
    WorkerSighting.objects.all().delete()


@pytest.fixture(scope="session")
def site(django_db_setup: None) -> Iterator[str]:
    """Start the real web server on the tests' database and give its address; use it with transactional_db."""
    with running_site(INTERLINEA_OUTGOING_HOSTS=LISTED_HOST) as address:
        yield address
