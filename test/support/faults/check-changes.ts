import { expect } from 'vitest'
import type { RequestRecord } from '../../../lib/core/requests/request-record.ts'
import type { RunChange } from '../../../lib/core/watch/run-change.ts'
import { type Caller, hashOfFile } from './workload.ts'

type Run = RequestRecord & { change: RunChange }

/** Records are read from the table, where the change is JSON text. */
const toRun = (record: RequestRecord): Run => ({
  ...record,
  change: typeof record.change === 'string' ? JSON.parse(record.change) : record.change,
})

/**
 * Checks the runs of a task that watches a page which always changes: every run that is done has one change with its files, and was compared
 * with an earlier run, and the latest is the baseline.
 * @returns the number of changes
 */
export const checkChanges = async (
  { baseUrl, accessKey }: Caller,
  taskId: number,
  records: readonly RequestRecord[],
): Promise<number> => {
  const done = records
    .filter(({ status }) => status === 'done')
    .map(toRun)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const runs = new Map(done.map((run) => [run.id, run]))
  for (const { id, result, change } of done) {
    expect(change, id).toBeDefined()
    expect(await hashOfFile(`${baseUrl}/cache/${result?.name}`), id).toBe(result?.sha256)
    if (!change.before) continue
    expect(runs.has(change.before.requestId), `the run before ${id}`).toBe(true)
    expect(change.changed, id).toBe(true)
    const { name, sha256 } = change.difference ?? {}
    expect(await hashOfFile(`${baseUrl}/cache/${name}`), id).toBe(sha256)
  }
  const response = await fetch(`${baseUrl}/v1/tasks/${taskId}`, { headers: { 'x-access-key': accessKey } })
  const { baseline } = (await response.json()) as { baseline: { id: string; file: string } | null }
  expect(baseline?.id).toBe(done.at(-1)?.id)
  if (baseline) expect(await hashOfFile(baseline.file)).toBe(done.at(-1)?.result?.sha256)
  return done.filter(({ change }) => change.changed).length
}
