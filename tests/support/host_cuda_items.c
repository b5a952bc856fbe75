// Runs the work-items of a launch one after the other; those of a work-group take turns where they wait for each other.

#include <stdlib.h>
#include <ucontext.h>

typedef struct { unsigned int x, y, z; } place;
place threadIdx, blockIdx, blockDim, gridDim;
_Alignas(1024) unsigned char dynamic_local[256 << 10];

enum { STACK = 256 << 10, FOR_EVER = 1 << 15 };

static ucontext_t group, *items;
static char *stacks;
static unsigned int room, running;
static int *ended;
static void (*kernel)(void **);
static void **arguments;

static void run(void) {
  kernel(arguments);
  ended[running] = 1;
}

static void go_to(unsigned int item) {
  threadIdx.x = item % blockDim.x;
  threadIdx.y = item / blockDim.x % blockDim.y;
  threadIdx.z = item / (blockDim.x * blockDim.y);
  running = item;
}

void wait_for_the_others(void) {
  const unsigned int own = running;
  swapcontext(&items[own], &group);
}

// All work-items up to their first barrier, all up to the next, and so on; -1 where only some of them ended before one,
// unless ``barriers`` is 2; -2 where they wait for ever.
static int run_group(unsigned int count, int barriers) {
  if (!barriers) {
    for (unsigned int item = 0; item < count; ++item) {
      go_to(item);
      kernel(arguments);
    }
    return 0;
  }
  for (unsigned int item = 0; item < count; ++item) {
    ended[item] = 0;
    getcontext(&items[item]);
    items[item].uc_stack.ss_sp = stacks + (size_t)item * STACK;
    items[item].uc_stack.ss_size = STACK;
    items[item].uc_link = &group;
    makecontext(&items[item], run, 0);
  }
  unsigned int rounds = 0;
  for (unsigned int left = count; left;) {
    unsigned int ending = 0;
    if (++rounds == FOR_EVER) return -2;
    for (unsigned int item = 0; item < count; ++item)
      if (!ended[item]) {
        go_to(item);
        swapcontext(&group, &items[item]);
        ending += ended[item];
      }
    if (barriers == 1 && ending && ending != left) return -1;
    left -= ending;
  }
  return 0;
}

int launch(void (*entry)(void **), void **given, const unsigned int *groups, const unsigned int *sizes, int barriers) {
  kernel = entry, arguments = given;
  gridDim = (place){groups[0], groups[1], groups[2]};
  blockDim = (place){sizes[0], sizes[1], sizes[2]};
  const unsigned int count = sizes[0] * sizes[1] * sizes[2];
  if (barriers && count > room) {
    stacks = realloc(stacks, (size_t)count * STACK);
    items = realloc(items, count * sizeof *items);
    ended = realloc(ended, count * sizeof *ended);
    room = count;
  }
  for (blockIdx.z = 0; blockIdx.z < groups[2]; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < groups[1]; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < groups[0]; ++blockIdx.x) {
        const int code = run_group(count, barriers);
        if (code) return code;
      }
  return 0;
}
