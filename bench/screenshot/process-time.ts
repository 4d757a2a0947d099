import { readdirSync, readFileSync } from 'node:fs'

/** `getconf CLK_TCK`: 100 on every Linux that Node runs on. */
const tickMs = 10

/**
 * CPU time in ms, user and system, that this process and everything below it took so far. A browser that is killed takes the
 * time of its ended children with it, so that the difference to an earlier answer can be too small.
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
    // The name is in parentheses and may itself contain spaces and parentheses.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    // Its own and that of the children that it has seen end.
    const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0)
    return { parentId: Number(fields[1]), ticks }
  } catch {
    // It ended meanwhile; its parent has its time now.
    return undefined
  }
}
