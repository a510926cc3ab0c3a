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
    .venv/bin/pytest tests -q -n 2 -m e2e
}

compose_file() {
    command -v docker-compose >/dev/null || return 77
    make --no-print-directory compose-check
}

suite=(.venv/bin/pytest tests -q -n 2 -m "not e2e")
for check in lint types contracts migrations-check check; do
    part "$check" make --no-print-directory "$check"
done
part compose compose_file
part sqlite "${suite[@]}"
part postgresql scripts/with_postgres.sh "${suite[@]}"
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
