import { readdirSync, readFileSync } from 'node:fs'

/** `getconf CLK_TCK`: 100 on every Linux that Node supports. */
const tickMs = 10

/**
 * Returns the CPU time in ms, user and system, that this process and its descendants have used so far. The time of a killed browser's
 * ended children is lost, so a difference between two values can be too small.
 */
export const readProcessTime = (): number => {
  const processes = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readTimes(name)]),
  )
  const isOurs = (processId: number | undefined): boolean =>
    processId === process.pid || (processId !== undefined && isOurs(processes.get(processId)?.parentId))
  let ticks = 0
  for (const [processId, times] of processes) if (times && isOurs(processId)) ticks += times.ticks
  return ticks * tickMs
}

const readTimes = (processId: string) => {
  try {
    const line = readFileSync(`/proc/${processId}/stat`, 'latin1')
    // The name is in parentheses and may contain spaces and parentheses.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    // Its own time and that of the children that it has waited for.
    const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0)
    return { parentId: Number(fields[1]), ticks }
  } catch {
    // The process ended meanwhile, and its parent's counter includes its time.
    return undefined
  }
}
