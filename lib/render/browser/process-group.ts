import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '../../base/timers.ts'

/** Kills every process of the group immediately. Ignores a group that has already ended. */
export const killGroup = (groupId: number): void => kill(-groupId)

const kill = (processId: number) => {
  try {
    process.kill(processId, 'SIGKILL')
  } catch (error) {
    if (!isError(error, 'ESRCH')) throw error
  }
}

const linuxProcDir = '/proc'

/**
 * Waits until no process of a killed group is left, at most `milliseconds`. Without `procDir` it signals the group, which also counts
 * processes that are not reaped yet.
 */
export const groupEnded = async (
  groupId: number,
  milliseconds: number,
  procDir = linuxProcDir,
): Promise<void> => {
  const isRunning = () =>
    existsSync(procDir) ? groupMembers(groupId, procDir).length > 0 : hasGroup(groupId)
  await waitWhile(isRunning, milliseconds)
}

const waitWhile = async (isTrue: () => boolean, milliseconds: number) => {
  const deadlineMs = performance.now() + milliseconds
  while (isTrue() && performance.now() < deadlineMs) await pause(5)
}

/**
 * Kills the renderers of the group, and waits until they are reaped, at most `milliseconds`. Their parent is the zygote, which reaps them
 * when the main process tells it to. Without `procDir` it does nothing.
 */
export const endRenderers = async (
  groupId: number,
  milliseconds: number,
  procDir = linuxProcDir,
): Promise<void> => {
  const renderers = renderersOf(groupId, procDir)
  renderers.forEach(kill)
  await waitWhile(() => renderers.some((pid) => existsSync(join(procDir, String(pid)))), milliseconds)
}

/**
 * Returns a function that tells whether the group has lost its network process. Chromium starts another one, but pages that were open
 * already cannot use it. Without `procDir` it returns false.
 */
export const watchNetworkProcess = (groupId: number, procDir = linuxProcDir): (() => boolean) => {
  let processId: number | undefined
  return () => {
    processId ??= groupMembers(groupId, procDir).find((pid) =>
      readProc(procDir, pid, 'cmdline').includes('network.mojom.NetworkService'),
    )
    return processId !== undefined && runningIn(procDir, groupId, [processId]).length === 0
  }
}

const hasGroup = (groupId: number) => {
  try {
    return process.kill(-groupId, 0)
  } catch {
    // ESRCH: the group has ended. EPERM: the response of macOS for a group of zombies.
    return false
  }
}

/** Returns the running processes of the group, without those that are not reaped yet. */
export const groupMembers = (groupId: number, procDir = linuxProcDir): number[] =>
  runningIn(procDir, groupId, allProcesses(procDir))

/** Returns whether a renderer of the group has filters of system calls beyond those of this process, which it inherits. */
export const hasOwnFilters = (groupId: number, procDir = linuxProcDir): boolean => {
  const own = filtersOf('self', procDir)
  return renderersOf(groupId, procDir).some((pid) => filtersOf(pid, procDir) > own)
}

/** How many filters of system calls a process has, or before Linux 5.9 whether it has any. */
export const filtersOf = (pid: number | 'self', procDir = linuxProcDir): number => {
  const status = readProc(procDir, pid, 'status')
  const [, value] = /^Seccomp_filters:\s+(\d+)/m.exec(status) ?? /^Seccomp:\s+(\d+)/m.exec(status) ?? []
  return Number(value ?? 0)
}

const renderersOf = (groupId: number, procDir: string) =>
  groupMembers(groupId, procDir).filter((pid) =>
    readProc(procDir, pid, 'cmdline').includes('--type=renderer'),
  )

/** Returns whether processes of the group number their processes on their own, as in the namespaces of Chromium's sandbox. */
export const hasOwnProcessIds = (groupId: number, procDir = linuxProcDir): boolean => {
  const depthOf = (pid: number) =>
    /^NSpid:(.*)/m
      .exec(readProc(procDir, pid, 'status'))?.[1]
      ?.trim()
      .split(/\s+/).length ?? 0
  return groupMembers(groupId, procDir).some((pid) => depthOf(pid) > depthOf(groupId))
}

/** Counts the processes that have ended and that no process has reaped. */
export const countZombies = (procDir = linuxProcDir): number =>
  allProcesses(procDir).filter((pid) => readStat(procDir, pid)?.state === 'Z').length

/**
 * Returns a function that measures the bytes that the group occupies: the private memory of each process plus their shared
 * pages, counted once (all map the executable of 209 MB). Memory that a renderer shares with the zygote counts in both: the private memory is
 * 75 MB with a small page, and the proportional share from smaps_rollup, which takes thirty times as long to read, is 63 MB. Without
 * `procDir` it returns 0. Throws if a process of the group cannot be read.
 */
export const createMemoryGauge = (groupId: number, procDir = linuxProcDir): (() => number) => {
  let foreign = new Set<number>()
  return () => {
    const pids = allProcesses(procDir)
    const members = runningIn(
      procDir,
      groupId,
      pids.filter((pid) => !foreign.has(pid)),
    )
    // Built again each time, because a process id may be reused.
    foreign = new Set(pids.filter((pid) => !members.includes(pid)))
    // Otherwise a browser whose processes cannot be read would take no memory.
    if (!members.includes(groupId)) readProc(procDir, groupId, 'stat')
    return memoryBytes(procDir, members)
  }
}

const memoryBytes = (procDir: string, pids: readonly number[]) => {
  let privateKilobytes = 0
  let sharedKilobytes = 0
  for (const pid of pids) {
    const status = readProc(procDir, pid, 'status')
    privateKilobytes += kilobytes(status, 'RssAnon')
    sharedKilobytes = Math.max(sharedKilobytes, kilobytes(status, 'RssFile') + kilobytes(status, 'RssShmem'))
  }
  return (privateKilobytes + sharedKilobytes) * 1024
}

const allProcesses = (procDir: string) =>
  existsSync(procDir)
    ? readdirSync(procDir)
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : []

const runningIn = (procDir: string, groupId: number, pids: readonly number[]) =>
  pids.filter((pid) => {
    const status = readStat(procDir, pid)
    return status?.groupId === groupId && status.state !== 'Z'
  })

const readStat = (procDir: string, pid: number) => {
  const line = readOthers(procDir, pid)
  // The command's name is in parentheses and may itself contain spaces and parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return line === '' ? undefined : { state: fields[0], groupId: Number(fields[2]) }
}

/** With the mount option `hidepid`, the processes of other users cannot be read. */
const readOthers = (procDir: string, pid: number) => {
  try {
    return readProc(procDir, pid, 'stat')
  } catch (error) {
    if (isError(error, 'EACCES', 'EPERM')) return ''
    throw error
  }
}

const kilobytes = (status: string, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)

/** Returns an empty string if the process has ended. */
const readProc = (procDir: string, pid: number | 'self', file: string) => {
  try {
    return readFileSync(`${procDir}/${pid}/${file}`, 'latin1')
  } catch (error) {
    if (isError(error, 'ENOENT', 'ESRCH')) return ''
    throw error
  }
}

const isError = (error: unknown, ...codes: string[]) =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '')
