import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
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

const script = (code: string) => page(`<!doctype html>x<script>${code}</script>`)

const canary = await startCanary()
const inside = `http://127.0.0.1:${canary.port}/`
const fixture = await startOperationsFixture(
  {
    '/redirect': redirect(302, inside),
    '/redirect-post': redirect(307, inside),
    '/redirect-twice': redirect(301, '/redirect-name'),
    '/redirect-name': redirect(302, `http://inside.test:${canary.port}/`),
    '/redirect-file': redirect(302, 'file:///etc/passwd'),
    '/redirect-chrome': redirect(302, 'chrome://version/'),
    '/location': script(`location = '${inside}'`),
    '/form': script(
      `document.write('<form method=post action="${inside}"></form>'); document.forms[0].submit()`,
    ),
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

afterAll(() => canary[Symbol.asyncDispose]())

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
  ['a loopback address', 'http://127.0.0.1:{port}/'],
  ['a loopback address over HTTPS', 'https://127.0.0.1:{port}/'],
  ['an IPv4 address mapped to IPv6', 'http://[::ffff:127.0.0.1]:{port}/'],
  ['an internal name over HTTPS', 'https://inside.test:{port}/'],
  ['a redirect that keeps the method', '/redirect-post'],
  ['two redirects to an internal name', '/redirect-twice'],
  ['a redirect to a file', '/redirect-file'],
  ['a redirect to a page of the browser', '/redirect-chrome'],
  ['a script that navigates to an internal address', '/location'],
  ['a form that is submitted to an internal address', '/form'],
]

describe.each(renderOperations)('$id', (operation) => {
  const render = (request: Record<string, unknown>) => fixture.render(operation, { timeout: 5, ...request })

  test.each(rowsFor(operation, blockedAddresses))('refuses %s', async (_name, url) => {
    const refused = render({ url: url.replace('{port}', String(canary.port)) })
    await expect(refused).rejects.toMatchObject({ code: 'address_blocked' })
  })

  test('rejects the URL of a file, and does not connect to a proxy at a blocked address', async () => {
    const file = render({ url: 'file:///etc/passwd' })
    await expect(file).rejects.toMatchObject({ code: 'invalid_parameter' })
    const proxied = render({ url: 'http://site.test/', proxy: `http://inside.test:${canary.port}` })
    await expect(proxied).rejects.toMatchObject({ code: 'address_blocked' })
  })

  test('reaches no blocked address through a subresource, request or frame of a page', async () => {
    await render({ url: '/vectors', delay: 1 })
    // Otherwise nothing was tried.
    expect(asked.size).toBeGreaterThan(20)
  })
})

test('`scripts` and `styles` reach no blocked address', async () => {
  const scripts = `fetch('http://scripts.test:${canary.port}/', { mode: 'no-cors' }).catch(() => {})`
  const styles = `body { background: url('http://styles.test:${canary.port}/') }`
  await fixture.render(operations.screenshot, { url: '/plain', timeout: 5, delay: 0.5, scripts, styles })
  expect([...asked].sort()).toEqual(['scripts.test', 'styles.test'])
})
