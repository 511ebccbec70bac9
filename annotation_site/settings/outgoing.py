"""Outgoing requests (`annotation_site.outgoing`): webhooks, and deposits in repositories."""

import os

from annotation_site.settings.environment import read_hosts

# None by default. An entry may name a port; a private address is called only if it is an entry itself.
OUTGOING_HOSTS = read_hosts("INTERLINEA_OUTGOING_HOSTS")
# How often due deliveries of webhooks are looked for, and how long they are listed.
WEBHOOK_SECONDS = int(os.environ.get("WEBHOOK_SECONDS", "10"))
WEBHOOK_DELIVERIES_KEPT_DAYS = int(os.environ.get("WEBHOOK_DELIVERIES_KEPT_DAYS", "30"))
