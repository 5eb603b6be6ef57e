/*
 * Loaded before the C library into the server that is tested. It makes the storage under TOMBOLA_SHIM_FOLDER as bad as the file
 * TOMBOLA_SHIM_STATE says: "slow <milliseconds>" for every flush, "hangs <ending>" for flushes of files with such a name that last as
 * long as it says so, "readonly" for everything that writes, "fails <ending>" for files with such a name that cannot be written to the
 * disk: a flush says so once, as Linux does, and what it was to write is taken for written, also for the next process; empty for none.
 * What was flushed is kept in TOMBOLA_SHIM_FLUSHED, as it was flushed last: file-<inode> its bytes, folder-<inode> its names, each with
 * the inode and whether it is a folder (d) or a file (f).
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(type, name, ...) ((type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

static int refuse(void) { errno = EROFS; return -1; }

static int state(char *said, size_t size) {
  const char *file = getenv("TOMBOLA_SHIM_STATE");
  int fd = file ? REAL(int, open, const char *, int, ...)(file, O_RDONLY) : -1;
  ssize_t length = fd < 0 ? 0 : read(fd, said, size - 1);
  if (fd >= 0) close(fd);
  said[length > 0 ? length : 0] = 0;
  return length > 0;
}

static int ours(const char *path) {
  const char *folder = getenv("TOMBOLA_SHIM_FOLDER");
  return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static int ours_fd(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return ours(path);
}

static int is(const char *wanted) {
  char said[64];
  return state(said, sizeof said) && strncmp(said, wanted, strlen(wanted)) == 0;
}

static int read_only(void) { return is("readonly"); }

/* Pages of the files that are written: whether each waits for a flush, or was lost by one that failed. */
enum { CLEAN, DIRTY, LOST };
enum { FILES = 4096, PAGE = 4096, PAGES = 1 << 16 };
static struct file { ino_t inode; unsigned long begun, kept; unsigned char *pages; } files[FILES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The pages of a file that a flush has lost, which the next process does not have either: the system believes that they are there. */
static FILE *lost_of(ino_t inode, const char *mode) {
  const char *place = getenv("TOMBOLA_SHIM_FLUSHED");
  char path[4096];
  if (!place || !*place) return NULL;
  snprintf(path, sizeof path, "%s/lost-%lu", place, (unsigned long)inode);
  return fopen(path, mode);
}

/* Call it with the lock. */
static struct file *file_of(ino_t inode) {
  struct file *file = files;
  while (file < files + FILES - 1 && file->pages && file->inode != inode) file++;
  if (!file->pages) {
    file->pages = calloc(PAGES, 1);
    FILE *lost = lost_of(inode, "r");
    if (lost && fread(file->pages, 1, PAGES, lost) == 0) file->pages[0] = CLEAN;
    if (lost) fclose(lost);
  }
  file->inode = inode;
  return file;
}

/* Call it with the lock, once pages were lost or are kept. */
static void remember_lost(struct file *file) {
  FILE *to = memchr(file->pages, LOST, PAGES) ? lost_of(file->inode, "w") : lost_of(file->inode, "r+");
  for (int page = 0; to && page < PAGES; page++) fputc(file->pages[page] == LOST ? LOST : CLEAN, to);
  if (to) fclose(to);
}

static void dirty(int fd, off_t from, ssize_t length) {
  int saved = errno;
  struct stat found;
  if (length > 0 && fstat(fd, &found) == 0 && S_ISREG(found.st_mode)) {
    pthread_mutex_lock(&lock);
    struct file *file = file_of(found.st_ino);
    for (off_t page = from / PAGE; page < PAGES && page * PAGE < from + length; page++) file->pages[page] = DIRTY;
    pthread_mutex_unlock(&lock);
  }
  errno = saved;
}

static void lose(int fd) {
  struct stat found;
  if (fstat(fd, &found) != 0) return;
  pthread_mutex_lock(&lock);
  struct file *file = file_of(found.st_ino);
  for (int page = 0; page < PAGES; page++) if (file->pages[page] == DIRTY) file->pages[page] = LOST;
  remember_lost(file);
  pthread_mutex_unlock(&lock);
}

/* What of a page was lost is as it was kept last. @param before what was kept of it, or null */
static void keep_file(int fd, struct file *file, FILE *to, FILE *before) {
  char bytes[PAGE], path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  FILE *from = fopen(path, "r");
  size_t length;
  for (long page = 0; from && (length = fread(bytes, 1, PAGE, from)) > 0; page++) {
    if (page < PAGES && file->pages[page] == DIRTY) file->pages[page] = CLEAN;
    if (page < PAGES && file->pages[page] == LOST) {
      memset(bytes, 0, PAGE);
      if (before && fseek(before, page * PAGE, SEEK_SET) == 0 && fread(bytes, 1, PAGE, before) == 0) bytes[0] = 0;
    }
    fwrite(bytes, 1, length, to);
  }
  if (from) fclose(from);
}

static void keep_folder(int fd, FILE *to) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  DIR *folder = opendir(path);
  struct dirent *entry;
  while (folder && (entry = readdir(folder)))
    if (entry->d_name[0] != '.')
      fprintf(to, "%c %lu %s\n", entry->d_type == DT_DIR ? 'd' : 'f', (unsigned long)entry->d_ino, entry->d_name);
  if (folder) closedir(folder);
}

/* What a flush that begins now will have kept, in a file of its own. @return its number, 0 for none */
static unsigned long begin_keeping(int fd, struct stat *found, char *temporary, char *final) {
  const char *place = getenv("TOMBOLA_SHIM_FLUSHED");
  if (!place || !*place || fstat(fd, found) != 0) return 0;
  int folder = S_ISDIR(found->st_mode);
  pthread_mutex_lock(&lock);
  struct file *file = file_of(found->st_ino);
  unsigned long number = ++file->begun;
  snprintf(temporary, 4096, "%s/%lu-%lu", place, (unsigned long)found->st_ino, number);
  snprintf(final, 4096, "%s/%s-%lu", place, folder ? "folder" : "file", (unsigned long)found->st_ino);
  FILE *to = fopen(temporary, "w"), *before = fopen(final, "r");
  if (to && folder) keep_folder(fd, to);
  else if (to) {
    keep_file(fd, file, to, before);
    remember_lost(file);
  }
  if (before) fclose(before);
  if (to) fclose(to);
  pthread_mutex_unlock(&lock);
  return to ? number : 0;
}

/* Whole or not at all: this process is killed at any moment. What began later and is kept already stays. */
static void keep(struct stat *found, unsigned long number, const char *temporary, const char *final) {
  pthread_mutex_lock(&lock);
  struct file *file = file_of(found->st_ino);
  if (number > file->kept) {
    file->kept = number;
    REAL(int, rename, const char *, const char *)(temporary, final);
  }
  pthread_mutex_unlock(&lock);
}

static int ends_with(int fd, const char *ending) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1), tail = strlen(ending);
  return length >= tail && strncmp(path + length - tail, ending, tail) == 0;
}

static int fail(void) { errno = EIO; return -1; }

static int flush(int fd, int (*real)(int)) {
  char said[64];
  if (!ours_fd(fd)) return real(fd);
  while (state(said, sizeof said) && strncmp(said, "hangs ", 6) == 0 && ends_with(fd, said + 6)) usleep(2000);
  if (strncmp(said, "readonly", 8) == 0) return refuse();
  if (strncmp(said, "fails ", 6) == 0 && ends_with(fd, said + 6)) {
    lose(fd);
    return fail();
  }
  struct stat found;
  char temporary[4096], final[4096];
  unsigned long number = begin_keeping(fd, &found, temporary, final);
  if (strncmp(said, "slow ", 5) == 0) usleep(1000 * atoi(said + 5));
  int result = real(fd);
  if (result == 0 && number > 0) keep(&found, number, temporary, final);
  return result;
}

int fsync(int fd) { return flush(fd, REAL(int, fsync, int)); }
int fdatasync(int fd) { return flush(fd, REAL(int, fdatasync, int)); }

#define OPEN(name)                                                                     \
  int name(const char *path, int flags, ...) {                                         \
    va_list list;                                                                      \
    va_start(list, flags);                                                             \
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, int) : 0;                  \
    va_end(list);                                                                      \
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) && ours(path) && read_only())          \
      return refuse();                                                                 \
    return REAL(int, name, const char *, int, ...)(path, flags, mode);                 \
  }
OPEN(open)
OPEN(open64)

/* `here` is where its bytes go, `-1` for where the file stands. */
#define WRITE(result, name, here, parameters, types, arguments)                        \
  result name parameters {                                                             \
    if (!ours_fd(fd)) return ((result (*) types)dlsym(RTLD_NEXT, #name)) arguments;    \
    if (read_only()) return refuse();                                                  \
    off_t from = here;                                                                 \
    if (from < 0) from = lseek(fd, 0, SEEK_CUR);                                       \
    result written = ((result (*) types)dlsym(RTLD_NEXT, #name)) arguments;            \
    dirty(fd, from, written);                                                          \
    return written;                                                                    \
  }
WRITE(ssize_t, write, -1, (int fd, const void *bytes, size_t count), (int, const void *, size_t), (fd, bytes, count))
WRITE(ssize_t, pwrite, at, (int fd, const void *bytes, size_t count, off_t at), (int, const void *, size_t, off_t), (fd, bytes, count, at))
WRITE(ssize_t, pwrite64, at, (int fd, const void *bytes, size_t count, off64_t at), (int, const void *, size_t, off64_t), (fd, bytes, count, at))
WRITE(ssize_t, writev, -1, (int fd, const struct iovec *parts, int count), (int, const struct iovec *, int), (fd, parts, count))
WRITE(ssize_t, pwritev, at, (int fd, const struct iovec *parts, int count, off_t at), (int, const struct iovec *, int, off_t), (fd, parts, count, at))
WRITE(int, ftruncate, 0, (int fd, off_t size), (int, off_t), (fd, size))
WRITE(int, ftruncate64, 0, (int fd, off64_t size), (int, off64_t), (fd, size))

int rename(const char *from, const char *to) {
  if (ours(to) && read_only()) return refuse();
  return REAL(int, rename, const char *, const char *)(from, to);
}

int unlink(const char *path) {
  if (ours(path) && read_only()) return refuse();
  return REAL(int, unlink, const char *)(path);
}

int mkdir(const char *path, mode_t mode) {
  if (ours(path) && read_only()) return refuse();
  return REAL(int, mkdir, const char *, mode_t)(path, mode);
}
