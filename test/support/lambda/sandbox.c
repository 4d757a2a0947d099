/*
 * Runs a program on ground like AWS Lambda's, as far as a Linux machine can imitate it:
 *
 *   sandbox ERRNO TMP_BYTES TASK_DIR PROGRAM_DIR PROGRAM [ARGUMENT ...]
 *
 * - PID 1 of the namespace waits only for its own child and reaps no orphan.
 * - The root is read-only. /tmp is empty and has TMP_BYTES. There is no /dev/shm.
 * - /var/task is TASK_DIR, the function's package. /var/runtime is PROGRAM_DIR, where PROGRAM is looked up.
 * - The user is 993, with at most 1,024 files and 1,024 processes and threads.
 * - The system calls that others report as refused on Lambda return ERRNO. The reports are listed in docs/decisions/0003-multi-process-chromium.md.
 *
 * Exits with 125 and a message if this machine does not permit it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

static const int user = 993;

static const int refused[] = {
    SYS_prctl,       SYS_ptrace, SYS_fallocate,       SYS_unshare,     SYS_setns, SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_kcmp,        SYS_bpf,    SYS_perf_event_open, SYS_userfaultfd, SYS_mount, SYS_keyctl,
    SYS_memfd_create};

static void need(int failed, const char *what) {
  if (!failed) return;
  fprintf(stderr, "sandbox: %s: %s\n", what, strerror(errno));
  _exit(125);
}

static pid_t child;

static void pass_on(int signal) { kill(child, signal); }

/* Waits for the child alone. Orphans stay zombies. */
static int wait_for_child(void) {
  int status;
  signal(SIGTERM, pass_on);
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 125;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void bind(const char *from, const char *to) {
  need(mkdir(to, 0755), to);
  need(mount(from, to, 0, MS_BIND | MS_REC, 0), to);
  need(mount(0, to, 0, MS_REMOUNT | MS_BIND | MS_RDONLY, 0), to);
}

static void device(const char *path, int minor) {
  need(mknod(path, S_IFCHR | 0666, makedev(1, minor)), path);
  need(chmod(path, 0666), path);
}

static void mount_all(const char *tmp_bytes, const char *task_dir, const char *program_dir) {
  char size[64];
  need(mount("none", "/", 0, MS_REC | MS_PRIVATE, 0), "private mounts");
  need(mount("var", "/var", "tmpfs", 0, "size=1m,mode=755"), "/var");
  bind(task_dir, "/var/task");
  bind(program_dir, "/var/runtime");
  need(mount("dev", "/dev", "tmpfs", 0, "size=1m,mode=755"), "/dev");
  device("/dev/null", 3);
  device("/dev/zero", 5);
  device("/dev/full", 7);
  device("/dev/random", 8);
  device("/dev/urandom", 9);
  need(symlink("/proc/self/fd", "/dev/fd"), "/dev/fd");
  snprintf(size, sizeof size, "size=%s,mode=1777", tmp_bytes);
  need(mount("tmp", "/tmp", "tmpfs", MS_NODEV | MS_NOSUID, size), "/tmp");
  need(mount(0, "/", 0, MS_REMOUNT | MS_BIND | MS_RDONLY, 0), "read-only root");
}

static void refuse_calls(int error) {
  struct sock_filter filter[2 + 2 * sizeof refused / sizeof *refused];
  int length = 0;
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused[i], 0, 1);
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error);
  }
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {length, filter};
  need(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0, "seccomp");
}

static void become_function(int error) {
  struct rlimit limit = {1024, 1024};
  need(setrlimit(RLIMIT_NOFILE, &limit), "limit of files");
  need(setrlimit(RLIMIT_NPROC, &limit), "limit of processes");
  /* Root installs the filter, because it refuses PR_SET_NO_NEW_PRIVS, which other users would need first. */
  refuse_calls(error);
  need(setgroups(0, 0), "groups");
  need(setgid(user), "group");
  need(setuid(user), "user");
}

int main(int count, char **arguments) {
  if (count < 6) {
    fprintf(stderr, "usage: sandbox ERRNO TMP_BYTES TASK_DIR PROGRAM_DIR PROGRAM [ARGUMENT ...]\n");
    return 125;
  }
  need(prctl(PR_SET_PDEATHSIG, SIGKILL), "parent's end");
  need(unshare(CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC), "namespaces");
  mount_all(arguments[2], arguments[3], arguments[4]);
  need((child = fork()) < 0, "fork");
  if (child > 0) return wait_for_child();
  need(prctl(PR_SET_PDEATHSIG, SIGKILL), "parent's end");
  need(mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, 0), "/proc");
  need((child = fork()) < 0, "fork");
  if (child > 0) return wait_for_child();
  need(chdir("/var/task"), "/var/task");
  become_function(atoi(arguments[1]));
  execv(arguments[5], arguments + 5);
  need(1, arguments[5]);
}
