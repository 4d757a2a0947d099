import { readdirSync, readFileSync } from 'node:fs'

/** `getconf CLK_TCK`: 100 on every Linux that Node supports. */
const ticksPerSecond = 100

interface Times {
  parentId: number
  ticks: number
}

/** Returns the CPU seconds that this process and its descendants, including Chromium, have used so far. */
export const readCpuSeconds = (): number => {
  const processes = new Map<number, Times>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const times = readTimes(name)
    if (times) processes.set(Number(name), times)
  }
  const isOurs = (id: number): boolean =>
    id === process.pid || (id > 1 && isOurs(processes.get(id)?.parentId ?? 0))
  let ticks = 0
  for (const [id, times] of processes) if (isOurs(id)) ticks += times.ticks
  return ticks / ticksPerSecond
}

const readTimes = (id: string): Times | undefined => {
  try {
    const line = readFileSync(`/proc/${id}/stat`, 'latin1')
    // The name before the fields may contain spaces and parentheses.
    const [, parentId, ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    // utime, stime, and those of children that have ended
    return {
      parentId: Number(parentId),
      ticks: fields.slice(9, 13).reduce((sum, text) => sum + Number(text), 0),
    }
  } catch {
    // The process ended meanwhile, and its parent's counter includes its time.
    return undefined
  }
}
