#!/usr/bin/env bash
# Every check and test, in the order of what fails fastest. A part whose tools are missing is left out with a
# word about it; with CI=true that is a failure. The last line counts the tests of all parts.
set -u -o pipefail

out=var/test
rm -rf "$out" && mkdir -p "$out"
failed=()

part() { # part NAME COMMAND...
    local name=$1
    shift
    echo "== $name"
    "$@" 2>&1 | tee "$out/$name.log"
    local status=${PIPESTATUS[0]}
    [ "$status" = 0 ] && return
    if [ "$status" = 77 ] && [ "${CI:-}" != true ]; then
        echo "== $name: left out, its tools are not installed here"
        return
    fi
    echo "== $name: FAILED ($status)"
    failed+=("$name")
}

browser_tests() {
    command -v "${CHROMIUM:-chromium}" >/dev/null || return 77
    .venv/bin/pytest tests -q -n 2 --dist worksteal -m e2e
}

compose_file() {
    command -v docker-compose >/dev/null || return 77
    make --no-print-directory compose-check
}

# Migrated databases for the tests to copy, made beside the checks. Where it fails the tests make them and say why.
.venv/bin/python -m tests.databases >"$out/databases.log" 2>&1 &
scripts/with_postgres.sh .venv/bin/python -m tests.databases >>"$out/databases.log" 2>&1 &

suite=(.venv/bin/pytest tests -q -n 2 --dist worksteal)
for check in lint types contracts migrations-check check; do
    part "$check" make --no-print-directory "$check"
done
part compose compose_file
wait
part sqlite "${suite[@]}" -m "not e2e"
part postgresql scripts/with_postgres.sh "${suite[@]}" -m "not e2e and not law"
part browser browser_tests

count() { # the sum of "N WORD" over the closing lines of pytest
    local sum=0 number
    for number in $(cat "$out"/{sqlite,postgresql,browser}.log 2>/dev/null |
        grep -E '^[=0-9].* in [0-9.]+s' | grep -oE "[0-9]+ $1" | cut -d' ' -f1); do
        sum=$((sum + number))
    done
    echo "$sum"
}
[ ${#failed[@]} = 0 ] || echo "Failed: ${failed[*]}"
echo "$(count passed) passed, $(($(count failed) + $(count error))) failed"
[ ${#failed[@]} = 0 ]
