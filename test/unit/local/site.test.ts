import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { dashboardHeaders, siteHeaders } from '../../../infra/headers.ts'
import { clientAddressHeader } from '../../../lib/core/network/client-address.ts'
import { createEdge } from '../../../local/edge.ts'
import { createSite } from '../../../local/site.ts'
import { listen } from '../../support/listen.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

let folder: string

beforeEach(() => {
  folder = temporaryFolder()
})

const page = `<h1>${'A long page. '.repeat(200)}</h1>`

/** Returns the body after this encoding, and the encoding. `fetch` chooses what it accepts. */
const get = async (url: string, accepted = '') => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(url, { headers: { 'accept-encoding': accepted } }, resolve)
    .on('error', reject)
    .end()
  const response = await promise
  const body = Buffer.concat(await response.toArray())
  const encoding = response.headers['content-encoding']
  if (encoding !== undefined) expect(body.length).toBeLessThan(page.length / 5)
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
  const decode = encoding === undefined ? (bytes: Buffer) => bytes : decoders[encoding as 'br' | 'gzip']
  return { encoding, text: decode(body).toString() }
}

test('each file has the headers of its part; one that cannot be read ends one connection and not the service', async () => {
  await writeFile(join(folder, 'index.html'), '<h1>Here</h1>')
  await mkdir(join(folder, 'dashboard', 'assets'), { recursive: true })
  await writeFile(join(folder, 'dashboard', 'assets', 'index-4f2a9c1d.js'), 'run()')
  // A regular file whose first byte no user can read.
  await symlink('/proc/self/mem', join(folder, 'broken.css'))
  const site = createSite(folder)
  const failures: unknown[] = []
  const server = createServer((request, response) => {
    site(request, response).catch((error: unknown) => {
      failures.push(error)
      response.destroy()
    })
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  await expect(fetch(`${url}/broken.css`)).rejects.toThrow('fetch failed')
  const index = await fetch(`${url}/index.html`)
  expect(await index.text()).toBe('<h1>Here</h1>')
  expect(Object.fromEntries(index.headers)).toMatchObject({ ...siteHeaders, 'cache-control': 'no-cache' })
  await writeFile(join(folder, 'page.html'), page)
  await writeFile(join(folder, 'image.png'), page)
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['identity', undefined],
    ['GZIP', 'gzip'],
  ]) {
    for (const name of ['page.html', 'image.png'])
      expect(await get(`${url}/${name}`, accepted)).toEqual({
        encoding: name === 'page.html' ? encoding : undefined,
        text: page,
      })
  }
  expect(await get(`${url}/index.html`, 'gzip')).toEqual({ encoding: undefined, text: '<h1>Here</h1>' })
  const asset = await fetch(`${url}/dashboard/assets/index-4f2a9c1d.js`)
  expect(Object.fromEntries(asset.headers)).toMatchObject({
    ...dashboardHeaders,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect(failures).toMatchObject([{ code: 'EIO' }])
})

test('until the documentation is built, its pages say so and reload, and the dashboard is there', async () => {
  await mkdir(join(folder, 'dashboard'))
  await writeFile(join(folder, 'dashboard', 'index.html'), 'the dashboard')
  const edge = createEdge(folder, { results: async () => false, clientAddress: () => '127.0.0.1' })
  // The end of the test disconnects what the server has not seen end yet.
  const respond = (incoming: IncomingMessage, response: ServerResponse) =>
    void edge(incoming, response).catch(() => response.destroy())
  const port = await listen(createServer(respond))
  const open = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, text: await response.text() }
  }
  const beingBuilt = { status: 503, text: expect.stringMatching(/http-equiv="refresh"[\s\S]*being built/) }
  expect(await open('/')).toEqual(beingBuilt)
  expect(await open('/docs/guides/pdf')).toEqual(beingBuilt)
  expect(await open('/dashboard/tasks')).toEqual({ status: 200, text: 'the dashboard' })

  await writeFile(join(folder, 'index.html'), 'the landing page')
  await writeFile(join(folder, '404.html'), 'nothing here')
  expect(await open('/')).toEqual({ status: 200, text: 'the landing page' })
  expect((await open('/docs/guides/pdf')).status).toBe(404)
})

test('a client cannot forge a header of the edge by repeating it, and repetitions of other headers stay', async () => {
  const edge = createEdge(folder, { results: async () => false, clientAddress: () => '127.0.0.1' })
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  const server = createServer((incoming, response) => {
    edge(incoming, response)
      .then(() => resolve(incoming.rawHeaders))
      .catch(reject)
      .finally(() => response.end())
  })
  const headers = { [clientAddressHeader]: ['203.0.113.9', '127.0.0.1'], 'X-Other': ['1', '2'] }
  request({ port: await listen(server), host: '127.0.0.1', path: '/v1/try', headers })
    .on('error', reject)
    .end()
  const received = await promise
  const valuesOf = (name: string) => received.filter((_, index) => received[index - 1] === name)
  expect(valuesOf(clientAddressHeader)).toEqual(['127.0.0.1'])
  expect(valuesOf('X-Other')).toEqual(['1', '2'])
})
