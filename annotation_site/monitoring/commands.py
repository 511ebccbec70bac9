"""Commands that start, show and administer the parts of a site, by how it was installed."""

MAKE, COMPOSE, KUBERNETES = "make", "compose", "kubernetes"
# `make run` supervises its children; of a part that stays away, only the log says why.
START = {
    MAKE: "make run",
    COMPOSE: "docker compose up --detach --wait {part}",
    KUBERNETES: "kubectl --namespace interlinea rollout restart deployment/{part}",
}
LOGS = {
    MAKE: "tail -n 50 var/log/{part}.log",
    COMPOSE: "docker compose logs --tail 50 {part}",
    KUBERNETES: "kubectl --namespace interlinea logs deployment/{part} --tail 50",
}
MANAGE = {
    MAKE: 'make manage ARGS="{command}"',
    COMPOSE: "docker compose run --rm web python manage.py {command}",
    KUBERNETES: "kubectl --namespace interlinea exec deploy/web -- python manage.py {command}",
}
SEARCH = {
    MAKE: "grep {text} var/log/web.log",
    COMPOSE: "docker compose logs web | grep {text}",
    KUBERNETES: "kubectl --namespace interlinea logs deployment/web --all-pods | grep {text}",
}
# Database and broker of a cluster are not the site's own.
OWN_PARTS = frozenset({"web", "worker", "beat"})
# `make run` has its own name for the log of the broker.
LOG_NAMES = {"redis": "broker"}


def start_part(part: str, installation: str) -> tuple[str, ...]:
    """Return the commands that start a part again and show its log; none where the part is outside of the site."""
    if installation == KUBERNETES and part not in OWN_PARTS:
        return ()
    name = LOG_NAMES.get(part, part) if installation == MAKE else part
    return START[installation].format(part=part), LOGS[installation].format(part=name)


def manage(command: str, installation: str) -> str:
    """Return the command line of a command of manage.py."""
    return MANAGE[installation].format(command=command)


def find_in_log(text: str, installation: str) -> str:
    """Return the command that shows the web servers' lines with a text, such as the id of a request."""
    return SEARCH[installation].format(text=text)
