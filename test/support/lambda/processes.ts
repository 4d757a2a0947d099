import { readdirSync, readFileSync } from 'node:fs'
import { expect, vi } from 'vitest'
import { descendantsOf } from '../../../local/lambda/process-tree.ts'

/** The state of a process as the kernel calls it; T is stopped, Z is a zombie. */
const stateOf = (pid = 0) => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0]

/** Waits until the environment is stopped. An event that arrived earlier would start a second one. */
export const untilStopped = ([pid]: readonly number[]) =>
  vi.waitFor(() => expect(stateOf(pid)).toBe('T'), { timeout: 10_000, interval: 5 })

/** Counts what the function's processes leave behind. */
export const countLeft = ([processId = 0]: readonly number[]) => {
  const members = [processId, ...descendantsOf(processId)]
  const isNode = (pid: number) =>
    readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--max-old-space-size=')
  const node = members.filter(isNode).at(-1) ?? 0
  return {
    zombies: members.filter((pid) => stateOf(pid) === 'Z').length,
    descriptors: readdirSync(`/proc/${node}/fd`).length,
  }
}
