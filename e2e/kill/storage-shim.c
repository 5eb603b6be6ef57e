/*
 * Loaded before the C library into the server that is tested. It makes the storage under TOMBOLA_SHIM_FOLDER as bad as the file
 * TOMBOLA_SHIM_STATE says: "slow <milliseconds>" for every flush, "readonly" for everything that writes, "forgets" for a file system
 * that has given up its journal: it takes bytes and says they are flushed, and changes no name and no length; empty for none. What was
 * flushed is kept in TOMBOLA_SHIM_FLUSHED, as it was flushed last: file-<inode> its bytes, folder-<inode> its names, each with
 * the inode and whether it is a folder (d) or a file (f).
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
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
static int without_journal(void) { return is("readonly") || is("forgets"); }

static void keep_file(int fd, FILE *to) {
  char bytes[1 << 16], path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  FILE *from = fopen(path, "r");
  size_t length;
  while (from && (length = fread(bytes, 1, sizeof bytes, from)) > 0) fwrite(bytes, 1, length, to);
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

/* Whole or not at all: this process is killed at any moment. */
static void keep(int fd) {
  static __thread unsigned long count;
  const char *place = getenv("TOMBOLA_SHIM_FLUSHED");
  struct stat found;
  char temporary[4096], final[4096];
  if (!place || fstat(fd, &found) != 0) return;
  snprintf(temporary, sizeof temporary, "%s/%p-%lu", place, (void *)&count, count);
  count++;
  snprintf(final, sizeof final, "%s/%s-%lu", place, S_ISDIR(found.st_mode) ? "folder" : "file", (unsigned long)found.st_ino);
  FILE *to = fopen(temporary, "w");
  if (!to) return;
  if (S_ISDIR(found.st_mode)) keep_folder(fd, to);
  else keep_file(fd, to);
  fclose(to);
  REAL(int, rename, const char *, const char *)(temporary, final);
}

static int flush(int fd, int (*real)(int)) {
  char said[64];
  if (!ours_fd(fd)) return real(fd);
  state(said, sizeof said);
  if (strncmp(said, "readonly", 8) == 0) return refuse();
  if (strncmp(said, "forgets", 7) == 0) return 0;
  if (strncmp(said, "slow ", 5) == 0) usleep(1000 * atoi(said + 5));
  int result = real(fd);
  if (result == 0) keep(fd);
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
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) && ours(path) && (flags & O_CREAT ? without_journal() : read_only())) \
      return refuse();                                                                 \
    return REAL(int, name, const char *, int, ...)(path, flags, mode);                 \
  }
OPEN(open)
OPEN(open64)

#define WRITE(result, name, refused, parameters, types, arguments)                     \
  result name parameters {                                                             \
    if (ours_fd(fd) && refused()) return refuse();                                     \
    return ((result (*) types)dlsym(RTLD_NEXT, #name)) arguments;                      \
  }
WRITE(ssize_t, write, read_only, (int fd, const void *bytes, size_t count), (int, const void *, size_t), (fd, bytes, count))
WRITE(ssize_t, pwrite, read_only, (int fd, const void *bytes, size_t count, off_t at), (int, const void *, size_t, off_t), (fd, bytes, count, at))
WRITE(ssize_t, pwrite64, read_only, (int fd, const void *bytes, size_t count, off64_t at), (int, const void *, size_t, off64_t), (fd, bytes, count, at))
WRITE(ssize_t, writev, read_only, (int fd, const struct iovec *parts, int count), (int, const struct iovec *, int), (fd, parts, count))
WRITE(ssize_t, pwritev, read_only, (int fd, const struct iovec *parts, int count, off_t at), (int, const struct iovec *, int, off_t), (fd, parts, count, at))
WRITE(int, ftruncate, without_journal, (int fd, off_t size), (int, off_t), (fd, size))
WRITE(int, ftruncate64, without_journal, (int fd, off64_t size), (int, off64_t), (fd, size))

int rename(const char *from, const char *to) {
  if (ours(to) && without_journal()) return refuse();
  return REAL(int, rename, const char *, const char *)(from, to);
}

int unlink(const char *path) {
  if (ours(path) && without_journal()) return refuse();
  return REAL(int, unlink, const char *)(path);
}

int mkdir(const char *path, mode_t mode) {
  if (ours(path) && without_journal()) return refuse();
  return REAL(int, mkdir, const char *, mode_t)(path, mode);
}
