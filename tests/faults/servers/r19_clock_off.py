"""R19: the clocks of two workers are 150 s off, one ahead and one behind, while they and a third share the work.

No job that is worked on is taken from its worker, though each lasts longer than a lease: it waits inside its
transaction for a row that the script keeps locked. Then the sound worker and the one ahead are killed, and the one
behind brings their jobs back as soon as any other would. The small form promises no seconds: other tests run beside it.
"""

import time
from contextlib import ExitStack

from annotation_site.jobs.models import Job
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage, kill
from tests.scripts.work import (
    QUICK_LEASES,
    RECOVERY_SECONDS,
    confirm,
    count_effects,
    find_attempts,
    holding,
    preview_imports,
    wait_for_all,
    wait_for_recovery,
)
from tests.servers import wait_until

PAIRS = 200
OFF_SECONDS = 150


@script(small={"seconds": 8, "is_timed": False}, small_settings=QUICK_LEASES, needs_peace=True)
def set_clocks_wrong(stage: Stage, seconds: int = 50, is_timed: bool = True) -> Report:
    stage.stop_children()
    sound, ahead, behind = (stage.start_worker(1, off) for off in (0, OFF_SECONDS, -OFF_SECONDS))
    previews = preview_imports(3, PAIRS)
    with ExitStack() as held:
        for preview in previews:
            held.enter_context(holding(preview.project))
        imports = [confirm(preview) for preview in previews]
        wait_until(lambda: len(find_attempts(imports)) == 3, "a worker took no job")
        time.sleep(seconds)
        attempts = find_attempts(imports)
        kill(sound)
        kill(ahead)
    recovery = wait_for_recovery(attempts, 120)
    wait_for_all(imports, 60)
    done = Job.objects.filter(pk__in=[job.pk for job in imports], state=Job.State.SUCCEEDED)
    report = Report(f"R19  clocks of workers {OFF_SECONDS} s ahead and behind, {seconds} s of work ({stage.form})")
    report.equal("jobs left to their workers", sorted(attempts.values()), [1, 1, 1])
    report.equal("attempts after two workers were killed", sorted(done.values_list("attempt", flat=True)), [1, 2, 2])
    report.equal("effects exactly once", count_effects(imports, PAIRS), 3)
    if is_timed:
        report.at_most("interrupted jobs at work again after", recovery, RECOVERY_SECONDS, " s")
    else:
        report.note("interrupted jobs at work again after", f"{recovery:.1f} s")
    report.equal("the worker behind still works", behind.is_alive, True)
    return report


if __name__ == "__main__":
    set_clocks_wrong.main()
