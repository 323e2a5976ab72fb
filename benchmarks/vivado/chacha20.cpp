/* ChaCha20: keys, counters with nonces and plaintexts; ciphertexts. */
#include "xf_security/chacha20.hpp"

void chacha20(hls::stream<ap_uint<256> > &key, hls::stream<ap_uint<128> > &nonce, hls::stream<ap_uint<512> > &text,
              hls::stream<bool> &end, hls::stream<ap_uint<512> > &answer, hls::stream<bool> &answer_end) {
    xf::security::chacha20(key, nonce, text, end, answer, answer_end);
}
