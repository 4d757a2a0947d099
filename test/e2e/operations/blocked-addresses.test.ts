import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { operations } from '../../../lib/schema/operations.ts'
import { readVectors } from '../../support/render/egress-render.ts'
import { renderOperations, rowsFor, startOperationsFixture } from '../../support/render/operations.ts'
import { startCanary } from '../../support/sites/canary.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'

const asked = new Set<string>()

const redirect =
  (status: number, target: string): Route =>
  (_request, response) =>
    void response.writeHead(status, { location: target }).end()

const canary = await startCanary()
const inside = `http://127.0.0.1:${canary.port}/`
const fixture = await startOperationsFixture(
  {
    '/redirect': redirect(302, inside),
    '/redirect-file': redirect(302, 'file:///etc/passwd'),
    '/redirect-chrome': redirect(302, 'chrome://version/'),
    '/location': page(`<!doctype html>x<script>location = '${inside}'</script>`),
    '/plain': page('<!doctype html>x'),
    '/vectors': page(readVectors(canary.port).html),
  },
  {
    // The canary is the same machine, at another port.
    egressAllow: (port) => `127.0.0.1:${port}`,
    resolve: async (name) => {
      asked.add(name)
      return ['127.0.0.1']
    },
  },
)

let seenBefore: number[]
const seen = () => [canary.connections(), canary.datagrams()]

beforeEach(() => {
  asked.clear()
  seenBefore = seen()
})

afterEach(() => expect(seen()).toEqual(seenBefore))

/** The first row runs in every operation. Address by address, `address-policy.test.ts` and `egress/targets.test.ts` hold the matrix. */
const blockedAddresses: readonly (readonly [string, string])[] = [
  ['a redirect to an internal address', '/redirect'],
  ['an internal name over HTTPS', `https://inside.test:${canary.port}/`],
  ['a redirect to a file', '/redirect-file'],
  ['a redirect to a page of the browser', '/redirect-chrome'],
  ['a script that navigates to an internal address', '/location'],
]

describe.each(renderOperations)('$id', (operation) => {
  test.each(rowsFor(operation, blockedAddresses))('refuses %s', async (_name, url) => {
    const refused = fixture.render(operation, { url, timeout: 5 })
    await expect(refused).rejects.toMatchObject({ code: 'address_blocked' })
  })
})

test('the URL of a file is rejected, and a proxy at a blocked address is not reached', async () => {
  const file = fixture.render(operations.screenshot, { url: 'file:///etc/passwd' })
  await expect(file).rejects.toMatchObject({ code: 'invalid_parameter' })
  const proxy = `http://inside.test:${canary.port}`
  const proxied = fixture.render(operations.screenshot, { url: 'http://site.test/', proxy })
  await expect(proxied).rejects.toMatchObject({ code: 'address_blocked' })
})

// `egress/vectors.test.ts` has the single vectors.
test('a screencast reaches no blocked address through a subresource, request or frame of its page', async () => {
  await fixture.render(operations.screencast, { url: '/vectors', timeout: 5, delay: 1 })
  // Otherwise nothing was tried.
  expect(asked.size).toBeGreaterThan(20)
})

test('`scripts` and `styles` reach no blocked address', async () => {
  const scripts = `fetch('http://scripts.test:${canary.port}/', { mode: 'no-cors' }).catch(() => {})`
  const styles = `body { background: url('http://styles.test:${canary.port}/') }`
  await fixture.render(operations.screenshot, { url: '/plain', timeout: 5, delay: 0.5, scripts, styles })
  expect([...asked].sort()).toEqual(['scripts.test', 'styles.test'])
})
