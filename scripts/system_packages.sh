#!/bin/sh
# System libraries, by need: `run` (the application) or `test` (adds Chromium and PostgreSQL).
# Debian and Ubuntu as root: installs what is missing. Elsewhere: says what to install and goes on.
set -eu

wanted="python3 python3-venv libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz0b libharfbuzz-subset0"
[ "${1:-run}" = test ] && wanted="$wanted chromium postgresql docker-compose"

command -v dpkg-query >/dev/null || {
    echo "Needed from your system: Python 3.11+, Pango with HarfBuzz (subset library included) – see docs/operations.md"
    exit 0
}
missing=""
for package in $wanted; do
    state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$state" = "install ok installed" ] || missing="$missing $package"
done
# Another way of having Python, docker-compose or Chromium counts too.
keep=""
for package in $missing; do
    case $package in
        python3 | python3-venv) python3 -c "import venv, ensurepip" 2>/dev/null && continue ;;
        chromium | docker-compose) command -v "$package" >/dev/null && continue ;;
        postgresql) ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && continue ;;
    esac
    keep="$keep $package"
done
[ -n "$keep" ] || exit 0
if [ "$(id -u)" != 0 ]; then
    echo "Missing system packages. Install them with: sudo apt-get install -y$keep"
    exit 0
fi
echo "Installing system packages:$keep"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086  # a list of names
apt-get install -y -qq --no-install-recommends $keep >/dev/null
