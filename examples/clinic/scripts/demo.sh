#!/bin/sh
# The whole tutorial at one go, from this project's folder; `make demo` in the repository runs it.
set -eu
[ -t 1 ] || export DBT_USE_COLORS=false

run() {
    printf '\n$ %s\n' "$*"
    "$@"
}

run python scripts/make_patients.py
run dbt deps
run dbt run -s stg_patients
run crowd solve patients_release
run dbt build --exclude visits_for_research
run crowd check patients_release
run python scripts/show_release.py
run crowd solve visits_for_research
run dbt build
run python scripts/show_ladder.py
