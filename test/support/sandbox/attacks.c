/*
 * What native code in a process of the browser can do, as that of an exploit: it replaces the library that they preload. On signal
 * 34 + n, the process tries attack n with raw system calls, and appends `<n> <result>` to the file RESULTS. The process that owns the
 * browser is read from the file TARGET. attacks.ts lists the attacks in the same order.
 */
#include "../../../lib/render/browser/chromium-shim.c"

#include <linux/fcntl.h>
#include <linux/mman.h>
#include <linux/ptrace.h>
#include <linux/sched.h>

enum { first_signal = 34, attacks = 17, internet = 2, kernel_siginfo = 4, kernel_restorer = 0x04000000, results = 900, signal_of_child = 17, wait_for_all = 0x40000000 };

static long target;

static void write_number(char *text, long value) {
  if (value < 0) *text++ = '-', value = -value;
  *text = 0;
  append(text, value);
}

static long length_of(const char *text) {
  long length = 0;
  while (text[length]) length++;
  return length;
}

static long open_target(const char *file, int flags) {
  char path[64] = "/proc/";
  append(path, target);
  for (long end = length_of(path); (path[end] = *file); end++) file++;
  return call(SYS_openat, AT_FDCWD, (long)path, flags, 0, 0);
}

/* Returns whether the environment contains the credentials of the test. */
static long read_environment(void) {
  static char text[65536];
  long file = open_target("/environ", O_RDONLY);
  if (file < 0) return file;
  long size = call(SYS_read, file, (long)text, sizeof text, 0, 0);
  for (long i = 0; i < size; i++)
    if (starts_with(text + i, "AWS_SECRET_ACCESS_KEY=")) return 1;
  return size < 0 ? size : -2;
}

static long read_memory(void) {
  char byte;
  long local[] = {(long)&byte, 1}, remote[] = {0x400000, 1};
  register long flags __asm__("r9") = 0;
  __asm__ volatile("" : : "r"(flags));
  return call(SYS_process_vm_readv, target, (long)local, 1, (long)remote, 1);
}

/* A new namespace of users makes the process root in it, and much more of the kernel can be called. */
static long make_namespace(void) {
  long child = call(SYS_clone, signal_of_child | CLONE_NEWUSER, 0, 0, 0, 0);
  if (child == 0) end(0);
  if (child > 0) call(SYS_wait4, child, 0, 0, 0, 0);
  return child;
}

static long run_program(void) {
  char *arguments[] = {"/bin/true", 0};
  int status = -1;
  long child = call(SYS_clone, signal_of_child, 0, 0, 0, 0);
  if (child < 0) return child;
  if (child == 0) {
    call(SYS_execve, (long)arguments[0], (long)arguments, 0, 0, 0);
    end(1);
  }
  call(SYS_wait4, child, (long)&status, 0, 0, 0);
  return status == 0 ? 0 : -13;
}

/* What is permitted finds no such file. */
static long replace_program(void) {
  char *arguments[] = {"/none", 0};
  long value = call(SYS_execve, (long)arguments[0], (long)arguments, 0, 0, 0);
  return value == -2 ? 0 : value;
}

/* A traced process stops at its next signal, so it is let go. */
static long trace(void) {
  long result = call(SYS_ptrace, PTRACE_SEIZE, target, 0, 0, 0);
  if (result < 0) return result;
  int status;
  call(SYS_ptrace, PTRACE_INTERRUPT, target, 0, 0, 0);
  call(SYS_wait4, target, (long)&status, wait_for_all, 0, 0);
  return call(SYS_ptrace, PTRACE_DETACH, target, 0, 0, 0);
}

static long attempt(int attack) {
  static char space[256];
  switch (attack) {
    case 0: return read_environment();
    case 1: return open_target("/mem", O_RDWR);
    case 2: return call(SYS_openat, AT_FDCWD, (long)"/etc/passwd", O_RDONLY, 0, 0);
    case 3: return call(SYS_openat, AT_FDCWD, (long)"/tmp", O_RDONLY | O_DIRECTORY, 0, 0);
    case 4: return call(SYS_socket, internet, stream, 0, 0, 0);
    case 5: return call(SYS_socket, local_socket, stream, 0, 0, 0);
    case 6: return run_program();
    case 7: return replace_program();
    case 8: return call(SYS_prlimit64, target, 7, 0, (long)space, 0);
    case 9: return call(SYS_shmget, 0, 4096, 01600, 0, 0);
    case 10: return call(SYS_kill, target, 0, 0, 0, 0);
    case 11: return read_memory();
    case 12: return trace();
    case 13: return make_namespace();
    case 14: return call(SYS_io_uring_setup, 4, (long)(space + 128), 0, 0, 0);
    case 15: return call(SYS_userfaultfd, 1, 0, 0, 0, 0);
    default: return call(SYS_bpf, 5, (long)space, 72, 0, 0);
  }
}

static void on_signal(int number) {
  char line[64] = "";
  append(line, number - first_signal);
  long end = length_of(line);
  line[end] = ' ';
  write_number(line + end + 1, attempt(number - first_signal));
  end = length_of(line);
  line[end] = '\n';
  call(SYS_write, results, (long)line, end + 1, 0, 0);
}

void restore(void);
__asm__("restore:\n mov $15, %eax\n syscall\n");

__attribute__((constructor)) static void prepare(void) {
  struct { void (*handler)(int); unsigned long flags; void (*restorer)(void); unsigned long mask; } action = {on_signal, kernel_restorer, restore, 0};
  char text[32] = "";
  long file = call(SYS_open, (long)TARGET, O_RDONLY, 0, 0, 0);
  call(SYS_read, file, (long)text, sizeof text - 1, 0, 0);
  call(SYS_close, file, 0, 0, 0, 0);
  for (char *digit = text; *digit >= '0' && *digit <= '9'; digit++) target = target * 10 + *digit - '0';
  file = call(SYS_open, (long)RESULTS, O_WRONLY | O_APPEND | O_CREAT, 0600, 0, 0);
  call(SYS_dup2, file, results, 0, 0, 0);
  call(SYS_close, file, 0, 0, 0, 0);
  for (int attack = 0; attack < attacks; attack++)
    call(SYS_rt_sigaction, first_signal + attack, (long)&action, 0, 8, 0);
}
