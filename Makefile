# A fresh machine needs git, make and Python 3.11 or newer; everything else comes from the package registry.
#   make demo    the examples: from private rows to a gated release, and to counts
#   make test    all tests, on dbt 1.12, 1.11 and 2.0, on DuckDB, PostgreSQL and Sail
#   make test-spark   the hard cases on Apache Spark itself, which needs Java 17
#   make lint    ruff, mypy and sqlfluff
#   make bench   speed on up to a million rows; bench-large, -postgres, -spark and -peers take longer
PYTHON ?= python3
WORKERS ?= 2
# What pytest gets, such as ARGS="-k planner -x"
ARGS ?=

export UV_PYTHON_DOWNLOADS := never
export DBT_SEND_ANONYMOUS_USAGE_STATS := false

UV := .venvs/uv/bin/uv
SYNC = $(UV) sync --frozen --quiet --compile-bytecode --python .venvs/uv/bin/python
READY := .venv/.ready .venvs/dbt-1.11/.ready .venvs/dbt-2/.ready .venvs/spark/.ready .venvs/golden/.ready \
	.venvs/fakesnow/.ready .venvs/bqemulator/.ready .venvs/libduckdb/.ready
# Environments of one group of dependencies and nothing else.
ALONE := golden fakesnow bqemulator dbt-2 charts peers
LIBDUCKDB := @duckdb/node-bindings-linux-x64@1.5.6-r.1
CLINIC := examples/clinic
LIBRARY := examples/library

.PHONY: help setup postgres demo test test-spark lint format docs golden bench bench-large bench-postgres bench-spark bench-peers clean

help:
	@sed -n 's/^#   //p' Makefile

setup: $(READY)

postgres:
	@sh scripts/install_postgres.sh

demo: .venv/.ready
	@cd $(CLINIC) && PATH="$(CURDIR)/.venv/bin:$$PATH" sh scripts/demo.sh
	@cd $(LIBRARY) && PATH="$(CURDIR)/.venv/bin:$$PATH" sh scripts/demo.sh

test: $(READY) postgres
	.venv/bin/python -m pytest -n $(WORKERS) $(ARGS)

test-spark: $(READY)
	.venv/bin/python -m pytest -n 0 -m spark $(ARGS)

lint: .venv/.ready
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/python scripts/lint_sql.py

format: .venv/.ready
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

docs: .venv/.ready
	.venv/bin/python scripts/generate_policy_docs.py
	.venv/bin/python scripts/generate_warehouses_docs.py

golden: .venv/.ready .venvs/golden/.ready
	.venv/bin/python scripts/make_golden.py

bench: .venv/.ready
	.venv/bin/python benchmarks/bench.py small $(ARGS)

bench-large: .venv/.ready .venvs/charts/.ready
	.venv/bin/python benchmarks/bench.py large $(ARGS)
	.venvs/charts/bin/python benchmarks/chart.py

bench-postgres: .venv/.ready postgres
	.venv/bin/python benchmarks/warehouses.py postgres $(ARGS)

bench-spark: .venv/.ready .venvs/spark/.ready
	.venv/bin/python benchmarks/warehouses.py spark $(ARGS)

bench-peers: .venv/.ready .venvs/peers/.ready
	.venv/bin/python benchmarks/peers.py

clean:
	rm -rf .venv .venvs .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -rf $(CLINIC)/target $(CLINIC)/dbt_packages $(CLINIC)/logs $(CLINIC)/clinic.duckdb
	rm -rf $(LIBRARY)/target $(LIBRARY)/dbt_packages $(LIBRARY)/logs $(LIBRARY)/library.duckdb

# uv has an environment of its own, since `uv sync` takes out of an environment what the lock does not name.
$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "dbt_crowd needs Python 3.11 or newer; name one with make PYTHON=...")'
	$(PYTHON) -m venv .venvs/uv
	.venvs/uv/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.13,<1'

.venv/.ready: $(UV) pyproject.toml uv.lock
	UV_PROJECT_ENVIRONMENT=.venv $(SYNC)
	@touch $@

.venvs/dbt-1.11/.ready: $(UV) pyproject.toml uv.lock
	UV_PROJECT_ENVIRONMENT=.venvs/dbt-1.11 $(SYNC) --no-default-groups --group dbt-1-11
	@touch $@

.venvs/spark/.ready: $(UV) pyproject.toml uv.lock
	UV_PROJECT_ENVIRONMENT=.venvs/spark $(SYNC) --no-default-groups --group spark
	@touch $@

$(ALONE:%=.venvs/%/.ready): .venvs/%/.ready: $(UV) pyproject.toml uv.lock
	UV_PROJECT_ENVIRONMENT=.venvs/$* $(SYNC) --only-group $*
	@touch $@

# The library that dbt 2 builds on DuckDB with, which it would download otherwise; without npm that test is skipped.
.venvs/libduckdb/.ready: Makefile
	@mkdir -p .venvs/libduckdb
	@npm install --prefix .venvs/libduckdb --silent --no-save --no-audit --no-fund $(LIBDUCKDB) || echo "no $(LIBDUCKDB)"
	@touch $@
