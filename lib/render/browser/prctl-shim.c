/*
 * A library that Chromium preloads. Each of its processes ends if prctl(PR_SET_NO_NEW_PRIVS) fails with anything but EINVAL or EPERM
 * (base/process/launch_posix.cc), and what a sandbox such as Lambda's returns is not documented. Without Chromium's sandbox, the
 * browser needs neither of the two options below, so a refusal counts as done. Everything else is passed on unchanged.
 *
 * prctl-shim.ts contains the compiled library, because machines that run the service need no compiler. Built with:
 *
 * cc -shared -nostdlib -Os -s -fcf-protection=none -fno-asynchronous-unwind-tables -fno-ident -Wl,-soname,prctl-shim.so -Wl,--build-id=none -Wl,--hash-style=sysv -Wl,-z,norelro -Wl,-z,noseparate-code
 */

#include <linux/prctl.h>
#include <sys/syscall.h>

extern int *__errno_location(void);

int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d) {
  register long fourth __asm__("r10") = c;
  register long fifth __asm__("r8") = d;
  long result = SYS_prctl;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"((long)option), "S"(a), "d"(b), "r"(fourth), "r"(fifth)
                   : "rcx", "r11", "memory");
  if (result >= 0) return (int)result;
  if (option == PR_SET_NO_NEW_PRIVS || option == PR_SET_PDEATHSIG) return 0;
  *__errno_location() = (int)-result;
  return -1;
}
