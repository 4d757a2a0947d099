import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operations } from '../../../lib/schema/operations.ts'
import { readVectors } from '../../support/render/egress-render.ts'
import {
  type OperationsFixture,
  renderOperations,
  rowsFor,
  startOperationsFixture,
} from '../../support/service/operations.ts'
import { type Canary, startCanary } from '../../support/sites/canary.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'

let fixture: OperationsFixture
let canary: Canary
const asked = new Set<string>()

const redirect =
  (status: number, target: string): Route =>
  (_request, response) =>
    void response.writeHead(status, { location: target }).end()

const script = (code: string) => page(`<!doctype html>x<script>${code}</script>`)

beforeAll(async () => {
  canary = await startCanary()
  const inside = `http://127.0.0.1:${canary.port}/`
  fixture = await startOperationsFixture(
    {
      '/redirect': redirect(302, inside),
      '/redirect-post': redirect(307, inside),
      '/redirect-twice': redirect(301, '/redirect'),
      '/redirect-name': redirect(302, `http://inside.test:${canary.port}/`),
      '/redirect-metadata': redirect(302, 'http://169.254.169.254/latest/meta-data/'),
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
})

afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await canary[Symbol.asyncDispose]()
})

let seenBefore: number[]
const seen = () => [canary.connections(), canary.datagrams()]

beforeEach(() => {
  asked.clear()
  seenBefore = seen()
})

afterEach(() => expect(seen()).toEqual(seenBefore))

const blockedAddresses: readonly (readonly [string, string])[] = [
  ['a loopback address', 'http://127.0.0.1:{port}/'],
  ['a loopback address over HTTPS', 'https://127.0.0.1:{port}/'],
  ['the IPv6 loopback address', 'http://[::1]:{port}/'],
  ['an IPv4 address mapped to IPv6', 'http://[::ffff:127.0.0.1]:{port}/'],
  ['a loopback address as one integer', 'http://2130706433:{port}/'],
  ['the unspecified address', 'http://0.0.0.0:{port}/'],
  ['localhost', 'http://localhost:{port}/'],
  ['an internal name', 'http://inside.test:{port}/'],
  ['an internal name over HTTPS', 'https://inside.test:{port}/'],
  ['the metadata service of the cloud', 'http://169.254.169.254/latest/meta-data/'],
  ['the metadata service over HTTPS', 'https://169.254.169.254/'],
  ['a private network', 'http://10.0.0.1/'],
  ['a redirect to an internal address', '/redirect'],
  ['a redirect that keeps the method', '/redirect-post'],
  ['two redirects to an internal address', '/redirect-twice'],
  ['a redirect to an internal name', '/redirect-name'],
  ['a redirect to the metadata service', '/redirect-metadata'],
  ['a redirect to a file', '/redirect-file'],
  ['a redirect to a page of the browser', '/redirect-chrome'],
  ['a script that navigates to an internal address', '/location'],
  ['a form that is submitted to an internal address', '/form'],
]

const notWebUrls = [
  'file:///etc/passwd',
  'FILE:/etc/passwd',
  'view-source:file:///etc/passwd',
  'view-source:http://127.0.0.1:{port}/',
  'chrome://version/',
  'data:text/html,x',
  'javascript:document.write(1)',
  'blob:http://127.0.0.1:{port}/x',
  'ftp://127.0.0.1:{port}/',
  'ws://127.0.0.1:{port}/',
]

describe.each(renderOperations)('$id', (operation) => {
  const render = (request: Record<string, unknown>) => fixture.render(operation, { timeout: 5, ...request })

  const withPort = (url: string) => url.replace('{port}', String(canary.port))

  test.each(rowsFor(operation, blockedAddresses))('refuses %s', async (_name, url) => {
    await expect(render({ url: withPort(url) })).rejects.toMatchObject({ code: 'address_blocked' })
  })

  test.each(rowsFor(operation, notWebUrls))('rejects the URL %s', async (url) => {
    await expect(render({ url: withPort(url) })).rejects.toMatchObject({ code: 'invalid_parameter' })
  })

  test.each(rowsFor(operation, ['127.0.0.1', 'inside.test']))(
    'does not connect to a proxy at %s',
    async (host) => {
      const request = { url: 'http://site.test/', proxy: `http://${host}:${canary.port}` }
      await expect(render(request)).rejects.toMatchObject({ code: 'address_blocked' })
    },
  )

  test('reaches no blocked address through a subresource, request or frame of a page', async () => {
    await render({ url: '/vectors', delay: 1 })
    // Otherwise nothing was tried.
    expect(asked.size).toBeGreaterThan(20)
  })
})

describe('reaches no blocked address through', () => {
  const screenshot = (request: Record<string, unknown>) =>
    fixture.render(operations.screenshot, { timeout: 5, delay: 1, ...request })

  test('a subresource, request or frame of `html`', async () => {
    await screenshot({ html: readVectors(canary.port).html })
    expect(asked.size).toBeGreaterThan(20)
  })

  test('`scripts` and `styles`', async () => {
    const scripts = `fetch('http://scripts.test:${canary.port}/', { mode: 'no-cors' }).catch(() => {})`
    const styles = `body { background: url('http://styles.test:${canary.port}/') }`
    await screenshot({ url: '/plain', scripts, styles })
    expect([...asked].sort()).toEqual(['scripts.test', 'styles.test'])
  })
})
