/* SHA3-256: messages with their lengths in bytes, and their digests. */
#include "xf_security/sha3.hpp"

void sha3(hls::stream<ap_uint<64> > &message, hls::stream<ap_uint<128> > &length, hls::stream<bool> &end,
          hls::stream<ap_uint<256> > &answer, hls::stream<bool> &answer_end) {
    xf::security::sha3_256(message, length, end, answer, answer_end);
}
