#!/bin/sh
# Prepares a machine for docker compose: `sh deploy/prepare.sh interlinea.example.org`. Writes .env with secrets of its own, and a
# certificate that the site signs for itself, until a real one takes its place (docs/operating/deployment.md). What is there already stays.
set -eu
cd "$(dirname "$0")/.."
host=${1:-}
case $host in
    "" | -* | *[!A-Za-z0-9.-]*)
        echo "Name the host under which people reach the site: sh deploy/prepare.sh interlinea.example.org" >&2
        exit 2
        ;;
esac
command -v openssl >/dev/null || { echo "openssl is missing: apt-get install openssl" >&2; exit 1; }

[ "$(id -u)" = 0 ] || { echo "Run this as root: folders of the site belong to another user." >&2; exit 1; }

fill() {
    sed -i "s|^$1=.*\$|$1=$2|" .env
}

umask 077
mkdir -p var var/tls
# The proxy, which is another user, answers Certbot's questions from here.
(umask 022 && mkdir -p var/acme/.well-known)
# The site's own user in its containers.
install -d -m 700 -o 10001 -g 10001 var/backups
if [ -e .env ]; then
    echo ".env is there already and stays as it is."
else
    cp .env.example .env
    for name in SECRET_KEY POSTGRES_PASSWORD POSTGRES_SUPERUSER_PASSWORD REDIS_PASSWORD; do
        fill "$name" "$(openssl rand -hex 48)"
    done
    fill ALLOWED_HOSTS "$host"
    fill CSRF_TRUSTED_ORIGINS "https://$host"
    fill TLS_FOLDER "$PWD/var/tls"
    fill BACKUP_VOLUME "$PWD/var/backups"
    echo ".env is written, with secrets made for it. Keep a copy of it with your backups."
fi
if [ -e var/tls/privkey.pem ]; then
    echo "The certificate in var/tls stays as it is."
else
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj "/CN=$host" \
        -addext "subjectAltName=DNS:$host" -keyout var/tls/privkey.pem -out var/tls/fullchain.pem 2>/dev/null
    echo "var/tls has a certificate that browsers warn about, until you put a real one in its place."
fi
