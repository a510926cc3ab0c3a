# `make run` and `make test` need no other step. The rest are parts of them, and tools.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check install --quiet --require-hashes
PRODUCTION := DEBUG=False ALLOWED_HOSTS=zoonoses.example.gov.br \
	SECRET_KEY=only-for-this-check-1234567890-abcdefghijklmnopqrstuvwxyz-ABCDEFG

.PHONY: run test lint format types contracts check migrations-check compose-check bench-law bench-pdf bench-cards bench-process bench-import bench-search bench-custody soak-money lock system-run system-test

run: system-run .venv/.base ## the application with demonstration data, on http://localhost:8000
	@scripts/run.sh

test: system-test .venv/.dev ## every check and test, on SQLite, on PostgreSQL and in the browser
	@scripts/test.sh

lint: .venv/.dev ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: .venv/.dev ## puts the style right
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: .venv/.dev ## strict types of the law package
	$(BIN)/mypy

contracts: .venv/.dev ## who may import whom
	$(BIN)/lint-imports

check: .venv/.dev ## Django's checks with the settings of production
	$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING

migrations-check: .venv/.dev ## every model change has its migration
	$(BIN)/python manage.py makemigrations --check --dry-run

compose-check: ## the compose file is valid
	$(PRODUCTION) POSTGRES_PASSWORD=check docker-compose --env-file .env.example config -q

bench-law: .venv/.dev ## how many questions a second the law engine answers
	$(BIN)/python scripts/bench_law.py

bench-pdf: .venv/.dev ## how long one document takes to draw
	$(BIN)/python scripts/bench_pdf.py

bench-process: .venv/.dev ## the whole file of a process: sheets, bytes, how long it takes
	$(BIN)/python scripts/bench_process.py

bench-cards: .venv/.dev ## 500 cards with photos, ten to a sheet: cards a CPU-second, memory
	$(BIN)/python scripts/bench_cards.py

bench-import: system-test .venv/.dev ## a spreadsheet of 100,000 animals on PostgreSQL: seconds, memory, planted faults
	scripts/with_postgres.sh $(BIN)/python scripts/bench_import.py

bench-search: system-test .venv/.dev ## the search over 60,000 people on PostgreSQL: 95th percentile of each kind
	scripts/with_postgres.sh $(BIN)/python scripts/bench_search.py

bench-custody: system-test .venv/.dev ## 2,000 animals in custody on PostgreSQL: a page of the list with today's bills
	scripts/with_postgres.sh $(BIN)/python scripts/bench_custody.py

soak-money: .venv/.dev ## 10,000 random steps of charges, guides, payments, voids and return files: all sums agree
	SOAK_STEPS=10000 $(BIN)/pytest tests/treasury/test_sums.py -q -n0

lock: ## requirements/*.in -> *.txt, with hashes and without addresses (needs uv)
	for name in base dev; do \
		uv pip compile --quiet --upgrade --generate-hashes --no-emit-index-url --no-header \
			--python-version 3.11 requirements/$$name.in -o requirements/$$name.txt || exit 1; \
	done

system-run:
	@scripts/system_packages.sh run

system-test:
	@scripts/system_packages.sh test

.venv/bin/python:
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Python 3.11 or later is needed: make PYTHON=...')"
	$(PYTHON) -m venv .venv

.venv/.base: requirements/base.txt | .venv/bin/python
	$(PIP) -r requirements/base.txt
	@touch $@

.venv/.dev: requirements/dev.txt | .venv/bin/python
	$(PIP) -r requirements/dev.txt
	@touch $@
