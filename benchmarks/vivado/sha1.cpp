/* SHA-1: messages with their lengths in bytes, and their digests. */
#include "xf_security/sha1.hpp"

void sha1(hls::stream<ap_uint<32> > &message, hls::stream<ap_uint<64> > &length, hls::stream<bool> &end,
          hls::stream<ap_uint<160> > &answer, hls::stream<bool> &answer_end) {
    xf::security::sha1<32>(message, length, end, answer, answer_end);
}
