#include "measuring.h"

#include <deque>
#include <fstream>
#include <stdexcept>

#include "platform.h"

// The program is C for any board; here it is compiled as C++, so that errors of the machine pass through it.
#include "../program/measure.c"

namespace {

using Bytes = std::vector<uint8_t>;

// What the program's table points to; deques keep their places.
struct Table {
    std::string board, export_id, unit;
    uint32_t memory = 0, unit_hz = 0, bus_hz = 0;
    std::deque<Bytes> literals;
    std::deque<std::vector<Piece>> pieces;
    std::deque<std::vector<Image>> images;
    std::vector<Message> messages;
};

Bytes bytes_of(const std::string& hex) {
    Bytes found;
    for (size_t i = 0; i + 1 < hex.size(); i += 2) found.push_back(uint8_t(std::stoul(hex.substr(i, 2), nullptr, 16)));
    return found;
}

void add_piece(Table& table, const Piece& piece) {
    table.pieces.back().push_back(piece);
    Image& image = table.images.back().back();
    image.pieces = table.pieces.back().data();
    image.piece_count = uint32_t(table.pieces.back().size());
}

void add_image(Table& table, uint32_t device, uint32_t bytes) {
    table.pieces.emplace_back();
    table.images.back().push_back({nullptr, 0, device, bytes});
    Message& message = table.messages.back();
    message.images = table.images.back().data();
    message.image_count = uint32_t(table.images.back().size());
    if (message.image_count > MOST_IMAGES) throw std::runtime_error("a message has more buffers than the program has room for");
}

Table read_table(const std::string& path) {
    std::ifstream file(path);
    Table table;
    std::string word, hex;
    Message message{};
    uint32_t device, bytes;
    while (file >> word) {
        if (word == "project" && file >> table.memory >> table.board >> table.export_id >> table.unit >> table.unit_hz >> table.bus_hz) continue;
        if (word == "message" && file >> message.size >> message.seed >> message.output_device >> message.output_bytes) {
            table.messages.push_back(message);
            table.images.emplace_back();
        } else if (word == "image" && !table.messages.empty() && file >> device >> bytes) {
            add_image(table, device, bytes);
        } else if (word == "literal" && !table.pieces.empty() && file >> hex) {
            table.literals.push_back(bytes_of(hex));
            add_piece(table, {table.literals.back().data(), uint32_t(table.literals.back().size())});
        } else if (word == "generated" && !table.pieces.empty() && file >> bytes) {
            add_piece(table, {nullptr, bytes});
        } else throw std::runtime_error("the table of messages cannot be read at \"" + word + "\"");
    }
    return table;
}

}  // namespace

int write_log(const std::string& messages, const std::string& log, const Settings& settings) {
    const Table table = read_table(messages);
    const Project whole{table.board.c_str(), table.export_id.c_str(), table.unit.c_str(), table.unit_hz, table.bus_hz,
                        table.messages.data(), uint32_t(table.messages.size())};
    Storage storage;
    storage.bytes.assign(table.memory, Storage::UNTOUCHED);
    std::string fault;
    try {
        Machine machine(make_board(settings.seed), storage, settings);
        run_on(machine, storage, settings.watchdog);
        measure_all(&whole);
    } catch (const std::runtime_error& error) {
        fault = std::string("testbed: broken ") + error.what() + "\n";
    }
    std::ofstream out(log);
    out << log_text() << fault;
    return out.flush() ? 0 : 1;
}
