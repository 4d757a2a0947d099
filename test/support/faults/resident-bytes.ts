import { readFileSync } from 'node:fs'

/** Memory of these processes that no other one shares, from /proc; those that have ended count nothing. */
export const residentBytes = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + privateBytes(pid), 0)

const privateBytes = (pid: number): number => {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return [...text.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].reduce(
      (sum, [, kb]) => sum + Number(kb) * 1024,
      0,
    )
  } catch {
    // Ended between the listing and the reading.
    return 0
  }
}
