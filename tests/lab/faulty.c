/* A disk whose faults are set while it runs, and which remembers what was asked of it: an nbdkit
 * plugin (package nbdkit-plugin-dev).
 *
 *   nbdkit ... faulty.so size=64M control=/proc/self/fd/N [zeros=true]
 *
 * The control file is shared with whoever sets the faults; control.py has the same layout, all
 * numbers little-endian uint64. What was never written reads as incompressible data that is
 * computed from its place, so that a disk of any size costs no memory; zeros=true switches that
 * off. Offsets and lengths are whole 8 bytes: block devices ask for nothing else.
 */
#define NBDKIT_API_VERSION 2
#define THREAD_MODEL NBDKIT_THREAD_MODEL_PARALLEL
#include <nbdkit-plugin.h>

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define JOURNAL_ENTRIES 65536

struct knobs {
  uint64_t read_us;          /* median service time of a read */
  uint64_t write_us;         /* median service time of a write */
  uint64_t sigma_percent;    /* of the logarithm of the service time, which is normal */
  uint64_t request_bytes_s;  /* transfer rate within a request, 0 = infinite */
  uint64_t device_bytes_s;   /* ceiling of the whole device, 0 = none */
  uint64_t tail_ppm;         /* requests per million that take ... */
  uint64_t tail_us;          /* ... so much longer */
  uint64_t error_ppm;        /* requests per million that fail with EIO, at once */
  uint64_t hang;             /* while not 0, requests wait */
  uint64_t channels;         /* requests served at once, 0 = all */
  uint64_t factor_percent;   /* of every service time, 0 = 100 */
};

struct counters {
  _Atomic uint64_t reads, writes, bytes_read, bytes_written;
  _Atomic uint64_t waiting;  /* requests that hang */
};

struct entry {
  uint64_t monotonic_ns;  /* when the request arrived; written last */
  uint64_t offset;
  uint64_t length;
  uint64_t is_write;
};

struct control {
  union { struct knobs knobs; char page0[2048]; };
  union { struct counters counters; char page1[2048]; };
  struct entry journal[JOURNAL_ENTRIES];  /* a ring, by number of the request */
};

static int64_t size = 64 << 20;
static const char *control_path;
static int is_random = 1;
static char *store;
static struct control *control;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t freed = PTHREAD_COND_INITIALIZER;
static unsigned busy;
static double ceiling_free_at;

static uint64_t knob(const uint64_t *one) { return *(const volatile uint64_t *)one; }

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void sleep_seconds(double seconds) {
  if (seconds <= 0) return;
  struct timespec t = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
  nanosleep(&t, NULL);
}

/* splitmix64 (Steele, Lea, Flood 2014), the finalizer. */
static uint64_t scramble(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static double uniform(void) {
  static _Atomic uint64_t drawn;
  return ((double)(scramble(atomic_fetch_add(&drawn, 1)) >> 11) + 0.5) / 9007199254740992.0;
}

static void remember(uint32_t count, uint64_t offset, int is_write) {
  struct counters *c = &control->counters;
  atomic_fetch_add(is_write ? &c->bytes_written : &c->bytes_read, count);
  static _Atomic uint64_t requests;
  struct entry *e = &control->journal[atomic_fetch_add(&requests, 1) % JOURNAL_ENTRIES];
  e->offset = offset;
  e->length = count;
  e->is_write = (uint64_t)is_write;
  e->monotonic_ns = now_ns();
  atomic_fetch_add(is_write ? &c->writes : &c->reads, 1);
}

static double service_seconds(uint32_t count, int is_write) {
  const struct knobs *k = &control->knobs;
  double normal = sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
  double seconds = 1e-6 * (double)knob(is_write ? &k->write_us : &k->read_us) *
                   exp(0.01 * (double)knob(&k->sigma_percent) * normal);
  if (knob(&k->request_bytes_s)) seconds += (double)count / (double)knob(&k->request_bytes_s);
  if (knob(&k->factor_percent)) seconds *= 0.01 * (double)knob(&k->factor_percent);
  if (uniform() * 1e6 < (double)knob(&k->tail_ppm)) seconds += 1e-6 * (double)knob(&k->tail_us);
  return seconds;
}

/* Takes the request's time; -1 if it is one that fails. */
static int serve(uint32_t count, uint64_t offset, int is_write) {
  const struct knobs *k = &control->knobs;
  prctl(PR_SET_TIMERSLACK, 1);  /* Else every sleep of this thread is 50 us late. */
  remember(count, offset, is_write);
  if (knob(&k->hang)) {
    atomic_fetch_add(&control->counters.waiting, 1);
    while (knob(&k->hang)) sleep_seconds(0.002);
    atomic_fetch_sub(&control->counters.waiting, 1);
  }
  if (uniform() * 1e6 < (double)knob(&k->error_ppm)) return -1;

  pthread_mutex_lock(&lock);
  while (knob(&k->channels) && busy >= knob(&k->channels)) pthread_cond_wait(&freed, &lock);
  busy++;
  double wait = 0;
  if (knob(&k->device_bytes_s)) {
    double now = 1e-9 * (double)now_ns();
    if (ceiling_free_at < now) ceiling_free_at = now;
    ceiling_free_at += (double)count / (double)knob(&k->device_bytes_s);
    wait = ceiling_free_at - now;
  }
  pthread_mutex_unlock(&lock);

  double seconds = service_seconds(count, is_write);
  sleep_seconds(seconds > wait ? seconds : wait);

  pthread_mutex_lock(&lock);
  busy--;
  pthread_cond_signal(&freed);
  pthread_mutex_unlock(&lock);
  return 0;
}

/* The store keeps data xor this pattern: nothing written, nothing kept. */
static void blend(uint64_t *words, uint32_t count, uint64_t offset) {
  if (!is_random) return;
  for (uint64_t i = 0; i < count / 8; i++) words[i] ^= scramble(offset / 8 + i);
}

static int faulty_config(const char *key, const char *value) {
  if (strcmp(key, "size") == 0) return (size = nbdkit_parse_size(value)) < 0 ? -1 : 0;
  if (strcmp(key, "control") == 0) {
    control_path = value;
    return 0;
  }
  if (strcmp(key, "zeros") == 0) {
    int zeros = nbdkit_parse_bool(value);
    is_random = !zeros;
    return zeros < 0 ? -1 : 0;
  }
  nbdkit_error("unknown parameter '%s'", key);
  return -1;
}

static int faulty_get_ready(void) {
  /* nbdkit asks for SIGTERM, on which it waits for requests that may hang. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!control_path) {
    nbdkit_error("control=FILE is needed");
    return -1;
  }
  int fd = open(control_path, O_RDWR | O_CLOEXEC);
  if (fd < 0) {
    nbdkit_error("%s: %m", control_path);
    return -1;
  }
  control = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  store = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (control == MAP_FAILED || store == MAP_FAILED) {
    nbdkit_error("mmap: %m");
    return -1;
  }
  return 0;
}

static void *faulty_open(int readonly) {
  (void)readonly;
  return NBDKIT_HANDLE_NOT_NEEDED;
}

static int64_t faulty_get_size(void *handle) {
  (void)handle;
  return size;
}

static int faulty_can_multi_conn(void *handle) {
  (void)handle;
  return 1;
}

static int fails(uint32_t count, uint64_t offset, int is_write) {
  if (count % 8 || offset % 8) {
    nbdkit_error("not whole 8 bytes");
    nbdkit_set_error(EINVAL);
    return 1;
  }
  if (serve(count, offset, is_write) == 0) return 0;
  nbdkit_set_error(EIO);
  return 1;
}

static int faulty_pread(void *handle, void *into, uint32_t count, uint64_t offset,
                        uint32_t flags) {
  (void)handle, (void)flags;
  if (fails(count, offset, 0)) return -1;
  memcpy(into, store + offset, count);
  blend(into, count, offset);
  return 0;
}

static int faulty_pwrite(void *handle, const void *from, uint32_t count, uint64_t offset,
                         uint32_t flags) {
  (void)handle, (void)flags;
  if (fails(count, offset, 1)) return -1;
  memcpy(store + offset, from, count);
  blend((uint64_t *)(store + offset), count, offset);
  return 0;
}

static int faulty_flush(void *handle, uint32_t flags) {
  (void)handle, (void)flags;
  return 0;
}

static struct nbdkit_plugin plugin = {
    .name = "faulty",
    .config = faulty_config,
    .get_ready = faulty_get_ready,
    .open = faulty_open,
    .get_size = faulty_get_size,
    .can_multi_conn = faulty_can_multi_conn,
    .pread = faulty_pread,
    .pwrite = faulty_pwrite,
    .flush = faulty_flush,
};
NBDKIT_REGISTER_PLUGIN(plugin)
