#include "measure.h"

#include "platform.h"
#include "transfers.h"

enum { ALIGNMENT = 128, SHOWN = 64 };  // bytes: of a burst; of an answer's end in the log

static const char* const OUTCOMES[] = {"done", "refused", "failed", "hangs"};

// ---- text ----

static void text(const char* words) {
    while (*words) put(*words++);
}

static void line(const char* words) {
    text("testbed: ");
    text(words);
}

// Digit by digit, by subtraction: nothing here divides 64 bits, for which a small processor needs a library.
static void number(uint64_t value) {
    static const uint64_t POWERS[] = {10000000000000000000u, 1000000000000000000u, 100000000000000000u, 10000000000000000u,
                                      1000000000000000u,     100000000000000u,     10000000000000u,     1000000000000u,
                                      100000000000u,         10000000000u,         1000000000u,         100000000u,
                                      10000000u,             1000000u,             100000u,             10000u,
                                      1000u,                 100u,                 10u,                 1u};
    int leading = 1;
    for (int i = 0; i < 20; i++) {
        char digit = '0';
        while (value >= POWERS[i]) value -= POWERS[i], digit++;
        leading = leading && digit == '0' && i < 19;
        if (!leading) put(digit);
    }
}

static void field(const char* name, uint64_t value) {
    put(' ');
    text(name);
    put(' ');
    number(value);
}

static void hexadecimal(uint8_t byte) {
    put("0123456789abcdef"[byte >> 4]);
    put("0123456789abcdef"[byte & 15]);
}

// ---- buffers ----

struct Generator {
    uint32_t state;
    uint32_t left;  // bytes of the state that have not been taken
};

static uint8_t generated(struct Generator* generator) {
    if (!generator->left) {
        generator->state ^= generator->state << 13;
        generator->state ^= generator->state >> 17;
        generator->state ^= generator->state << 5;
        generator->left = 4;
    }
    return (uint8_t)(generator->state >> 8 * (4 - generator->left--));
}

static uint8_t* behind(uint8_t* place, uint32_t bytes) { return place + (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

static void fill(uint8_t* place, const struct Image* image, struct Generator* generator) {
    for (uint32_t i = 0; i < image->piece_count; i++) {
        const struct Piece* piece = &image->pieces[i];
        for (uint32_t k = 0; k < piece->bytes; k++) *place++ = piece->literal ? piece->literal[k] : generated(generator);
    }
}

// CRC-32 as in IEEE 802.3, four bits at a time.
static uint32_t crc_of(const uint8_t* place, uint32_t bytes) {
    uint32_t table[16], crc = ~(uint32_t)0;
    for (uint32_t i = 0; i < 16; i++) {
        table[i] = i;
        for (int bit = 0; bit < 4; bit++) table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320u : 0u);
    }
    for (uint32_t i = 0; i < bytes; i++) {
        crc ^= place[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

// ---- messages ----

static void tell_fault(uint32_t index, uint32_t device, enum Outcome outcome) {
    line("fault");
    field("message", index);
    field("device", device);
    put(' ');
    text(OUTCOMES[outcome]);
    put('\n');
}

static void tell(uint32_t index, const struct Message* message, const struct DmaJob* job, const uint8_t* answer) {
    const uint32_t came = job->outputs[0].received;
    const uint32_t bytes = came < message->output_bytes ? came : message->output_bytes;
    const uint32_t crc = crc_of(answer, bytes);
    line("message");
    put(' ');
    number(index);
    field("size", message->size);
    field("ticks", job->ticks);
    field("bytes", came);
    field("marked", job->outputs[0].marked);
    text(" crc ");
    for (int i = 3; i >= 0; i--) hexadecimal((uint8_t)(crc >> 8 * i));
    text(" answer ");
    for (uint32_t i = bytes > SHOWN ? bytes - SHOWN : 0; i < bytes; i++) hexadecimal(answer[i]);
    put('\n');
}

static int measure(uint32_t index, const struct Message* message) {
    struct Generator generator = {message->seed, 0};
    struct DmaTransfer inputs[MOST_IMAGES], output = {message->output_device, 0, message->output_bytes, 0, 0};
    uint8_t* place = buffers();
    for (uint32_t i = 0; i < message->image_count; i++) {
        const struct Image* image = &message->images[i];
        const struct DmaTransfer input = {image->device, dma_address(place), image->bytes, 0, 0};
        fill(place, image, &generator);
        written_by_program(place, image->bytes);
        inputs[i] = input;
        place = behind(place, image->bytes);
    }
    for (uint32_t i = 0; i < message->output_bytes; i++) place[i] = 0;
    written_by_program(place, message->output_bytes);
    output.address = dma_address(place);
    struct DmaJob job = {inputs, &output, message->image_count, 1, 0, 0};
    const enum Outcome outcome = run_job(&job);
    written_by_dma(place, message->output_bytes);
    if (outcome == TRANSFERS_DONE) tell(index, message, &job, place);
    else tell_fault(index, job.at_fault, outcome);
    return outcome == TRANSFERS_DONE;
}

void measure_all(const struct Project* of) {
    line("begin 1\n");
    line("board ");
    text(of->board);
    put('\n');
    line("export ");
    text(of->export_id);
    put('\n');
    line("unit ");
    text(of->unit);
    put('\n');
    line("clock");
    field("unit_hz", of->unit_hz);
    field("bus_hz", of->bus_hz);
    put('\n');
    uint32_t measured = 0;
    while (measured < of->message_count && measure(measured + 1, &of->messages[measured])) measured++;
    line("end ");
    number(measured);
    put('\n');
}
