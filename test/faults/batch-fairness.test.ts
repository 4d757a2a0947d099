import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { BatchView } from '../../lib/schema/batches.ts'
import type { NewAccount } from '../../lib/store/accounts.ts'
import { isLong, printFigures, serviceSettings } from '../support/faults/bounds.ts'
import { startPages } from '../support/faults/workload.ts'
import { startTestService } from '../support/service/service.ts'

const rendersEach = 10

/** A batch cannot end while so many renders of others are measured. */
const batchLength = 1_000

const settings = {
  ...serviceSettings,
  PLANS: JSON.stringify({ scale: { requestsPerMinute: 1_000_000, quota: 1_000_000 } }),
}

const small = { viewport_width: 320, viewport_height: 240, block_annoyance: 'none', format: 'png' }

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

const inSeconds = (ms: readonly number[]) =>
  `${(quantile(ms, 0.5) / 1000).toFixed(1)} (p95 ${(quantile(ms, 0.95) / 1000).toFixed(1)})`

test.runIf(isLong)('the renders of others go first beside a batch', { timeout: 20 * 60_000 }, async () => {
  const pages = await startPages()
  onTestFinished(() => pages.close())
  await using service = await startTestService(settings)
  const [owner, other] = await Promise.all([service.createAccount('scale'), service.createAccount('scale')])
  const call = async ({ accessKey }: NewAccount, path: string, body?: object) => {
    const response = await fetch(`${service.baseUrl}/v1/${path}`, {
      headers: { 'x-access-key': accessKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    expect(response.ok, `${path}: ${response.status}`).toBe(true)
    return response
  }
  let renders = 0
  const optionsOf = () => ({ ...small, url: `${pages.url}/plain?${renders++}` })
  const measure = async (render: () => Promise<unknown>) => {
    const times: number[] = []
    for (let count = 0; count < rendersEach; count++) {
      const startedMs = performance.now()
      await render()
      times.push(performance.now() - startedMs)
    }
    return times
  }
  const renderNow = async (account: NewAccount) =>
    (await call(account, 'screenshot', optionsOf())).arrayBuffer()
  const renderLater = async (account: NewAccount) => {
    const accepted = await call(account, 'screenshot', { ...optionsOf(), async: true })
    const { id } = (await accepted.json()) as { id: string }
    const read = async () =>
      ((await (await call(account, `requests/${id}`)).json()) as { status: string }).status
    while ((await read()) === 'queued') await wait(50)
  }
  const all = async () => ({
    'now, in s': inSeconds(await measure(() => renderNow(other))),
    'in the background': inSeconds(await measure(() => renderLater(other))),
    'of the owner, now': inSeconds(await measure(() => renderNow(owner))),
    'of the owner, in the background': inSeconds(await measure(() => renderLater(owner))),
  })
  await renderNow(other)
  await renderLater(other)
  printFigures('alone', await all())
  const created = await call(owner, 'batches', {
    operation: 'screenshot',
    options: small,
    requests: Array.from({ length: batchLength }, (_, index) => ({
      url: `${pages.url}/plain?batch-${index}`,
    })),
  })
  const { id } = (await created.json()) as { id: string }
  const readBatch = async () => (await (await call(owner, `batches/${id}`)).json()) as BatchView
  const startedMs = performance.now()
  const beside = await all()
  const { status, done } = await readBatch()
  const perSecond = (1000 * done) / (performance.now() - startedMs)
  printFigures('beside a batch', { ...beside, 'renders of the batch per second': perSecond.toFixed(1) })
  // All other renders overtook it.
  expect(status).toBe('running')
})
