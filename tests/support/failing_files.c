/* Stands before libc: calls on the files below one folder fail when they are told to, and the time of day may be shifted.

   A program loads it by LD_PRELOAD and gives its orders through the functions below whose names begin with "faults_";
   FAULTS_SHIFT in its environment is how many seconds the clock is ahead. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { OPEN, READ, WRITE, SYNC, TRUNCATE, RENAME, UNLINK, CLOSE, CALLS };

static char folder[PATH_MAX];
static long seen[CALLS], first, last;
static int armed = -1, error_number;
static long long shift;

void faults_under(const char *path) { snprintf(folder, sizeof folder, "%s", path); }

/* Calls number n to m of a kind fail, counted from now on; partial writes come before those that fail for want of room. */
void faults_arm(int kind, long n, long m, int error)
{
    memset(seen, 0, sizeof seen);
    armed = kind, first = n, last = m, error_number = error;
}

void faults_disarm(void) { armed = -1; }

long faults_seen(int kind) { return seen[kind]; }

void faults_shift(long long seconds) { shift = seconds; }

__attribute__((constructor)) static void from_environment(void)
{
    const char *seconds = getenv("FAULTS_SHIFT");
    if (seconds) shift = atoll(seconds);
}

static int below(const char *path) { return folder[0] && path && !strncmp(path, folder, strlen(folder)); }

static int fails(int kind)
{
    long n = ++seen[kind];
    if (kind != armed || n < first || n > last) return 0;
    errno = error_number;
    return 1;
}

static int fails_on(int kind, int fd)
{
    char link[64], path[PATH_MAX];
    int kept = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = kept;
    if (length < 0) return 0;
    path[length] = 0;
    return below(path) && fails(kind);
}

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name);

#define OPENING(name) \
    int name(const char *path, int flags, ...) \
    { \
        REAL(int, name, const char *, int, ...) \
        va_list rest; \
        va_start(rest, flags); \
        int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0; \
        va_end(rest); \
        return below(path) && fails(OPEN) ? -1 : real(path, flags, mode); \
    }
OPENING(open)
OPENING(open64)

ssize_t read(int fd, void *to, size_t size)
{
    REAL(ssize_t, read, int, void *, size_t)
    return fails_on(READ, fd) ? -1 : real(fd, to, size);
}

#define READING(name, offset) \
    ssize_t name(int fd, void *to, size_t size, offset at) \
    { \
        REAL(ssize_t, name, int, void *, size_t, offset) \
        return fails_on(READ, fd) ? -1 : real(fd, to, size, at); \
    }
READING(pread, off_t)
READING(pread64, off64_t)

ssize_t write(int fd, const void *from, size_t size)
{
    REAL(ssize_t, write, int, const void *, size_t)
    if (!fails_on(WRITE, fd)) return real(fd, from, size);
    if (error_number != ENOSPC || size < 2 || seen[WRITE] > first) return -1;
    last++; /* half of it fits; the next one finds no room */
    return real(fd, from, size / 2);
}

#define WRITING(name, offset) \
    ssize_t name(int fd, const void *from, size_t size, offset at) \
    { \
        REAL(ssize_t, name, int, const void *, size_t, offset) \
        if (!fails_on(WRITE, fd)) return real(fd, from, size, at); \
        if (error_number != ENOSPC || size < 2 || seen[WRITE] > first) return -1; \
        last++; \
        return real(fd, from, size / 2, at); \
    }
WRITING(pwrite, off_t)
WRITING(pwrite64, off64_t)

#define ON_FILE(name, kind) \
    int name(int fd) \
    { \
        REAL(int, name, int) \
        return fails_on(kind, fd) ? -1 : real(fd); \
    }
ON_FILE(fsync, SYNC)
ON_FILE(fdatasync, SYNC)

int close(int fd)
{
    REAL(int, close, int)
    int failed = fails_on(CLOSE, fd), kept = errno;
    int result = real(fd); /* the file is closed all the same, as on network file systems */
    if (failed) errno = kept;
    return failed ? -1 : result;
}

#define CUTTING(name, offset) \
    int name(int fd, offset size) \
    { \
        REAL(int, name, int, offset) \
        return fails_on(TRUNCATE, fd) ? -1 : real(fd, size); \
    }
CUTTING(ftruncate, off_t)
CUTTING(ftruncate64, off64_t)

int rename(const char *from, const char *to)
{
    REAL(int, rename, const char *, const char *)
    return below(from) && fails(RENAME) ? -1 : real(from, to);
}

int unlink(const char *path)
{
    REAL(int, unlink, const char *)
    return below(path) && fails(UNLINK) ? -1 : real(path);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    REAL(int, clock_gettime, clockid_t, struct timespec *)
    int failed = real(clock, now);
    if (!failed && clock == CLOCK_REALTIME) now->tv_sec += shift;
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    REAL(int, gettimeofday, struct timeval *, void *)
    int failed = real(now, zone);
    if (!failed) now->tv_sec += shift;
    return failed;
}

time_t time(time_t *now)
{
    struct timeval found;
    gettimeofday(&found, NULL);
    if (now) *now = found.tv_sec;
    return found.tv_sec;
}
