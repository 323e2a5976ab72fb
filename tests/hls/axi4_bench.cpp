// A design with memory ports as AXI4, against the testbed's model of a memory at an AXI4 port. What each job must leave in the memory is
// looked at in the cycle in which the design says that the job is done.
// Arguments: probability of a stall in a cycle, the memory's latency in cycles, a seed.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "Vtestbench.h"
#include "memory.cpp"
#include "verilated.h"

double sc_time_stamp() { return 0; }

static const uint32_t SOURCE = 0x1000, TARGET = 0x2400, BYTES = 0x4000;
static const int JOBS = 60, MOST_CYCLES = 2000000;

struct Job {
    uint8_t from, to, length;
};

// What the C does.
static void work(std::vector<uint8_t>& memory, Job job) {
    for (int i = 0; i < (job.length & 31); i++) {
        uint64_t a, b;
        memcpy(&a, &memory[SOURCE + 8 * ((job.from & 63) + i)], 8);
        memcpy(&b, &memory[TARGET + 8 * ((job.to & 63) + i)], 8);
        b += a;
        memcpy(&memory[TARGET + 8 * ((job.to & 63) + i)], &b, 8);
    }
    memory[TARGET + job.from] = job.length;
}

static void check(Vtestbench& top, const Storage& storage, const std::vector<uint8_t>& expected, int job) {
    if (storage.bytes != expected) throw std::runtime_error("other contents than expected after job " + std::to_string(job));
    if (top.source_error || top.target_error) throw std::runtime_error("an error was told");
}

static uint64_t run(double stall, uint32_t latency, uint64_t seed) {
    Vtestbench top;
    Random random(seed);
    Storage storage;
    for (uint32_t i = 0; i < BYTES; i++) storage.bytes.push_back(random.byte());
    std::vector<uint8_t> expected = storage.bytes;
    const Timing timing{latency, stall};
    ReadMemory read_source({&top.m_axi_source_araddr, &top.m_axi_source_arlen, &top.m_axi_source_arvalid, &top.m_axi_source_arready,
                            &top.m_axi_source_rdata, &top.m_axi_source_rresp, &top.m_axi_source_rvalid, &top.m_axi_source_rready},
                           storage, timing, seed + 1);
    ReadMemory read_target({&top.m_axi_target_araddr, &top.m_axi_target_arlen, &top.m_axi_target_arvalid, &top.m_axi_target_arready,
                            &top.m_axi_target_rdata, &top.m_axi_target_rresp, &top.m_axi_target_rvalid, &top.m_axi_target_rready},
                           storage, timing, seed + 2);
    WriteMemory write_target({&top.m_axi_target_awaddr, &top.m_axi_target_awlen, &top.m_axi_target_awvalid, &top.m_axi_target_awready,
                              &top.m_axi_target_wdata, &top.m_axi_target_wstrb, &top.m_axi_target_wlast, &top.m_axi_target_wvalid,
                              &top.m_axi_target_wready, &top.m_axi_target_bresp, &top.m_axi_target_bvalid, &top.m_axi_target_bready},
                             storage, timing, seed + 3);
    Stall offers(stall, 16, seed + 4), takes(stall, 16, seed + 5);
    top.source_base = SOURCE;
    top.target_base = TARGET;
    top.m_axi_source_awready = top.m_axi_source_wready = top.m_axi_source_bvalid = 0;
    Job job{0, 0, 0};
    int given = 0, done = 0;
    uint64_t cycle = 0;
    for (; done < JOBS; cycle++) {
        if (cycle == MOST_CYCLES) throw std::runtime_error("it hangs in job " + std::to_string(done));
        bool taken = false;
        top.rst = cycle < 4;
        top.clk = 0;
        top.eval();
        if (!top.rst) {
            if (top.m_axi_source_awvalid || top.m_axi_source_wvalid) throw std::runtime_error("a write to what is only read");
            read_source.before_edge(cycle);
            read_target.before_edge(cycle);
            write_target.before_edge(cycle);
            if (top.done_valid && top.done_ready) check(top, storage, expected, done++);
            taken = top.jobs_valid && top.jobs_ready;
            if (taken) work(expected, job);
        }
        top.clk = 1;
        top.eval();
        if (!top.rst) {
            read_source.after_edge(cycle);
            read_target.after_edge(cycle);
            write_target.after_edge(cycle);
            top.done_ready = !takes();
            if (taken) top.jobs_valid = 0;
            if (!top.jobs_valid && given == done && given < JOBS && !offers()) {
                job = {random.byte(), random.byte(), random.byte()};
                top.jobs_from = job.from, top.jobs_to = job.to, top.jobs_length = job.length;
                top.jobs_valid = 1;
                given++;
            }
        }
    }
    top.final();
    return cycle;
}

int main(int argc, char** argv) {
    Verilated::threadContextp()->commandArgs(argc, argv);
    if (argc < 4) return 2;
    try {
        std::printf("%llu cycles\n", (unsigned long long)run(std::atof(argv[1]), std::atoi(argv[2]), std::atoi(argv[3])));
    } catch (const std::exception& error) {
        std::printf("%s\n", error.what());
        return 1;
    }
    return 0;
}
