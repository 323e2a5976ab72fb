/* The program around the reference of a block cipher: items in, items out, as lines of hexadecimal digits.
 *
 * A cipher defines KEY_BYTES and BLOCK_BYTES, includes this file, and gives encrypt() and decrypt(); `result` may not overlap `block`.
 *
 * In:    `key KEY`, `block NEW_KEY DECRYPT BLOCK`, in any order of the two streams. A block whose NEW_KEY is 1 takes the next key.
 * Out:   `result BLOCK`, one for each block.
 */
#ifndef BLOCK_PROGRAM_H
#define BLOCK_PROGRAM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void encrypt(const uint8_t key[KEY_BYTES], const uint8_t block[BLOCK_BYTES], uint8_t result[BLOCK_BYTES]);
void decrypt(const uint8_t key[KEY_BYTES], const uint8_t block[BLOCK_BYTES], uint8_t result[BLOCK_BYTES]);

#define MOST_ITEMS 65536
#define MOST_DIGITS 128

struct request {
    unsigned new_key, decrypt;
    uint8_t block[BLOCK_BYTES];
};

static uint8_t keys[MOST_ITEMS][KEY_BYTES];
static struct request requests[MOST_ITEMS];

static void fail(const char *why, const char *text) {
    fprintf(stderr, "%s: %s\n", why, text);
    exit(1);
}

static void read_bytes(const char *digits, uint8_t *bytes, size_t count) {
    if (strlen(digits) != 2 * count) fail("wrong number of digits", digits);
    for (size_t i = 0; i < count; i++) {
        if (sscanf(digits + 2 * i, "%2hhx", &bytes[i]) != 1) fail("not hexadecimal", digits);
    }
}

static void answer(const uint8_t *key, const struct request *request) {
    uint8_t result[BLOCK_BYTES];
    if (request->decrypt) decrypt(key, request->block, result);
    else encrypt(key, request->block, result);
    printf("result ");
    for (size_t i = 0; i < BLOCK_BYTES; i++) printf("%02x", result[i]);
    printf("\n");
}

int main(void) {
    char stream[8], digits[MOST_DIGITS + 1];
    size_t key_count = 0, request_count = 0, next_key = 0;
    while (scanf("%7s", stream) == 1) {
        if (key_count == MOST_ITEMS || request_count == MOST_ITEMS) fail("too many items", stream);
        struct request *request = &requests[request_count];
        if (!strcmp(stream, "key") && scanf("%128s", digits) == 1) {
            read_bytes(digits, keys[key_count++], KEY_BYTES);
        } else if (!strcmp(stream, "block") && scanf("%x %x %128s", &request->new_key, &request->decrypt, digits) == 3) {
            read_bytes(digits, request->block, BLOCK_BYTES);
            request_count++;
        } else {
            fail("no item of a block cipher", stream);
        }
    }
    for (size_t i = 0; i < request_count; i++) {
        next_key += requests[i].new_key;
        if (next_key == 0 || next_key > key_count) fail("a block without a key", "");
        answer(keys[next_key - 1], &requests[i]);
    }
    return 0;
}

#endif
