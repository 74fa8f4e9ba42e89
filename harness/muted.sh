#!/usr/bin/env bash
# Shows that silent talkers cost nothing: a choir in which one section practises against one that sings. See --help.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: harness/muted.sh [options of harness/compare.sh]

Measures the processor time of this server with 150 clients of which 120 are muted against that with 150 clients who all
sound: the arms tutti-muted and tutti of harness/compare.sh, interleaved. What counts is the ratio tutti-muted/tutti.
Options that follow (--rounds 3, --window 10, --clients N, --muted K, --json FILE, ...) go to harness/compare.sh, whose
--help explains them; results are appended to harness/target/muted.jsonl unless --json says otherwise.
TEXT
}

if [ "${1:-}" = --help ]; then
  usage
  exit 0
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec "$here/compare.sh" --arms tutti-muted,tutti --clients 150 --muted 120 --json "$here/target/muted.jsonl" "$@"
