/* Tasks of a source of Vivado HLS: each call of one is between CG_TASK_BEGIN, or CG_TASK_FOREVER for hls::task, and CG_TASK_END, and CG_TASKS_JOIN is where all of a block have come to
 * their ends. A build of hardware has one task: CG_TASK is its number, and CG_SITE_n the number of the call that it follows in region n. The
 * native run has all of them (native/tasks.h). */
#ifndef CRYPTAGON_TASKS_H
#define CRYPTAGON_TASKS_H

#ifdef CG_TASK
#define CG_TASK_BEGIN(region, site) { if constexpr (CG_SITE_##region == site) {
#define CG_TASK_FOREVER CG_TASK_BEGIN
#define CG_TASK_END } }
#define CG_TASKS_JOIN
#define CG_TASKS_JOIN_BEFORE
#define hls_thread_local
#else
extern "C" {
void cg_task_call(unsigned site, int forever, void (*call)(void *), const void *body, unsigned long size);
void cg_tasks_join(void);
int cg_task_is_missing(unsigned depth, const unsigned *sites);
void cg_task_stop(unsigned site);
void cg_tasks_rest(void);
void cg_channel_read(int channel, void *item, unsigned long size);
void cg_channel_write(int channel, const void *item, unsigned long size);
int cg_channel_has(int channel);
}
struct cg_task_site {
    unsigned number;
    int forever;
    template <class Body> void operator=(Body body) const {
        cg_task_call(number, forever, [](void *own) { (*(Body *)own)(); }, &body, sizeof body);
    }
};
#define CG_TASK_SITE(region, site) ((region) << 8 | (site))
#define CG_NATIVE_TASK(number) cg_task_site{number, 0} = [&] {
#define CG_TASK_BEGIN(region, site) CG_NATIVE_TASK(CG_TASK_SITE(region, site))
#define CG_TASK_FOREVER(region, site) cg_task_site{CG_TASK_SITE(region, site), 1} = [&] {
#define CG_TASK_END };
#define CG_TASKS_JOIN cg_tasks_join();
#define CG_TASKS_JOIN_BEFORE for (cg_tasks_join();;)
#define hls_thread_local static /* what a task of a round before still has */
#endif

#endif
