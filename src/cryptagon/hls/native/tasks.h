/* Tasks, which hardware runs at the same time, in the native run: each on a stack of its own. One that waits for an item lets the others go on; a
 * stream between tasks holds everything. All tasks are called in rounds, as long as anything moves; each writes what it writes in hardware.
 * A task is known by the task in which it is called and by the number of its call. */
#include <sys/mman.h>
#include <ucontext.h>

#define MAX_TASKS 1024
#define MAX_CHANNELS 1024
#define STACK ((size_t)64 << 20) /* of address space: pages come when they are used */

enum state { AT_REST, RUNS, WAITS, OVER };

struct task {
    uint32_t around, site;
    enum state state;
    int forever;
    void (*call)(void *);
    void *body;
    ucontext_t here, caller;
    void *stack;
};

struct channel {
    uint32_t around;
    int number;
    struct queue queue;
};

static struct task tasks[MAX_TASKS];
static uint32_t task_count = 1, running; /* number 0 is the design */
static struct channel channels[MAX_CHANNELS];
static int channel_count;
static uint64_t moves, moves_before; /* how often something moved, in all and before this round */

static uint32_t task_number(uint32_t around, uint32_t site) {
    for (uint32_t i = 1; i < task_count; i++) {
        if (tasks[i].around == around && tasks[i].site == site) return i;
    }
    if (task_count == MAX_TASKS) exit(4);
    tasks[task_count].around = around;
    tasks[task_count].site = site;
    return task_count++;
}

static void run_task(void) {
    struct task *task = &tasks[running];
    task->call(task->body);
    task->state = AT_REST;
    running = task->around;
    swapcontext(&task->here, &task->caller);
}

static void go_on(uint32_t number) {
    struct task *task = &tasks[number];
    running = number;
    task->state = RUNS;
    swapcontext(&task->caller, &task->here);
}

/* The task that runs waits for what others bring. */
static void wait_in_task(void) {
    struct task *task = &tasks[running];
    task->state = WAITS;
    running = task->around;
    swapcontext(&task->here, &task->caller);
}

/* The tasks that are called where this runs go on until all have come to their ends, but for those that begin again forever. Where nothing moves
 * any more, the task around waits, too; the design goes on without those that wait. */
void cg_tasks_join(void) {
    for (;;) {
        uint64_t before = moves;
        int waiting = 0;
        for (uint32_t i = 1; i < task_count; i++) {
            if (tasks[i].around != running || tasks[i].state != WAITS) continue;
            go_on(i);
            waiting |= tasks[i].state == WAITS && !tasks[i].forever;
        }
        if (!waiting) return;
        if (moves != before) continue;
        if (!running) return;
        wait_in_task();
    }
}

/* Calls a task, where it does not wait in a call before; its body is copied, since it may go on behind the statement that calls it. */
void cg_task_call(unsigned site, int forever, void (*call)(void *), const void *body, unsigned long size) {
    uint32_t number = task_number(running, site);
    struct task *task = &tasks[number];
    if (task->state == WAITS) go_on(number);
    if (task->state != AT_REST) return;
    task->forever = forever;
    if (!task->stack) {
        task->stack = mmap(0, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        task->body = malloc(size);
        if (task->stack == MAP_FAILED || !task->body) exit(4);
    }
    task->call = call;
    memcpy(task->body, body, size);
    getcontext(&task->here);
    task->here.uc_stack.ss_sp = task->stack;
    task->here.uc_stack.ss_size = STACK;
    task->here.uc_link = 0;
    makecontext(&task->here, run_task, 0);
    go_on(number);
}

/* Whether a task of the design, or one in it, waits or is over; it is known by its calls from the design on. */
int cg_task_is_missing(unsigned depth, const unsigned *sites) {
    uint32_t number = 0;
    int missing = 0;
    for (unsigned i = 0; i < depth; i++) {
        number = task_number(number, sites[i]);
        missing |= tasks[number].state != AT_REST;
    }
    return missing;
}

void cg_task_stop(unsigned site) {
    tasks[task_number(running, site)].state = OVER;
}

/* After a round of all tasks: ends the run where nothing moved in it. */
void cg_tasks_rest(void) {
    if (moves == moves_before) cg_halt();
    moves_before = moves;
}

/* The number by which a stream is accessed that a task declares, or the design: below 0, so that it is none of an argument. */
int cg_channel_port(int number) {
    for (int i = 0; i < channel_count; i++) {
        if (channels[i].around == running && channels[i].number == number) return -1 - i;
    }
    if (channel_count == MAX_CHANNELS) exit(4);
    channels[channel_count].around = running;
    channels[channel_count].number = number;
    return -1 - channel_count++;
}

int cg_channel_has(int port) {
    struct queue *queue = &channels[-1 - port].queue;
    return queue->next != queue->end;
}

void cg_channel_read(int port, void *item, unsigned long size) {
    struct queue *queue = &channels[-1 - port].queue;
    while (queue->next == queue->end) {
        if (!running) cg_halt(); /* nobody else fills it */
        wait_in_task();
    }
    memcpy(item, queue->items + queue->next, size);
    queue->next += size;
    moves++;
}

void cg_channel_write(int port, const void *item, unsigned long size) {
    memcpy(extend(&channels[-1 - port].queue, size), item, size);
    moves++;
}
