/* HMAC with SHA-256, keys of 32 bytes: messages with their lengths in bytes, and their tags. */
#include "xf_security/hmac.hpp"
#include "xf_security/sha224_256.hpp"

template <int width, int length_width, int digest_width> struct sha256_of {
    static void hash(hls::stream<ap_uint<width> > &message, hls::stream<ap_uint<length_width> > &length, hls::stream<bool> &end,
                     hls::stream<ap_uint<digest_width> > &digest, hls::stream<bool> &digest_end) {
        xf::security::sha256<width>(message, length, end, digest, digest_end);
    }
};

void hmac(hls::stream<ap_uint<32> > &key, hls::stream<ap_uint<32> > &message, hls::stream<ap_uint<64> > &length, hls::stream<bool> &end,
          hls::stream<ap_uint<256> > &answer, hls::stream<bool> &answer_end) {
    xf::security::hmac<32, 64, 256, 32, 64, sha256_of>(key, message, length, end, answer, answer_end);
}
