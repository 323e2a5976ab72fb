"""Reports of other HLS tools, made up in their layouts: every number is invented."""

from pathlib import Path

PART, TOP, DEVICE = "xc7a100tcsg324-1", "loops", "xc7a100t-1csg324-VVD"

CSYNTH = """<?xml version="1.0" encoding="UTF-8"?>
<profile>
  <ReportVersion><Version>2023.2</Version></ReportVersion>
  <UserAssignments>
    <unit>ns</unit><Part>{part}</Part><TopModelName>{top}</TopModelName>
    <TargetClockPeriod>10.00</TargetClockPeriod>
  </UserAssignments>
  <PerformanceEstimates>
    <SummaryOfTimingAnalysis><unit>ns</unit><EstimatedClockPeriod>7.211</EstimatedClockPeriod></SummaryOfTimingAnalysis>
    <SummaryOfOverallLatency>
      <unit>clock cycles</unit><Best-caseLatency>21</Best-caseLatency><Worst-caseLatency>40</Worst-caseLatency>
      <Interval-min>22</Interval-min><Interval-max>{interval}</Interval-max>
    </SummaryOfOverallLatency>
  </PerformanceEstimates>
  <AreaEstimates>
    <Resources><BRAM_18K>1</BRAM_18K><FF>611</FF><LUT>1402</LUT><DSP>0</DSP><URAM>0</URAM></Resources>
    <AvailableResources><BRAM_18K>270</BRAM_18K><DSP>240</DSP><FF>126800</FF><LUT>63400</LUT></AvailableResources>
  </AreaEstimates>
</profile>
"""
IMPLEMENTED = """<?xml version="1.0" encoding="UTF-8"?>
<profile>
  <RunData><RUN_TYPE>{kind}</RUN_TYPE><VIVADO_VERSION>v.2023.2</VIVADO_VERSION></RunData>
  <TimingReport>
    <TargetClockPeriod>10.000</TargetClockPeriod><AchievedClockPeriod>{achieved}</AchievedClockPeriod>
    <TIMING_MET>{met}</TIMING_MET>
  </TimingReport>
  <AreaReport><Resources><BRAM>0</BRAM><DSP>0</DSP><FF>598</FF><LUT>987</LUT><SLICE>301</SLICE></Resources></AreaReport>
</profile>
"""
COSIM = """
Report time       : Thu 1 Jan 2026
+----------+----------+-----------------------------------+-----------------------------------+--------+
|   RTL    |  Status  |     Latency (min, avg, max)       |    Interval (min, avg, max)       | Total  |
+----------+----------+-----------+-----------+-----------+-----------+-----------+-----------+--------+
|      VHDL|        NA|         NA|         NA|         NA|         NA|         NA|         NA|      NA|
|   Verilog|{status}|         21|         30|         40|         22|         31|         41|     496|
+----------+----------+-----------+-----------+-----------+-----------+-----------+-----------+--------+
"""
BAMBU = """<?xml version="1.0"?>
<bambu_results bambu_args="bambu ../core.cpp --top-fname={top} --device-name={device} --clock-period=10" \
bambu_version="Version: PandA 2024.10 - Revision 0123abc" timestamp="2026-01-01T00:00:00" benchmark_name="loops_0">
  <AREA value="1210"/>
  <SLICE value="402"/>
  <SLICE_LUTS value="1105"/>
  <REGISTERS value="{registers}"/>
  <DSPS value="0"/>
  <BRAMS value="0"/>
  <PERIOD value="8.125"/>
  <CLOCK_SLACK value="1.875"/>
  <FREQUENCY value="123.0769"/>
  <CYCLES value="33"/>
  <HLS_execution_time value="1.5"/>
</bambu_results>
"""


def vitis_reports(folder: Path, **fields: str) -> None:
    """Reports of Vitis HLS in an exported folder: of synthesis; with `achieved` of place and route,
    with `status` of co-simulation.
    """
    given = {"part": PART, "top": TOP, "interval": "41", "kind": "impl", "met": "TRUE"} | fields
    write(folder / f"project/solution/syn/report/{given['top']}_csynth.xml", CSYNTH.format(**given))
    if "achieved" in given:
        write(
            folder / "project/solution/impl/report/verilog/export_impl.xml",
            IMPLEMENTED.format(**given),
        )
    if "status" in given:
        write(folder / f"project/solution/sim/report/{TOP}_cosim.rpt", COSIM.format(**given))


def bambu_report(folder: Path, number: int = 0, **fields: str) -> Path:
    """A report of Bambu in an exported folder."""
    given = {"top": TOP, "device": DEVICE, "registers": "655"} | fields
    return write(folder / f"bambu/bambu_results_{number}.xml", BAMBU.format(**given))


def write(file: Path, text: str) -> Path:
    """A file with the folders that it needs."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file
