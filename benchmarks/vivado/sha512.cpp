/* SHA-512: messages with their lengths in bytes, and their digests. */
#include "xf_security/sha512_t.hpp"

void sha512(hls::stream<ap_uint<64> > &message, hls::stream<ap_uint<128> > &length, hls::stream<bool> &end,
          hls::stream<ap_uint<512> > &answer, hls::stream<bool> &answer_end) {
    xf::security::sha512<64>(message, length, end, answer, answer_end);
}
