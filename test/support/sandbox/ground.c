/*
 * Runs a program as another user on ground that refuses system calls:
 *
 *   ground USER ERRNO REFUSED PROGRAM [ARGUMENT ...]
 *
 * REFUSED is a list of: prctl, seccomp (they return ERRNO), namespaces (new ones, as containers refuse them), and privileges, which
 * refuses nothing and sets no-new-privileges. Only root can run it, because other users cannot install a filter without the latter.
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
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(value) (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, value)
#define UNLESS(test, value, skipped) (struct sock_filter) BPF_JUMP(BPF_JMP | test | BPF_K, value, 0, skipped)

static const unsigned namespaces = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS;

static struct sock_filter filter[32];
static unsigned short length;

static void need(int failed, const char *what) {
  if (!failed) return;
  fprintf(stderr, "ground: %s: %s\n", what, strerror(errno));
  _exit(125);
}

static void refuse(int call, int error) {
  filter[length++] = UNLESS(BPF_JEQ, call, 1);
  filter[length++] = RETURN(SECCOMP_RET_ERRNO | error);
}

static void refuse_namespaces(void) {
  refuse(SYS_unshare, EPERM);
  /* Its flags are in memory, which a filter cannot read. The C library then uses clone. */
  refuse(SYS_clone3, ENOSYS);
  filter[length++] = UNLESS(BPF_JEQ, SYS_clone, 4);
  filter[length++] = LOAD(args[0]);
  filter[length++] = UNLESS(BPF_JSET, namespaces, 1);
  filter[length++] = RETURN(SECCOMP_RET_ERRNO | EPERM);
  filter[length++] = RETURN(SECCOMP_RET_ALLOW);
}

int main(int count, char **arguments) {
  if (count < 5) return 125;
  int user = atoi(arguments[1]), error = atoi(arguments[2]);
  const char *refused = arguments[3];
  need(prctl(PR_SET_PDEATHSIG, SIGKILL), "parent's end");
  if (strstr(refused, "privileges")) need(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges");
  filter[length++] = LOAD(nr);
  if (strstr(refused, "prctl")) refuse(SYS_prctl, error);
  if (strstr(refused, "seccomp")) refuse(SYS_seccomp, error);
  if (strstr(refused, "namespaces")) refuse_namespaces();
  filter[length++] = RETURN(SECCOMP_RET_ALLOW);
  struct sock_fprog program = {length, filter};
  if (length > 2) need(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0, "filter");
  need(setgroups(0, 0), "groups");
  need(setgid(user), "group");
  need(setuid(user), "user");
  execv(arguments[4], arguments + 4);
  need(1, arguments[4]);
}
