import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dashboardHeaders, siteHeaders } from '../../../infra/headers.ts'
import { createSite } from '../../../local/site.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(fetch(`${url}/broken.css`)).rejects.toThrow('fetch failed')
  const index = await fetch(`${url}/index.html`)
  expect(await index.text()).toBe('<h1>Here</h1>')
  expect(Object.fromEntries(index.headers)).toMatchObject({ ...siteHeaders, 'cache-control': 'no-cache' })
  const asset = await fetch(`${url}/dashboard/assets/index-4f2a9c1d.js`)
  expect(Object.fromEntries(asset.headers)).toMatchObject({
    ...dashboardHeaders,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  })
  server.closeAllConnections()
  server.close()
  expect(failures).toMatchObject([{ code: 'EIO' }])
})
