/* A program whose function `work` an emulator calls; nobody runs its main. */
#include WORK

int main(void) {
    return (int)(long)&work;
}
