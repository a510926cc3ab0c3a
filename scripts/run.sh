#!/bin/sh
# A development installation with demonstration data: migrates, starts the worker and the server on localhost.
set -eu

export DEBUG="${DEBUG:-True}" DEMO="${DEMO:-True}"
python=.venv/bin/python
port="${PORT:-8000}"

$python manage.py migrate --verbosity 0
$python manage.py createcachetable
$python manage.py demo

$python manage.py db_worker --verbosity 0 &
worker=$!
trap 'kill "$worker" 2>/dev/null || true' EXIT
trap 'exit 0' INT TERM

echo
echo "Zoonoses: http://localhost:$port/ (Ctrl+C encerra)"
$python manage.py runserver --noreload "localhost:$port" &
wait $!
