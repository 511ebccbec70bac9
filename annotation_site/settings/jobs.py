"""Jobs and Celery: PostgreSQL holds the truth, the broker wakes workers up (docs/architecture.md, "A job")."""

import os

# Lease and sweep together stay under 20 s: so long at most does a job rest after its worker was killed. A heartbeat
# comes every third of the lease, from a process that does nothing else.
JOB_LEASE_SECONDS = int(os.environ.get("JOB_LEASE_SECONDS", "15"))
JOB_SWEEP_SECONDS = int(os.environ.get("JOB_SWEEP_SECONDS", "3"))
JOB_ATTEMPTS = 3
# What one job may take; its process is ended when it wants more.
JOB_SECONDS = int(os.environ.get("JOB_SECONDS", "3600"))
JOB_MEMORY_MB = int(os.environ.get("JOB_MEMORY_MB", "4096"))
CELERY_BROKER_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
# A process of a worker keeps its session for so many tasks, instead of opening one for each: annotation_site/signals.py
# asks before each task whether it lives.
CELERY_DB_REUSE_MAX = 500
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = JOB_SECONDS + 120
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": int(os.environ.get("BROKER_VISIBILITY_TIMEOUT", "7200")),
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "socket_keepalive": True,
    "socket_connect_timeout": 2,
    "health_check_interval": 25,
}
