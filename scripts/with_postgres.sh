#!/bin/sh
# Runs a command with DATABASE_URL pointing at a private PostgreSQL cluster that lives as long as the command.
# Any installed version from 15 on will do; nothing is left behind. Exit status 77: no PostgreSQL is installed.
#   scripts/with_postgres.sh pytest -n 2
set -eu

bin=$(ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /opt/homebrew/opt/postgresql@*/bin 2>/dev/null | sort -V | tail -n 1)
if [ -z "$bin" ] && command -v initdb >/dev/null; then bin=$(dirname "$(command -v initdb)"); fi
[ -n "$bin" ] && [ -x "$bin/initdb" ] || { echo "with_postgres: no PostgreSQL found" >&2; exit 77; }
major=$("$bin/postgres" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
[ "$major" -ge 15 ] || { echo "with_postgres: PostgreSQL 15 or later needed, found $major" >&2; exit 77; }

# PostgreSQL refuses to run as root; its own system user does it then, in a folder which that user can reach.
home=$(mktemp -d /tmp/zoonoses-pg.XXXXXX)
as_owner() { "$@"; }
if [ "$(id -u)" = 0 ]; then
    chown postgres "$home"
    as_owner() { runuser -u postgres -- "$@"; }
fi
stop() {
    (cd "$home" && as_owner "$bin/pg_ctl" -D "$home/data" -m immediate stop >/dev/null 2>&1) || true
    rm -rf "$home"
}
trap stop EXIT
trap 'exit 130' INT TERM

(
    cd "$home"
    as_owner "$bin/initdb" -D "$home/data" -U zoonoses -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
    # No TCP: only the socket in the private folder. fsync off is for these throw-away tests alone.
    as_owner "$bin/pg_ctl" -D "$home/data" -w -l "$home/log" start -o "-c listen_addresses='' \
        -c unix_socket_directories='$home' -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
        -c max_connections=200 -c jit=off" >/dev/null || { cat "$home/log" >&2; exit 1; }
)
chmod 755 "$home"
PATH="$bin:$PATH" DATABASE_URL="postgres://zoonoses@/$home/postgres" "$@"
