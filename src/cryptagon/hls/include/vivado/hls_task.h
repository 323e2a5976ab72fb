/* hls::task after UG1399 (v2023.2, "HLS Task Library"): a call of a function that begins again whenever it has come to its end. */
#ifndef CRYPTAGON_HLS_TASK_H
#define CRYPTAGON_HLS_TASK_H

#pragma clang system_header

#include <hls_stream.h>

/* What reads the source makes a call of the variable; `hls_thread_local` is another thing natively and in hardware (cg_tasks.h). */
namespace hls {

struct task {
    template <class Function, class... Arguments> task(Function, Arguments &...);
};

}

#endif
