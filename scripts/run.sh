#!/bin/sh
# A development installation with demonstration data: migrates, starts the worker and the server on localhost.
set -eu

export DEBUG="${DEBUG:-True}" DEMO="${DEMO:-True}"
python=.venv/bin/python
port="${PORT:-8000}"
children=""

stop() {
    trap - EXIT INT TERM
    # shellcheck disable=SC2086  # a list of process ids
    [ -z "$children" ] || kill $children 2>/dev/null || true
    wait
}
trap stop EXIT
trap 'exit 0' INT TERM

$python manage.py migrate --verbosity 0
$python manage.py createcachetable
$python manage.py demo

$python manage.py db_worker --no-reload --verbosity 0 &
children="$!"
$python manage.py runserver --noreload "localhost:$port" &
server=$!
children="$children $server"

# localhost and not 127.0.0.1: browsers allow passkeys there.
printf '\nZoonoses: http://localhost:%s/  (Ctrl+C encerra)\n\n' "$port"
wait "$server"
