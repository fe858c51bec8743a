#!/bin/sh
# The whole tutorial at one go, from this project's folder; `make demo` in the repository runs it.
set -eu
[ -t 1 ] || export DBT_USE_COLORS=false

run() {
    printf '\n$ %s\n' "$*"
    "$@"
}

run python scripts/make_loans.py
run dbt deps
run dbt build
run crowd check circulation_counts
run python scripts/show_counts.py
