#!/bin/sh
# PostgreSQL's server, which the tests start on a port and in a folder of their own. Root on Debian or Ubuntu, as in CI,
# gets it from apt; anybody else is told what to do, and the tests on PostgreSQL are skipped until then.
set -eu

if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v pg_ctl >/dev/null 2>&1; then
    exit 0
fi
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing PostgreSQL's server, for the tests"
    if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null; then
        exit 0
    fi
fi
echo "PostgreSQL's server is not here (apt-get install postgresql, or brew install postgresql): its tests are skipped" >&2
