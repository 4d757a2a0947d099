import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

interface ProcessEntry {
  pid: number
  parentPid: number
  groupId: number
}

/**
 * Returns every process that `rootPid` started, directly or indirectly. A process group is not sufficient, because puppeteer starts its
 * browser in a separate group. Members of a descendant's group are included, because a daemon becomes a child of init.
 */
export const descendantsOf = (rootPid: number): number[] => {
  const family = new Set([rootPid])
  const processes = listProcesses()
  for (let before = 0; before !== family.size; ) {
    before = family.size
    for (const { pid, parentPid, groupId } of processes) {
      if (family.has(parentPid) || family.has(groupId)) family.add(pid)
    }
  }
  family.delete(rootPid)
  return [...family]
}

/** Sends a signal to the processes; ignores those that have already exited. A negative number is a process group. */
export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}

export const killAll = (pids: readonly number[]): void => signalAll(pids, 'SIGKILL')

// macOS returns EPERM for a group that contains only zombies.
const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM')

const listProcesses = (): ProcessEntry[] => (process.platform === 'linux' ? fromProc() : fromPs())

// `ps` is missing on a minimal Debian, /proc is not.
const fromProc = (): ProcessEntry[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readStat(name)
      // The second field is the command in parentheses, which may contain spaces and parentheses.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return stat === ''
        ? []
        : [{ pid: Number(name), parentPid: Number(fields[1]), groupId: Number(fields[2]) }]
    })

const readStat = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // The process ended between the listing and the reading.
    return ''
  }
}

const fromPs = (): ProcessEntry[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parentPid = 0, groupId = 0] = line.trim().split(/\s+/).map(Number)
      return { pid, parentPid, groupId }
    })
