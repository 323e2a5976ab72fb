/* DES: a block and a key, and the encrypted block. */
#include "xf_security/des.hpp"

void des(ap_uint<64> text, ap_uint<64> key, ap_uint<64> &answer) { xf::security::desEncrypt(text, key, answer); }
