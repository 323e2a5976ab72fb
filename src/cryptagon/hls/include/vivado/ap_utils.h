/* ap_wait after UG1399 (v2023.2): the clock cycle ends here. */
#ifndef CRYPTAGON_AP_UTILS_H
#define CRYPTAGON_AP_UTILS_H

#ifdef __cplusplus
extern "C"
#endif
void cg_wait(void);
#define ap_wait() cg_wait()

#endif
