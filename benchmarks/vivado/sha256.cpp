/* SHA-256: messages with their lengths in bytes, and their digests. */
#include "xf_security/sha224_256.hpp"

void sha256(hls::stream<ap_uint<32> > &message, hls::stream<ap_uint<64> > &length, hls::stream<bool> &end,
          hls::stream<ap_uint<256> > &answer, hls::stream<bool> &answer_end) {
    xf::security::sha256<32>(message, length, end, answer, answer_end);
}
