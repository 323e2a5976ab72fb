
nextpnr() {
  if [ -n "$$NEXTPNR" ]; then "$$NEXTPNR" "$$@"; return; fi
  "$$PYTHON" -c 'import sys, yowasp_nextpnr_$module as n; sys.exit(n.run_nextpnr_$module(sys.argv[1:]))' "$$@"
}

mkdir -p work/layout
${constraints}logged work/layout nextpnr.log nextpnr $arguments
