#!/bin/sh
# promtool's linter on every family there is: it may find nothing but the names that come from the
# kernel by way of node_exporter, whose words are not snake_case.
#
# usage: promtool_test.sh PROGRAM   (PROGRAM prometheus PREFIX prints an exposition)
set -eu

program=$1
if ! command -v promtool >/dev/null; then
  echo "SKIPPED: promtool is not installed (Debian package prometheus)" >&2
  exit 77
fi

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

for prefix in plumbline node; do
  "$program" prometheus "$prefix" >"$work/text"
  # 0: nothing found; 3: something found; anything else: the text cannot be read.
  status=0
  promtool check metrics <"$work/text" >"$work/found" 2>&1 || status=$?
  if [ "$status" -ne 0 ] && [ "$status" -ne 3 ]; then
    echo "promtool cannot read the text with the prefix $prefix:" >&2
    cat "$work/found" >&2
    exit 1
  fi
  allowed="^${prefix}_(memory|netstat)_[A-Za-z0-9_]+ metric names should be written in 'snake_case'"
  if grep -Ev "$allowed" "$work/found" >"$work/faults"; then
    echo "promtool finds fault with the prefix $prefix:" >&2
    cat "$work/faults" >&2
    exit 1
  fi
  echo "$prefix: $(grep -c '^# TYPE' "$work/text") families, $(wc -l <"$work/found") kernel names"
done
