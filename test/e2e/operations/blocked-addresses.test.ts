import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readVectors } from '../../support/render/egress-render.ts'
import {
  type OperationsFixture,
  renderOperations,
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
  ['a loopback address by https', 'https://127.0.0.1:{port}/'],
  ['a loopback address of IPv6', 'http://[::1]:{port}/'],
  ['an IPv4 address in one of IPv6', 'http://[::ffff:127.0.0.1]:{port}/'],
  ['a loopback address as one number', 'http://2130706433:{port}/'],
  ['the address of no host', 'http://0.0.0.0:{port}/'],
  ['localhost', 'http://localhost:{port}/'],
  ['a name of the inside', 'http://inside.test:{port}/'],
  ['a name of the inside by https', 'https://inside.test:{port}/'],
  ["the cloud's metadata", 'http://169.254.169.254/latest/meta-data/'],
  ["the cloud's metadata by https", 'https://169.254.169.254/'],
  ['a private network', 'http://10.0.0.1/'],
  ['a redirect to the inside', '/redirect'],
  ['a redirect that keeps the method', '/redirect-post'],
  ['a redirect to a redirect to the inside', '/redirect-twice'],
  ['a redirect to a name of the inside', '/redirect-name'],
  ["a redirect to the cloud's metadata", '/redirect-metadata'],
  ['a redirect to a file', '/redirect-file'],
  ['a redirect to the browser itself', '/redirect-chrome'],
  ['a script that goes inside', '/location'],
  ['a form that is sent inside', '/form'],
]

const noWebAddresses = [
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

  const withPort = (address: string) => address.replace('{port}', String(canary.port))

  test.each(blockedAddresses)('%s is refused', async (_name, address) => {
    await expect(render({ url: withPort(address) })).rejects.toMatchObject({ code: 'address_blocked' })
  })

  test.each(noWebAddresses)('%s is no address of a page', async (address) => {
    await expect(render({ url: withPort(address) })).rejects.toMatchObject({ code: 'invalid_parameter' })
  })

  test.each(['127.0.0.1', 'inside.test'])('a proxy at %s is not connected to', async (host) => {
    const request = { url: 'http://site.test/', proxy: `http://${host}:${canary.port}` }
    await expect(render(request)).rejects.toMatchObject({ code: 'address_blocked' })
  })

  const takesHtml = 'html' in operation.input.shape

  test.each(['a page', ...(takesHtml ? ['an html document'] : [])])(
    '%s reaches no blocked address by any subresource, request or frame',
    async (kind) => {
      const { html } = readVectors(canary.port)
      await render({ delay: 1, ...(kind === 'a page' ? { url: '/vectors' } : { html }) })
      // Otherwise nothing was tried.
      expect(asked.size).toBeGreaterThan(20)
    },
  )

  test('the scripts and styles of the caller reach no blocked address', async () => {
    const scripts = `fetch('http://scripts.test:${canary.port}/', { mode: 'no-cors' }).catch(() => {})`
    const styles = `body { background: url('http://styles.test:${canary.port}/') }`
    await render({ url: '/plain', scripts, styles, delay: 1 })
    expect([...asked].sort()).toEqual(['scripts.test', 'styles.test'])
  })
})
