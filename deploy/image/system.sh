#!/bin/sh
# Takes out of the system what installs, changes accounts, mounts or explains. Run once, while the image is built, as the last step in
# its stage: nothing can be installed afterwards. What remains is listed in /var/lib/dpkg/status, where scanners of images look.
set -eu

useradd --uid 10001 --user-group --no-create-home --home-dir /app --shell /usr/sbin/nologin interlinea
mkdir -p /opt/folders/data /opt/folders/backups
chmod 700 /opt/folders/*

# Python's own installer and what only developers import.
python=$(python -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')
rm -rf "$python"/idlelib "$python"/test "$python"/lib2to3 "$python"/tkinter "$python"/turtledemo "$python"/ensurepip "$python"/config-* \
    /usr/share/python-wheels /usr/local/include /usr/local/bin/pip* /usr/local/bin/idle* /usr/local/bin/2to3*
for package in pip setuptools wheel pkg_resources _distutils_hack; do
    rm -rf "$python/site-packages/$package" "$python/site-packages/$package"-*.dist-info "$python/site-packages/distutils-precedence.pth"
done

# The package manager cannot remove itself, and Perl is what its scripts run by: the others go before these.
names='apt|libapt-pkg[0-9.t]*|gpgv|sqv|debian-archive-keyring|adduser|e2fsprogs|libext2fs2(t64)?|libss2|logsave|mount|login|login.defs|passwd'
names="$names|libgnutls30(t64)?|libhogweed6(t64)?|libp11-kit0|libtasn1-6|libidn2-0|libunistring[0-9]|libseccomp2|python3-pip|python3-setuptools"
names="$names|python3-wheel|python3-lib2to3|python3-pip-whl|python3-setuptools-whl|python3-pkg-resources|init-system-helpers|sysvinit-utils|usr-is-merged"
names="$names|libgcrypt20|libgpg-error0|libsystemd0|libudev1|libsepol[0-9]|libsemanage[0-9]|libsemanage-common|libmount1|libblkid1"
names="$names|libnettle8(t64)?|libxxhash0|libpam-modules|libpam-modules-bin|libpam-runtime|libpam0g"
names="$names|util-linux|bsdutils|openssl|openssl-provider-legacy|tar|diffutils|ncurses-bin|gzip|debianutils|hostname"
dpkg-query --show --showformat '${Package}\n' | grep -xE "$names" >/tmp/names
DPKG_FORCE=all dpkg --purge --force-all --no-triggers $(cat /tmp/names) >/tmp/purged 2>&1 || { cat /tmp/purged; exit 1; }
dpkg --purge --force-all --no-triggers debconf perl-base >/tmp/purged 2>&1 || { cat /tmp/purged; exit 1; }
# Not the folders among its paths, some of which are links, such as /sbin.
while read -r path; do if [ ! -d "$path" ]; then rm -f "$path"; fi; done </var/lib/dpkg/info/dpkg.list

# What is read by people; licences stay.
find /usr/share/doc -type f ! -name copyright -delete
rm -rf /usr/share/man /usr/share/info /usr/share/locale /usr/share/i18n /usr/share/lintian /usr/share/bug /usr/share/bash-completion \
    /usr/share/perl5 /usr/share/debconf /usr/share/gcc /usr/lib/*/gconv /usr/lib/*/perl-base \
    /var/cache/* /var/lib/apt /var/lib/dpkg/info /var/lib/dpkg/*-old /var/log/* /var/tmp/* /root/.cache
# Nobody becomes somebody else.
find / -xdev -perm /6000 -type f -exec chmod a-s {} +

# The standard library as the packages are: compiled, which the official image leaves to every start. Python finds its place by os.py.
rm -rf "$python"/pydoc_data "$python"/unittest/test "$python"/distutils/tests "$python"/ctypes/test "$python"/sqlite3/test
find "$python" -name __pycache__ -type d -prune -exec rm -rf {} +
python -m compileall -q -b -j 0 -x 'site-packages|dist-packages|bad_|/os\.py$' "$python"
find "$python" -name '*.pyc' | while read -r compiled; do rm -f "${compiled%c}"; done

# What remains can still do what the site asks of it, and lacks no library of its own.
find /usr /opt -xdev -type f \( -name '*.so*' -o -perm /111 \) -exec ldd {} + 2>/dev/null | grep 'not found' | sort | uniq -c >/tmp/missing || :
if [ -s /tmp/missing ]; then cat /tmp/missing; exit 1; fi
python -c 'import ssl, sqlite3, ctypes, lzma, bz2, zlib, hashlib, uuid, decimal, zoneinfo; ssl.create_default_context(); zoneinfo.ZoneInfo("Europe/Berlin")'
/opt/postgresql/bin/pg_dump --version
sh -c 'find /usr/bin -name sh | head -1 | tr -d "\n" | cat' >/dev/null
rm -rf /build /tmp/names /tmp/purged /tmp/missing
