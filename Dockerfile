# One image for web, worker and beat; what differs is the command (docker-compose.yml). Only the last stage is kept: the system, the
# packages, the programs of PostgreSQL, the documentation and the code, each a layer, the code last. Whatever installs or compiles stays behind.
# Nothing is fetched but Debian's and Python's packages. Every step runs in BuildKit and in the builder before it.
ARG PYTHON_IMAGE=python:3.11-slim

# The system: fonts, pg_dump of the server's version (docker-compose.yml; Debian's own is older, and an older one refuses), and nothing
# that installs.
FROM ${PYTHON_IMAGE} AS system
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY deploy/image/fonts.sh /build/
RUN sh /build/fonts.sh
# Where the database is reached by TLS: https://apt.postgresql.org/pub/repos/apt
ARG POSTGRESQL_REPOSITORY=
COPY deploy/image/programs.sh requirements-local.txt /build/
RUN sh /build/programs.sh "$POSTGRESQL_REPOSITORY"
COPY deploy/image/system.sh /build/
RUN sh /build/system.sh

# The packages, in an environment of their own, without what no process opens.
FROM ${PYTHON_IMAGE} AS packages
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PYTHONDONTWRITEBYTECODE=1
RUN apt-get update -q && apt-get install -q --yes --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
RUN python -m venv --without-pip /opt/interlinea
COPY requirements-locked.txt /build/
RUN python -m pip --python /opt/interlinea/bin/python install --quiet --no-compile --require-hashes \
        --requirement /build/requirements-locked.txt
# What is installed, with versions and licences, as CycloneDX; Debian's packages stand in /var/lib/dpkg/status.
COPY requirements-sbom.txt /build/
RUN python -m venv /build/sbom && /build/sbom/bin/python -m pip install --quiet --requirement /build/requirements-sbom.txt \
    && /build/sbom/bin/cyclonedx-py environment /opt/interlinea/bin/python --output-reproducible --of JSON -o /build/packages.cdx.json \
    && rm -rf /build/sbom
COPY deploy/image/slim.py deploy/image/libraries.py annotation_site/settings/languages.py /build/
# Compiled once: nothing is written later, and every process would compile all of it at its start, a quarter of its time.
RUN PYTHONDONTWRITEBYTECODE=1 /opt/interlinea/bin/python /build/slim.py "$(echo /opt/interlinea/lib/python3*/site-packages)" \
        $(sed -n 's/^    ("\([a-z-]*\)", ".*/\1/p' /build/languages.py)

# The documentation, by packages that do not stay.
FROM packages AS help
COPY requirements-docs.txt constraints.txt /build/
RUN python -m venv /build/sphinx \
    && /build/sphinx/bin/python -m pip install --quiet --requirement /build/requirements-docs.txt --constraint /build/constraints.txt
WORKDIR /app
COPY . .
RUN PYTHONPATH="$(echo /opt/interlinea/lib/python3*/site-packages)" \
        /build/sphinx/bin/python -m sphinx --quiet --doctree-dir /tmp/doctrees docs var/help \
    && rm -rf var/help/.buildinfo var/help/_sources /tmp/doctrees

# The code, compiled, and static files under their hashed names. The key is made up for this one command and kept nowhere.
FROM packages AS code
WORKDIR /app
COPY . .
RUN rm -rf docs deploy docker-compose.yml Dockerfile Makefile pyproject.toml *.txt *.md CITATION.cff locale/*/*/*.po locale/*.pot \
    && /opt/interlinea/bin/python -m compileall -q . \
    && INTERLINEA_ENVIRONMENT=production ALLOWED_HOSTS=build.invalid \
        SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(64))')" \
        /opt/interlinea/bin/python manage.py collectstatic --noinput

FROM scratch
COPY --from=system / /
COPY --from=system --chown=10001:10001 /opt/folders/ /
COPY --from=packages /opt/interlinea /opt/interlinea
COPY --from=packages /build/packages.cdx.json /usr/share/sbom/
COPY deploy/image/ask_health.py /usr/local/bin/
COPY --from=help /app/var/help /app/var/help
COPY --from=code /app /app
ENV PATH=/opt/interlinea/bin:/opt/postgresql/bin:/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 \
    PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    INTERLINEA_ENVIRONMENT=production INTERLINEA_DATA=/data
WORKDIR /app
USER 10001:10001
VOLUME /data /backups
EXPOSE 8000
# Of the web server; the compose file has others for worker and beat.
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=3 CMD ["python", "/usr/local/bin/ask_health.py"]
CMD ["gunicorn", "--config", "python:annotation_site.server.configuration", "--bind", "0.0.0.0:8000"]
ARG REVISION=
LABEL org.opencontainers.image.title="Interlinea" \
    org.opencontainers.image.description="Annotate and measure multiword expressions across languages." \
    org.opencontainers.image.version="0.1.0" \
    org.opencontainers.image.revision="$REVISION" \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.documentation="/app/var/help/index.html" \
    org.opencontainers.image.base.name="docker.io/library/python:3.11-slim"
