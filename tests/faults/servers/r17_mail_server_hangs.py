"""R17: people reset passwords at once while the mail server accepts connections and never answers; pages answer as
fast as ever, and all mail arrives once the server answers again.

The small form does not wait until mail is due again, and promises no latency: other tests run beside it.
"""

import re
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from django.utils import timezone

from annotation_site.mail.models import Mail
from tests.factories import make_user
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.servers import free_port, wait_until
from tests.stand_ins.mail_servers import running_mail_server

PORT = free_port()
SMTP = {
    "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
    "EMAIL_HOST": "127.0.0.1",
    "EMAIL_PORT": str(PORT),
}
MOST_SECONDS = 2.0
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@script(
    small={"people": 6, "processes": 1, "is_timed": False},
    settings=SMTP,
    small_settings={**SMTP, "EMAIL_TIMEOUT": "5", "MAIL_SECONDS": "1"},
)
def hang_mail(stage: Stage, people: int = 20, within: int = 240, processes: int = 2, is_timed: bool = True) -> Report:
    addresses = [make_user().email for _ in range(people)]
    site = stage.need_site(processes)
    with running_mail_server(port=PORT, is_hanging=True) as server:
        stage.need_beat()
        stage.need_worker(1)
        with ThreadPoolExecutor(people) as pool:
            latencies = list(pool.map(lambda address: reset(site, address), addresses))
        wait_until(lambda: Mail.objects.exclude(error="").exists(), "no mail was tried", 60)
        tried, received = Mail.objects.exclude(error="").count(), len(server.received)
        server.is_hanging, began = False, time.monotonic()
        if not is_timed:
            Mail.objects.waiting().update(next_try_at=timezone.now())
        wait_until(lambda: Mail.objects.filter(state=Mail.State.SENT).count() == people, "mail is missing", within)
        took = time.monotonic() - began
    report = Report(f"R17  {people} password resets into a mail server that hangs")
    report.equal("resets answered", len(latencies), people)
    if is_timed:
        report.at_most("slowest answer", max(latencies), MOST_SECONDS, " s")
    report.note("median answer", f"{statistics.median(latencies):.2f} s")
    report.at_least("mails tried in vain", tried, 1)
    report.equal("mails received while it hung", received, 0)
    report.equal("mails delivered afterwards", len(server.received), people)
    report.equal("their recipients", len({to for to, _ in server.received} & set(addresses)), people)
    report.note("all delivered after", f"{took:.0f} s")
    return report


def reset(site: str, address: str) -> float:
    """Request a reset as a browser does; gives the seconds of the answer."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    page = browser.open(f"{site}/accounts/password/reset/", timeout=60).read().decode()
    found = TOKEN.search(page)
    assert found
    form = urlencode({"email": address, "csrfmiddlewaretoken": found[1]}).encode()
    began = time.monotonic()
    browser.open(f"{site}/accounts/password/reset/", form, timeout=60).read()
    return time.monotonic() - began


if __name__ == "__main__":
    hang_mail.main()
