import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Kills every process of the group at once; a group that is gone already is no error. */
export const killGroup = (groupId: number): void => {
  try {
    process.kill(-groupId, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Waits until no process of a killed group is left, but no longer than `milliseconds`. */
export const groupEnded = async (groupId: number, milliseconds: number): Promise<void> => {
  const deadlineMs = performance.now() + milliseconds
  while (groupMembers(groupId).length > 0 && performance.now() < deadlineMs) await pause(5)
}

/** Processes of the group that still run; those that only wait to be reaped do not count. */
export const groupMembers = (groupId: number): number[] => runningIn(groupId, allProcesses())

/**
 * Bytes that the group really occupies: private memory of each process, and once the pages that they share (the executable
 * is 209 MB, mapped by all). Reading the proportional share from smaps_rollup says the same and takes thirty times as long.
 */
export const createMemoryGauge = (groupId: number): (() => number) => {
  let foreign = new Set<number>()
  return () => {
    const pids = allProcesses()
    const members = runningIn(
      groupId,
      pids.filter((pid) => !foreign.has(pid)),
    )
    // Made anew from what is there, so that a process id that is given again is looked at again.
    foreign = new Set(pids.filter((pid) => !members.includes(pid)))
    return memoryBytes(members)
  }
}

const memoryBytes = (pids: readonly number[]) => {
  let privateKilobytes = 0
  let sharedKilobytes = 0
  for (const pid of pids) {
    const status = readProc(pid, 'status')
    privateKilobytes += kilobytes(status, 'RssAnon')
    sharedKilobytes = Math.max(sharedKilobytes, kilobytes(status, 'RssFile') + kilobytes(status, 'RssShmem'))
  }
  return (privateKilobytes + sharedKilobytes) * 1024
}

const allProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

const runningIn = (groupId: number, pids: readonly number[]) =>
  pids.filter((pid) => {
    const status = readStat(pid)
    return status?.groupId === groupId && status.state !== 'Z'
  })

const readStat = (pid: number) => {
  const line = readProc(pid, 'stat')
  // The command's name stands in parentheses and may itself hold spaces and parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return line === '' ? undefined : { state: fields[0], groupId: Number(fields[2]) }
}

const kilobytes = (status: string, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)

/** Empty when the process ended meanwhile. */
const readProc = (pid: number, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
