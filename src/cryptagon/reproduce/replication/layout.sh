
nextpnr() {
  if [ -n "$${NEXTPNR:-}" ]; then "$$NEXTPNR" "$$@"; return; fi
  "$$PYTHON" -c 'import sys, yowasp_nextpnr_$module as n; sys.exit(n.run_nextpnr_$module(sys.argv[1:]))' "$$@"
}

mkdir -p work/layout
${constraints}echo "place and route by nextpnr-$router: work/layout/nextpnr.log"
(cd work/layout && nextpnr $arguments > nextpnr.log 2>&1)
