/** What attacks.c tries, in the same order. NODE is the process that owns the browser and has the credentials in its environment. */
export const attacks = [
  'read the credentials of NODE',
  'open the memory of NODE',
  'open a file',
  'list a directory',
  'open an internet socket',
  'open a local socket',
  'run a program',
  'replace itself by a program',
  'read a limit of NODE',
  'make shared memory (System V)',
  'signal NODE',
  'read the memory of NODE',
  'trace NODE',
  'make a user namespace',
  'use io_uring',
  'use userfaultfd',
  'use bpf',
] as const

export type Attack = (typeof attacks)[number]

/** `ended`: the attempt ended the process. Otherwise `succeeded`, or the name of the error. */
export type Outcome = 'succeeded' | 'ended' | `E${string}`

export type Process = 'renderer' | 'network' | 'GPU, plain kind' | 'GPU, gpu kind'

export type Outcomes = Record<Process, Partial<Record<Attack, Outcome>>>
