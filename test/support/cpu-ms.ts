/** Returns the processor time of this thread for some work. Unlike elapsed time, other processes do not lengthen it. */
export const cpuMs = (work: () => unknown): number => {
  const started = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1000
}
