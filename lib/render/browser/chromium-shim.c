/*
 * One file in three roles. With it, Chromium applies its seccomp filters where there are neither user namespaces nor a setuid program.
 *
 * Preloaded into each process of the browser, it answers for what the ground lacks:
 * - prctl: what a ground such as Lambda's refuses and the browser does not need counts as done. Each process ends if PR_SET_NO_NEW_PRIVS
 *   fails with anything but EINVAL or EPERM (base/process/launch_posix.cc). A filter that prctl may not install is installed with seccomp(2).
 * - stat: this file appears as Chromium requires its helper, owned by root and setuid (setuid_sandbox_host.cc).
 * - open: a confined zygote cannot open its executable (setuid_sandbox_client.cc).
 * Executed, it is that helper. It confines nothing: what a renderer may call is decided by Chromium's filters.
 * - `probe` installs a filter, and ends with the number of the error, or 0.
 * - `PROGRAM [ARGUMENT ...]` starts the zygote, and answers its one question.
 * Loaded by Node as an addon, it hides the environment and the memory of the process from others of the same user.
 *
 * chromium-shim.ts contains the compiled file, because machines that run the service need no compiler. Built with:
 * cc -shared -nostdlib -Os -s -fno-stack-protector -fno-builtin -fvisibility=hidden -fcf-protection=none -fno-asynchronous-unwind-tables -fno-ident -Wl,-soname,chromium-shim.so -Wl,-e,_start -Wl,--build-id=none -Wl,--hash-style=sysv -Wl,-z,norelro -Wl,-z,noseparate-code
 */
#include <asm/stat.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>

#define INLINE static __attribute__((always_inline)) inline
#define EXPORT __attribute__((visibility("default")))

enum { interrupted = 4, denied = 13, bad_address = 14, working_directory = -100, write_only = 1, local_socket = 1, stream = 1 };

INLINE long call(long number, long a, long b, long c, long d, long e) {
  register long fourth __asm__("r10") = d;
  register long fifth __asm__("r8") = e;
  __asm__ volatile("syscall" : "+a"(number) : "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth) : "rcx", "r11", "memory");
  return number;
}

/* A path that is no address is left to the kernel. */
INLINE int starts_with(const char *path, const char *start) {
  if (!path) return 0;
  while (*start && *path == *start) path++, start++;
  return !*start;
}

extern int *__errno_location(void);
extern char *getenv(const char *);

INLINE int result(long value) {
  if (value >= 0) return (int)value;
  *__errno_location() = (int)-value;
  return -1;
}

/* Preloaded */

EXPORT int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d) {
  long value = call(SYS_prctl, option, a, b, c, d);
  if (value >= 0) return (int)value;
  if (option == PR_SET_NO_NEW_PRIVS || option == PR_SET_PDEATHSIG) return 0;
  if (option == PR_SET_DUMPABLE || option == PR_GET_DUMPABLE) return 0;
  if (option == PR_SET_SECCOMP && value != -bad_address) value = call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, b, 0, 0);
  return result(value);
}

/* What Chromium calls stat, in the oldest version of glibc that it supports. */
EXPORT int __xstat64(int version, const char *path, struct stat *buffer) {
  const char *helper = getenv("CHROME_DEVEL_SANDBOX");
  int value = result(call(SYS_stat, (long)path, (long)buffer, 0, 0, 0));
  (void)version;
  if (value == 0 && helper && starts_with(path, helper)) {
    buffer->st_uid = 0;
    buffer->st_mode |= 04001;
  }
  return value;
}

EXPORT int open64(const char *path, int flags, unsigned mode) {
  /* Only the zygote and what it forks have this variable. */
  if (starts_with(path, "/proc/self/exe") && getenv("SBX_D")) return result(-denied);
  return result(call(SYS_openat, working_directory, (long)path, flags, mode, 0));
}

/* Loaded by Node */

EXPORT void *napi_register_module_v1(void *environment, void *exports) {
  (void)environment;
  call(SYS_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0);
  return exports;
}

/* Executed */

__attribute__((noreturn)) INLINE void end(int status) {
  for (;;) call(SYS_exit_group, status, 0, 0, 0, 0);
}

INLINE void probe(void) {
  struct sock_filter filter = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {1, &filter};
  /* Where it is refused, it may be set already. */
  call(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  end(-call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, (long)&program, 0, 0));
}

/* Appends a number to a text, which has space for it. */
INLINE void append(char *text, long value) {
  long digit = 1;
  while (*text) text++;
  while (value / digit >= 10) digit *= 10;
  for (; digit; digit /= 10) *text++ = (char)('0' + value / digit % 10);
  *text = 0;
}

/* The zygote asks to be confined with C, waits for the process that it asked to end, and expects O. */
INLINE void answer(int socket, int other) {
  char letter = 0;
  call(SYS_close, other, 0, 0, 0, 0);
  while (call(SYS_read, socket, (long)&letter, 1, 0, 0) == -interrupted) {}
  if (letter == 'C') call(SYS_write, socket, (long)"O", 1, 0, 0);
  end(0);
}

INLINE void start_zygote(char **arguments, char **environment) {
  char descriptor[24] = "SBX_D=", process[32] = "SBX_HELPER_PID=";
  char *extended[128] = {"SBX_CHROME_API_PRV=1", descriptor, process};
  int pair[2], count = 3;
  if (call(SYS_socketpair, local_socket, stream, 0, (long)pair, 0)) end(1);
  long child = call(SYS_fork, 0, 0, 0, 0, 0);
  if (child < 0) end(1);
  if (child == 0) answer(pair[0], pair[1]);
  call(SYS_close, pair[0], 0, 0, 0, 0);
  append(descriptor, pair[1]);
  append(process, child);
  /* When memory runs out, the kernel ends renderers first. They inherit the score that Chromium gives them. */
  long score = call(SYS_open, (long)"/proc/self/oom_score_adj", write_only, 0, 0, 0);
  call(SYS_write, score, (long)"300", 3, 0, 0);
  call(SYS_close, score, 0, 0, 0, 0);
  while (*environment && count < 127) extended[count++] = *environment++;
  call(SYS_execve, (long)arguments[0], (long)arguments, (long)extended, 0, 0);
  end(127);
}

__attribute__((used)) static void run(long *stack) {
  char **arguments = (char **)(stack + 1);
  if (stack[0] < 2) end(2);
  if (starts_with(arguments[1], "probe")) probe();
  /* The browser asks for a score for each renderer, which has it already. */
  if (starts_with(arguments[1], "--adjust-oom-score")) end(0);
  start_zygote(arguments + 1, arguments + stack[0] + 1);
}

__asm__(".globl _start\n.hidden _start\n_start:\n xor %ebp, %ebp\n mov %rsp, %rdi\n and $-16, %rsp\n call run\n");
