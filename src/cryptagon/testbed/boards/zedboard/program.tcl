# The program, built for the processor of testbed.xsa: xsct program.tcl
cd [file dirname [info script]]
setws workspace
platform create -name board -hw testbed.xsa -proc ps7_cortexa9_0 -os standalone
platform generate
# The template has this name since 2020.2, and the other one before.
if {[catch {app create -name testbed -platform board -template {Empty Application(C)}}]} {
    app create -name testbed -platform board -template {Empty Application}
}
importsources -name testbed -path program
app config -name testbed -set build-config release
app build -name testbed
