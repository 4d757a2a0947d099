import { readdirSync, readFileSync } from 'node:fs'

/** `getconf CLK_TCK`: 100 on every Linux that Node supports. */
const tickMs = 10

/** Returns a process and its descendants. */
const readTree = (root: number) => {
  const processes = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readTimes(name)]),
  )
  const isOfTree = (processId: number | undefined): boolean =>
    processId === root || (processId !== undefined && isOfTree(processes.get(processId)?.parentId))
  return [...processes].filter(([processId, times]) => times && isOfTree(processId))
}

/**
 * Returns the CPU time in ms, user and system, that a process and its descendants have used so far. The time of a killed browser's
 * ended children is lost, so a difference between two values can be too small.
 */
export const readProcessTime = (root = process.pid): number =>
  readTree(root).reduce((sum, [, times]) => sum + (times?.ticks ?? 0), 0) * tickMs

/** Returns the memory in MB of a process and its descendants. Memory that several processes share counts once (PSS). */
export const readMemoryMb = (root: number): number =>
  readTree(root).reduce((sum, [processId]) => sum + readPssKb(processId), 0) / 1024

const readPssKb = (processId: number) => {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${processId}/smaps_rollup`, 'latin1'))?.[1] ?? 0)
  } catch {
    // The process has ended.
    return 0
  }
}

const readTimes = (processId: string) => {
  try {
    const line = readFileSync(`/proc/${processId}/stat`, 'latin1')
    // The name is in parentheses and may contain spaces and parentheses.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    // The time of the process and of the children that it has waited for.
    const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0)
    return { parentId: Number(fields[1]), ticks }
  } catch {
    // The process ended meanwhile, and its parent's counter includes its time.
    return undefined
  }
}
