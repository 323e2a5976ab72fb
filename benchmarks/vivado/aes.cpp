/* AES-128: a block and a key, and the encrypted block; byte 0 in the lowest bits. */
#include "xf_security/aes.hpp"

void aes(ap_uint<128> text, ap_uint<128> key, ap_uint<128> &answer) {
    xf::security::aesEnc<128> cipher;
    cipher.updateKey(key);
    cipher.process(text, key, answer);
}
