#!/bin/sh
# Once, when the database is made: the site's role owns its database and is no superuser.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres --set password="$SITE_PASSWORD" <<'SQL'
CREATE ROLE interlinea LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';
CREATE DATABASE interlinea OWNER interlinea;
REVOKE ALL ON DATABASE interlinea FROM PUBLIC;
SQL
