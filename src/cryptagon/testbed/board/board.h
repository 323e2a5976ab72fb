// The simulated board: the programmable logic with its ports, as the generated glue gives them.
#ifndef CRYPTAGON_BOARD_H
#define CRYPTAGON_BOARD_H

#include <cstdint>
#include <vector>

// AXI4-Lite, seen from its master.
struct LitePort {
    uint16_t* awaddr;
    uint8_t *awvalid, *awready;
    uint32_t* wdata;
    uint8_t *wstrb, *wvalid, *wready, *bresp, *bvalid, *bready;
    uint16_t* araddr;
    uint8_t *arvalid, *arready;
    uint32_t* rdata;
    uint8_t *rresp, *rvalid, *rready;
};

// The channels of AXI4 that read, seen from the memory; and those that write.
struct ReadPort {
    uint32_t* araddr;
    uint8_t *arlen, *arvalid, *arready;
    uint64_t* rdata;
    uint8_t *rresp, *rvalid, *rready;
};

struct WritePort {
    uint32_t* awaddr;
    uint8_t *awlen, *awvalid, *awready;
    uint64_t* wdata;
    uint8_t *wstrb, *wlast, *wvalid, *wready, *bresp, *bvalid, *bready;
};

struct Board {
    uint8_t *bus_clk, *core_clk, *rst;
    uint8_t *item_in, *item_out;  // an item moves into the unit, out of it, in this cycle of its clock
    LitePort lite;
    std::vector<ReadPort> readers;
    std::vector<WritePort> writers;
    void (*eval)();
    void (*set_time)(uint64_t ps);
};

Board make_board(uint64_t seed);

#endif
