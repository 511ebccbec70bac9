# One image for web, worker and beat; what differs is the command (docker-compose.yml).
FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /app

# Fonts for plots as PDF. pg_dump for backups, of the server's version (docker-compose.yml): an older one refuses, and Debian's own is older.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-common \
    && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
    && apt-get install --yes --no-install-recommends postgresql-client-18 fonts-noto-core fonts-noto-cjk \
    && rm -rf /var/lib/apt/lists/*

# Packages first: they change less often than the code, and Docker keeps the layer.
COPY requirements.txt requirements-locked.txt constraints.txt ./
RUN pip install --require-hashes --requirement requirements-locked.txt

COPY . .
# Compiled once: nothing is written later, and every process would compile all of it at its start, a quarter of its time.
RUN python -m compileall -q .
# Static files get their hashed names at build time. The key is made up for this one command and kept nowhere.
RUN INTERLINEA_ENVIRONMENT=production ALLOWED_HOSTS=build.invalid \
    SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(64))')" \
    python manage.py collectstatic --noinput
# So is the documentation, by packages that do not stay.
RUN pip install --target /tmp/sphinx --requirement requirements-docs.txt --constraint constraints.txt \
    && PYTHONPATH=/tmp/sphinx python -m sphinx --quiet --doctree-dir /tmp/doctrees docs var/help \
    && rm -rf /tmp/sphinx /tmp/doctrees

RUN useradd --system --uid 10001 --no-create-home interlinea \
    && install -d -m 700 -o interlinea -g interlinea /data /backups
USER interlinea
ENV INTERLINEA_ENVIRONMENT=production INTERLINEA_DATA=/data
VOLUME /data /backups
EXPOSE 8000

CMD ["gunicorn", "--config", "python:annotation_site.server.configuration", "--bind", "0.0.0.0:8000"]
