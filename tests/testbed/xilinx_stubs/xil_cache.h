// What the program calls of Xilinx' standalone library, by name and type alone.
#include <stdint.h>
typedef intptr_t INTPTR;
void Xil_ICacheEnable(void);
void Xil_DCacheEnable(void);
void Xil_DCacheFlushRange(INTPTR adr, uint32_t len);
void Xil_DCacheInvalidateRange(INTPTR adr, uint32_t len);
