// The program that each design is built into: bench --stimulus=FILE --result=FILE [--seed=N] [--input-stall=P] [--output-stall=P] [--burst=N]
// [--pauses=PORT:CYCLES,CYCLES...]... [--resets=N] [--watchdog=N] [--isolate=1] [--probe=0] [--waveform=FILE] [--waveform-from=CYCLE].
// It ends with 0 when it wrote a result, good or bad.
#include <cstdio>
#include <sstream>
#include <stdexcept>

#include "engine.h"

namespace {

// "bdi:0,1,300": before each item of bdi one of 0, 1 and 300 cycles.
void set_pauses(Options& options, const std::string& value) {
    const size_t colon = value.find(':');
    if (colon == std::string::npos) throw std::runtime_error("pauses without a port: " + value);
    std::istringstream list(value.substr(colon + 1));
    std::vector<uint32_t>& cycles = options.pauses[value.substr(0, colon)];
    for (std::string one; std::getline(list, one, ',');) cycles.push_back(std::stoul(one));
}

void set_option(Options& options, const std::string& name, const std::string& value) {
    if (name == "--stimulus") options.stimulus = value;
    else if (name == "--result") options.result = value;
    else if (name == "--waveform") options.waveform = value;
    else if (name == "--seed") options.seed = std::stoull(value);
    else if (name == "--input-stall") options.input_stall = std::stod(value);
    else if (name == "--output-stall") options.output_stall = std::stod(value);
    else if (name == "--burst") options.burst = std::stoul(value);
    else if (name == "--pauses") set_pauses(options, value);
    else if (name == "--resets") options.resets = std::stoul(value);
    else if (name == "--watchdog") options.watchdog = std::stoull(value);
    else if (name == "--waveform-from") options.waveform_from = std::stoull(value);
    else if (name == "--isolate") options.isolate = value == "1";
    else if (name == "--probe") options.probe = value == "1";
    else throw std::runtime_error("unknown option " + name);
}

Options read_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; i++) {
        const std::string argument = argv[i];
        const size_t equals = argument.find('=');
        if (equals == std::string::npos) throw std::runtime_error("an option without a value: " + argument);
        set_option(options, argument.substr(0, equals), argument.substr(equals + 1));
    }
    return options;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = read_options(argc, argv);
        const Design design = make_design(options.seed);
        write_outcome(options.result, drive(design, read_stimulus(options.stimulus, design), options));
        return 0;
    } catch (const std::exception& error) {
        fprintf(stderr, "bench: %s\n", error.what());
        return 1;
    }
}
