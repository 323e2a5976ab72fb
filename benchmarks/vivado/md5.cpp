/* MD5: messages with their lengths in bytes, and their digests. */
#include "xf_security/md5.hpp"

void md5(hls::stream<ap_uint<32> > &message, hls::stream<ap_uint<64> > &length, hls::stream<bool> &end,
          hls::stream<ap_uint<128> > &answer, hls::stream<bool> &answer_end) {
    xf::security::md5(message, length, end, answer, answer_end);
}
