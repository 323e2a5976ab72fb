/* A project of two files. */
#include FIRST_FILE
#include SECOND_FILE
