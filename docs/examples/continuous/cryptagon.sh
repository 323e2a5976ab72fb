#!/bin/sh
# Verify and measure the algorithms of this folder, and write to changes.md what changed since the commit BASE.
# Exit code 1 when a core fails its known answers, or a figure is worse by more than WORSE per cent.
set -eu

BASE=${BASE:-}              # a commit to compare with; empty: none
WORSE=${WORSE:-5}           # per cent by which a figure may be worse
EFFORT=${EFFORT:-standard}  # standard tries several seeds, so that chance can be told from change; quick tries one
TARGET=${TARGET:-ecp5-85f-8}
APPROACH=${APPROACH:-}      # rtl or hls; empty: all that an algorithm has
CRYPTAGON_BUILD=${CRYPTAGON_BUILD:-$PWD/.cryptagon/build}
export CRYPTAGON_BUILD

# Measure all algorithms of the folder $1; the records go to the folder $2.
measure() {
    for algorithm in "$1"/algorithms/*/*/; do
        [ -f "$algorithm/algorithm.toml" ] || continue
        CRYPTAGON_HOME=$1 cryptagon verify "$algorithm" ${APPROACH:+--approach "$APPROACH"} || return 1
        CRYPTAGON_HOME=$1 CRYPTAGON_RESULTS=$2 cryptagon run "$algorithm" --effort "$EFFORT" --target "$TARGET" ${APPROACH:+--approach "$APPROACH"} || return 1
    done
}

here=$PWD
rm -rf .cryptagon/results .cryptagon/base-results
echo "No core was measured: see the log." > changes.md
measure "$here" "$here/.cryptagon/results"

if [ -z "$BASE" ]; then
    echo "There is no commit to compare with." > changes.md
    exit 0
fi
git worktree remove --force .cryptagon/base 2> /dev/null || true
git worktree add --force --detach .cryptagon/base "$BASE"
# A base that fails must not keep a pull request from mending it.
measure "$here/.cryptagon/base" "$here/.cryptagon/base-results" || true
if [ ! -d .cryptagon/base-results ]; then
    echo "The commit to compare with has no result." > changes.md
    exit 0
fi
cryptagon diff .cryptagon/base-results .cryptagon/results --markdown --fail-if-worse "$WORSE" > changes.md
