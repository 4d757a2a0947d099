import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { renderOperations, runnerOf, startOperationsFixture } from '../../support/render/operations.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { hostileRoutes, misbehavingPages, refusedAddresses } from '../../support/sites/hostile-site.ts'

/** For pages that never load. The limits around it are shorter in these tests. */
const shortTimeout = 1
const longTimeout = 10

const fixtureFile = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/egress/${name}`, import.meta.url)))

const tls = createServer(
  { key: fixtureFile('proxy-key.pem'), cert: fixtureFile('proxy-certificate.pem') },
  (_request, response) => void response.end('x'),
)
await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
const fixture = await startOperationsFixture(hostileRoutes)
afterAll(() => new Promise((resolve) => tls.close(resolve)))

/** Returns the code of the error, or `result`. Fails if the error is one of the service. */
const outcomeOf = async (operation: Operation, url: string, timeout: number) => {
  using _limits = scaleLimits(timeout === shortTimeout ? 0.3 : 1, 'reserve')
  const outcome: unknown = await fixture.render(operation, { url, timeout }).then(
    () => 'result',
    (error) => (error.statusCode === 400 ? error.code : error),
  )
  expect(outcome).toEqual(expect.any(String))
  return outcome
}

test('a self-signed certificate is rejected with 400', async () => {
  const { port } = tls.address() as AddressInfo
  expect(await outcomeOf(operations.screenshot, `https://127.0.0.1:${port}/`, longTimeout)).toBe('tls_error')
})

// In every operation, `blocked-addresses.test.ts` has a page that cannot be loaded.
test.each(refusedAddresses)(
  'a URL that returns no page is rejected with 400: %s',
  async (_name, url, expected) => {
    const timeout = expected === 'page_timeout' ? shortTimeout : longTimeout
    expect(await outcomeOf(operations.screenshot, url, timeout)).toBe(expected)
  },
)

describe.each(renderOperations)('$id', (operation) => {
  const assertNextSucceeds = async () => {
    const artifact = await fixture.render(operation, { url: '/fine' })
    expect(operation.produces).toContain(artifact.contentType)
    await runnerOf(operation).assertFine(artifact)
  }

  test.each(misbehavingPages.filter(([, , , ids]) => ids.includes(operation.id)))(
    'a page that misbehaves ends, and the next render succeeds: %s',
    async (_name, url, expected) => {
      const outcome = await outcomeOf(operation, url, expected === 'result' ? longTimeout : shortTimeout)
      if (expected !== undefined) expect(outcome).toBe(expected)
      // A row whose result is expected shows that the render before it left a working browser.
      if (expected !== 'result') await assertNextSucceeds()
    },
  )

  test('a caller that disconnects ends the render', async () => {
    const controller = new AbortController()
    const rendered = fixture.render(operation, { url: '/never' }, { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('gone')), 300)
    await expect(rendered).rejects.toThrow('gone')
    await assertNextSucceeds()
  })
})
