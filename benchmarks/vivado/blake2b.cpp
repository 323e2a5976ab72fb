/* BLAKE2b: messages in blocks, a key or none, and their digests. */
#include "xf_security/blake2b.hpp"

void blake2b(hls::stream<ap_uint<64> > &message, hls::stream<ap_uint<128> > &length, hls::stream<ap_uint<512> > &key,
             hls::stream<ap_uint<8> > &key_length, hls::stream<ap_uint<8> > &answer_length, hls::stream<bool> &end,
             hls::stream<ap_uint<512> > &answer, hls::stream<bool> &answer_end) {
    xf::security::blake2b(message, length, key, key_length, answer_length, end, answer, answer_end);
}
