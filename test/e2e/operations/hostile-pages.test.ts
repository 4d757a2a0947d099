import { describe, expect, test } from 'vitest'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { renderOperations, runnerOf, startOperationsFixture } from '../../support/render/operations.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { hostileRoutes, misbehavingPages, refusedAddresses } from '../../support/sites/hostile-site.ts'
import { startTlsSite } from '../../support/sites/tls-site.ts'

/** For pages that never load. The limits around it are shorter in these tests. */
const shortTimeout = 1
const longTimeout = 10

const fixture = await startOperationsFixture(hostileRoutes)

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
  expect(await outcomeOf(operations.screenshot, await startTlsSite(), longTimeout)).toBe('tls_error')
})

// In every operation, `blocked-addresses.test.ts` has a page that cannot be loaded.
test.each(refusedAddresses)(
  'a URL that returns no page is rejected with 400: %s',
  async (_name, url, expected) => {
    const timeout = expected === 'page_timeout' ? shortTimeout : longTimeout
    expect(await outcomeOf(operations.screenshot, url, timeout)).toBe(expected)
  },
)

const assertNextSucceeds = async (operation: Operation) => {
  const artifact = await fixture.render(operation, { url: '/fine' })
  expect(operation.produces).toContain(artifact.contentType)
  await runnerOf(operation).assertFine(artifact)
}

describe.each(renderOperations)('$id', (operation) => {
  test.each(misbehavingPages.filter(([, , , ids]) => ids.includes(operation.id)))(
    'a page that misbehaves ends, and the next render succeeds: %s',
    async (_name, url, expected) => {
      const outcome = await outcomeOf(operation, url, expected === 'result' ? longTimeout : shortTimeout)
      if (expected !== undefined) expect(outcome).toBe(expected)
      // A row whose result is expected shows that the render before it left a working browser.
      if (expected !== 'result') await assertNextSucceeds(operation)
    },
  )
})

test('a caller that disconnects ends the render', async () => {
  const controller = new AbortController()
  const context = { signal: controller.signal }
  const rendered = fixture.render(operations.screenshot, { url: '/never' }, context)
  await expect.poll(() => fixture.site.requests.at(-1)?.path).toBe('/never')
  controller.abort(new Error('gone'))
  await expect(rendered).rejects.toThrow('gone')
  await assertNextSucceeds(operations.screenshot)
})
