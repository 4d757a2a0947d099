import { setTimeout as wait } from 'node:timers/promises'
import type { RequestRecord } from '../../../lib/core/requests/request-record.ts'
import type { Caller } from './workload.ts'

const send = async (
  { baseUrl, accessKey }: Caller,
  method: string,
  path: string,
  body?: Record<string, unknown>,
) => {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { 'x-access-key': accessKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { id: number; runs: number }
}

/** A task of every minute, whose runs happen while everything else does. It watches a page that always changes. */
export const createMinuteTask = async (caller: Caller, pagesUrl: string) => {
  const { id } = await send(caller, 'POST', '/v1/tasks', {
    name: 'Every minute',
    api: 'screenshot',
    query: new URLSearchParams({
      url: `${pagesUrl}/changing`,
      viewport_width: '200',
      viewport_height: '100',
      format: 'png',
      block_annoyance: 'none',
    }).toString(),
    frequency: 'every_minute',
    watch: { mode: 'visual' },
  })
  return {
    id,
    /**
     * Stops it, and waits until what it has begun is over.
     * @returns its `runs` and the records of its runs
     */
    async stop(readRecords: () => Promise<Map<string, RequestRecord>>, signal: AbortSignal) {
      await send(caller, 'PATCH', `/v1/tasks/${id}`, { enabled: false })
      for (;;) {
        const { runs } = await send(caller, 'GET', `/v1/tasks/${id}`)
        const records = [...(await readRecords()).values()].filter(({ taskId }) => taskId === id)
        const isOver = records.length === runs && records.every(({ status }) => status !== 'queued')
        if (isOver || signal.aborted) return { runs, records }
        await wait(500)
      }
    },
  }
}
