import { readFileSync } from 'node:fs'
import { descendantsOf } from '../../../local/lambda/process-tree.ts'

const commandOf = (processId: number): string => {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').split('\0')[0] ?? ''
  } catch {
    // It ended between the listing and the reading.
    return ''
  }
}

/** The process ids of every Chromium that a process started, directly or not. */
export const browsersOf = (processId: number): number[] =>
  descendantsOf(processId).filter((id) => /chrom/i.test(commandOf(id).split('/').at(-1) ?? ''))
