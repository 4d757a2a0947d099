import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import {
  renderOperations,
  rowsFor,
  runnerOf,
  startOperationsFixture,
} from '../../support/render/operations.ts'
import { hostileRoutes, misbehavingPages, refusedAddresses } from '../../support/sites/hostile-site.ts'

/** For pages that never load. */
const shortTimeoutMs = 1_000
const longTimeoutMs = 10_000
const graceMs = 5_000
/** As if the render had begun earlier: the deadline of a page that never ends comes sooner. */
const alreadyMs = 3_000

const fixtureFile = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/egress/${name}`, import.meta.url)))

const tls = createServer(
  { key: fixtureFile('proxy-key.pem'), cert: fixtureFile('proxy-certificate.pem') },
  (_request, response) => void response.end('x'),
)
await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
const fixture = await startOperationsFixture(hostileRoutes)
// The bounds below are those of a render, not of the first start of the browser, which a busy machine makes slow.
await fixture.render(operations.screenshot, { url: '/fine', timeout: 30 })
afterAll(() => new Promise((resolve) => tls.close(resolve)))

/** Returns the code of the error, or `result`. Fails if the error is one of the service, or comes late. */
const outcomeOf = async (operation: Operation, url: string, timeoutMs: number) => {
  const startedMs = Date.now()
  const startMs = timeoutMs === shortTimeoutMs ? startedMs - alreadyMs : startedMs
  const outcome: unknown = await fixture
    .render(operation, { url, timeout: timeoutMs / 1000 }, { startMs })
    .then(
      () => 'result',
      (error) => (error.statusCode === 400 ? error.code : error),
    )
  expect(Date.now() - startedMs).toBeLessThan(timeoutMs + runnerOf(operation).durationMs + graceMs)
  expect(outcome).toEqual(expect.any(String))
  return outcome
}

test('a self-signed certificate is rejected with 400', async () => {
  const { port } = tls.address() as AddressInfo
  expect(await outcomeOf(operations.screenshot, `https://127.0.0.1:${port}/`, longTimeoutMs)).toBe(
    'tls_error',
  )
})

// In every operation, `blocked-addresses.test.ts` has a page that cannot be loaded.
test.each(refusedAddresses)(
  'a URL that returns no page is rejected with 400, in time: %s',
  async (_name, url, expected) => {
    const timeoutMs = expected === 'page_timeout' ? shortTimeoutMs : longTimeoutMs
    expect(await outcomeOf(operations.screenshot, url, timeoutMs)).toBe(expected)
  },
)

describe.each(renderOperations)('$id', (operation) => {
  const assertNextSucceeds = async () => {
    const artifact = await fixture.render(operation, { url: '/fine' })
    expect(operation.produces).toContain(artifact.contentType)
    await runnerOf(operation).assertFine(artifact)
  }

  test.each(rowsFor(operation, misbehavingPages))(
    'a page that misbehaves ends in time, and the next render succeeds: %s',
    async (_name, url, expected) => {
      const outcome = await outcomeOf(operation, url, expected === 'result' ? longTimeoutMs : shortTimeoutMs)
      if (expected !== undefined) expect(outcome).toBe(expected)
      // A row whose result is expected shows that the render before it left a working browser.
      if (expected !== 'result') await assertNextSucceeds()
    },
  )

  test('a caller that disconnects ends the render', async () => {
    const controller = new AbortController()
    const startedMs = Date.now()
    const rendered = fixture.render(operation, { url: '/never' }, { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('gone')), 300)
    await expect(rendered).rejects.toThrow('gone')
    // Without the signal it would take the default timeout of 30 s.
    expect(Date.now() - startedMs).toBeLessThan(10_000)
    await assertNextSucceeds()
  })
})
