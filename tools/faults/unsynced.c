/*
 * Preload library that remembers what a power failure may undo: the content of every page of 4 KB
 * that a process writes below POWER_FILES, as it was when the file was last synced. fsync and
 * fdatasync forget it. power-cut.ts puts some or all of it back after a kill.
 *
 * A file has one undo file in POWER_UNDO, named by inode and birth time: its synced size (8 bytes),
 * then records of page number (8 bytes) and old content (4,096 bytes). The first record of a page
 * counts. Creation, renaming and removal of files are not undone. With POWER_LIES set, fsync reports
 * success and forgets nothing, as a disk with a cache that is lost.
 *
 * cc -shared -fPIC -O2 -o unsynced.so unsynced.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define PAGE 4096
#define MAX_FD 4096

static struct { dev_t dev; ino_t ino; int is_ours; char undo[PATH_MAX]; } known[MAX_FD];

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

/* Returns the path of the undo file of an open file; NULL if the file is none of ours. */
static const char *undo_of(int fd) {
  const char *files = getenv("POWER_FILES"), *undo = getenv("POWER_UNDO");
  struct stat now;
  if (!files || !undo || fd < 0 || fd >= MAX_FD) return NULL;
  if (fstat(fd, &now) != 0 || !S_ISREG(now.st_mode)) return NULL;
  if (known[fd].ino == now.st_ino && known[fd].dev == now.st_dev)
    return known[fd].is_ours ? known[fd].undo : NULL;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  struct statx born;
  if (statx(fd, "", AT_EMPTY_PATH, STATX_BTIME, &born) != 0) return NULL;
  known[fd].dev = now.st_dev;
  known[fd].ino = now.st_ino;
  known[fd].is_ours = strncmp(path, files, strlen(files)) == 0 && path[strlen(files)] == '/';
  snprintf(known[fd].undo, sizeof known[fd].undo, "%s/%lu-%lld.%09u", undo, (unsigned long)now.st_ino,
           (long long)born.stx_btime.tv_sec, born.stx_btime.tv_nsec);
  return known[fd].is_ours ? known[fd].undo : NULL;
}

/* Two writers of one file and its sync exclude each other by a lock on the undo file. */
static int lock_undo(const char *undo, int flags) {
  int log = open(undo, O_RDWR | O_APPEND | O_CLOEXEC | flags, 0600);
  if (log < 0) return -1;
  while (flock(log, LOCK_EX) != 0 && errno == EINTR) {}
  return log;
}

static void must_write(int log, const void *bytes, size_t size) {
  if (REAL(write)(log, bytes, size) != (ssize_t)size) {
    static const char text[] = "unsynced.c: the undo file cannot be written\n";
    if (REAL(write)(2, text, sizeof text - 1) < 0) abort();
    abort();
  }
}

/* Saves the pages from `at` on, and the size, before they change. */
static int remember(int fd, off_t at, off_t size) {
  const char *undo = undo_of(fd);
  if (!undo) return -1;
  int saved_errno = errno;
  int log = lock_undo(undo, O_CREAT);
  if (log < 0) abort();
  struct stat file, entry;
  fstat(fd, &file);
  fstat(log, &entry);
  if (entry.st_size == 0) {
    int64_t synced = file.st_size;
    must_write(log, &synced, sizeof synced);
  }
  off_t end = at + size < file.st_size ? at + size : file.st_size;
  for (int64_t page = at / PAGE; page * PAGE < end; page++) {
    struct { int64_t number; char bytes[PAGE]; } record;
    memset(&record, 0, sizeof record);
    record.number = page;
    if (pread(fd, record.bytes, PAGE, page * PAGE) < 0) {
      /* Opened for writing only. */
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
      int again = open(link, O_RDONLY | O_CLOEXEC);
      if (again < 0 || pread(again, record.bytes, PAGE, page * PAGE) < 0) abort();
      close(again);
    }
    must_write(log, &record, sizeof record);
  }
  errno = saved_errno;
  return log;
}

static void unlock(int log) {
  int saved_errno = errno;
  if (log >= 0) close(log);
  errno = saved_errno;
}

static int synced(int fd, int (*sync)(int)) {
  const char *undo = undo_of(fd);
  int log = undo ? lock_undo(undo, 0) : -1;
  int result = sync(fd);
  if (result == 0 && log >= 0 && !getenv("POWER_LIES") && ftruncate(log, 0) != 0) abort();
  unlock(log);
  return result;
}

int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

static off_t total(const struct iovec *parts, int count) {
  off_t size = 0;
  for (int i = 0; i < count; i++) size += parts[i].iov_len;
  return size;
}

/* write appends where the file was opened so. */
static off_t position(int fd) {
  struct stat file;
  if (fcntl(fd, F_GETFL) & O_APPEND && fstat(fd, &file) == 0) return file.st_size;
  off_t at = lseek(fd, 0, SEEK_CUR);
  return at < 0 ? 0 : at;
}

#define REMEMBERED(result, at, size, call) \
  int log = remember(fd, at, size);        \
  result done = call;                      \
  unlock(log);                             \
  return done

ssize_t write(int fd, const void *bytes, size_t size) {
  if (!undo_of(fd)) return REAL(write)(fd, bytes, size);
  REMEMBERED(ssize_t, position(fd), size, REAL(write)(fd, bytes, size));
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (!undo_of(fd)) return REAL(writev)(fd, parts, count);
  REMEMBERED(ssize_t, position(fd), total(parts, count), REAL(writev)(fd, parts, count));
}
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) {
  REMEMBERED(ssize_t, at, size, REAL(pwrite)(fd, bytes, size, at));
}
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) {
  REMEMBERED(ssize_t, at, size, REAL(pwrite64)(fd, bytes, size, at));
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  REMEMBERED(ssize_t, at, total(parts, count), REAL(pwritev)(fd, parts, count, at));
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  REMEMBERED(ssize_t, at, total(parts, count), REAL(pwritev64)(fd, parts, count, at));
}
int ftruncate(int fd, off_t size) {
  REMEMBERED(int, size, LLONG_MAX / 2 - size, REAL(ftruncate)(fd, size));
}
int ftruncate64(int fd, off64_t size) {
  REMEMBERED(int, size, LLONG_MAX / 2 - size, REAL(ftruncate64)(fd, size));
}
int posix_fallocate(int fd, off_t at, off_t size) {
  REMEMBERED(int, at, 0, REAL(posix_fallocate)(fd, at, size));
}
int posix_fallocate64(int fd, off64_t at, off64_t size) {
  REMEMBERED(int, at, 0, REAL(posix_fallocate64)(fd, at, size));
}
int fallocate(int fd, int mode, off_t at, off_t size) {
  REMEMBERED(int, at, size, REAL(fallocate)(fd, mode, at, size));
}
int fallocate64(int fd, int mode, off64_t at, off64_t size) {
  REMEMBERED(int, at, size, REAL(fallocate64)(fd, mode, at, size));
}
