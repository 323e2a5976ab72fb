// testbed --plan=FILE --result=FILE [--bus-mhz=F] [--core-mhz=F] [--seed=N] [--access=CYCLES] [--latency=CYCLES] [--stall=P] [--watchdog=CYCLES]
//
// The plan is text:
//   memory BYTES
//   image ADDRESS FILE            what the processor writes into the memory before all
//   job                           what follows belongs to it
//   in DEVICE ADDRESS BYTES       a transfer from memory to the unit
//   out DEVICE ADDRESS BYTES FILE a transfer from the unit to memory; FILE takes what is in the buffer afterwards
// With --messages=FILE instead of --plan it runs the whole program of a board and --result takes its log (measuring.h).
// It ends with 0 when it wrote a result, good or bad.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "measuring.h"
#include "platform.h"
#include "program.h"

namespace {

constexpr size_t GUARD = 128;  // bytes behind a buffer that must stay as they were

struct Plan {
    Storage storage;
    std::vector<Job> jobs;
    std::vector<std::vector<std::string>> files;  // of each job's outputs
};

struct Options {
    std::string plan, messages, result;
    Settings settings;
};

void load(Storage& storage, uint64_t address, const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    if (!file || !storage.holds(address, bytes.size())) throw std::runtime_error("the memory cannot hold " + name);
    std::copy(bytes.begin(), bytes.end(), storage.bytes.begin() + address);
}

Plan read_plan(const std::string& path) {
    std::ifstream file(path);
    Plan plan;
    std::string word, name;
    uint64_t number, address, bytes;
    while (file >> word) {
        if (word == "memory" && file >> bytes) plan.storage.bytes.assign(bytes, Storage::UNTOUCHED);
        else if (word == "image" && file >> address >> name) load(plan.storage, address, name);
        else if (word == "job") plan.jobs.emplace_back(), plan.files.emplace_back();
        else if (word == "in" && !plan.jobs.empty() && file >> number >> address >> bytes) {
            plan.jobs.back().inputs.push_back({uint32_t(number), uint32_t(address), uint32_t(bytes)});
        } else if (word == "out" && !plan.jobs.empty() && file >> number >> address >> bytes >> name) {
            plan.jobs.back().outputs.push_back({uint32_t(number), uint32_t(address), uint32_t(bytes)});
            plan.files.back().push_back(name);
        } else throw std::runtime_error("the plan cannot be read at \"" + word + "\"");
    }
    return plan;
}

void save(const Storage& storage, const Transfer& transfer, const std::string& name) {
    const uint64_t end = transfer.address + transfer.bytes;
    if (!storage.holds(end, GUARD)) throw std::runtime_error("the memory ends too near behind " + name);
    for (uint64_t place = end; place < end + GUARD; place++) {
        if (storage.bytes[place] != Storage::UNTOUCHED) throw std::runtime_error("bytes behind the buffer of " + name + " were written");
    }
    std::ofstream(name, std::ios::binary).write(reinterpret_cast<const char*>(&storage.bytes[transfer.address]), transfer.bytes);
}

std::string json_of(const Report& report) {
    std::string out = "{\"ticks\": " + std::to_string(report.ticks) + ", \"unit_cycles\": " + std::to_string(report.unit_cycles) + ", \"outputs\": [";
    for (size_t i = 0; i < report.outputs.size(); i++) {
        const Received& one = report.outputs[i];
        out += std::string(i ? ", " : "") + "{\"bytes\": " + std::to_string(one.bytes) + ", \"error\": " + (one.error ? "true" : "false") + "}";
    }
    return out + "]}";
}

Options read_options(int argc, char** argv) {
    Options options;
    Settings& settings = options.settings;
    for (int i = 1; i < argc; i++) {
        const std::string argument = argv[i];
        const size_t equals = argument.find('=');
        const std::string name = argument.substr(0, equals), value = equals == std::string::npos ? "" : argument.substr(equals + 1);
        if (name == "--plan") options.plan = value;
        else if (name == "--messages") options.messages = value;
        else if (name == "--result") options.result = value;
        else if (name == "--bus-mhz") settings.bus_mhz = std::stod(value);
        else if (name == "--core-mhz") settings.core_mhz = std::stod(value);
        else if (name == "--seed") settings.seed = std::stoull(value);
        else if (name == "--access") settings.access = std::stoul(value);
        else if (name == "--latency") settings.timing.latency = std::stoul(value);
        else if (name == "--stall") settings.timing.stall = std::stod(value);
        else if (name == "--watchdog") settings.watchdog = std::stoull(value);
        else throw std::runtime_error("unknown option " + name);
    }
    return options;
}

std::string run_all(Plan& plan, const Settings& settings, std::string& reports) {
    try {
        Machine machine(make_board(settings.seed), plan.storage, settings);
        run_on(machine, plan.storage, settings.watchdog);
        for (size_t i = 0; i < plan.jobs.size(); i++) {
            const Report report = run(machine, plan.jobs[i]);
            for (size_t k = 0; k < plan.files[i].size(); k++) save(plan.storage, plan.jobs[i].outputs[k], plan.files[i][k]);
            reports += (i ? ", " : "") + json_of(report);
        }
        return "";
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = read_options(argc, argv);
        if (!options.messages.empty()) return write_log(options.messages, options.result, options.settings);
        Plan plan = read_plan(options.plan);
        std::string reports;
        const auto start = std::chrono::steady_clock::now();
        const std::string fault = run_all(plan, options.settings, reports);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        std::ofstream out(options.result);
        out << "{\"fault\": \"" << fault << "\", \"seconds\": " << seconds << ", \"jobs\": [" << reports << "]}\n";
        return out.flush() ? 0 : 1;
    } catch (const std::exception& error) {
        fprintf(stderr, "testbed: %s\n", error.what());
        return 1;
    }
}
