import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { siteHeaders } from '../../infra/headers.ts'
import { codeOf, type EdgeRequest, type EdgeResponse, request, run, stack } from './edge-run.ts'

test.each([
  ['/', '/index.html'],
  ['/favicon.svg', '/favicon.svg'],
  ['/docs/operate/runbook', '/docs/operate/runbook.html'],
  ['/docs/decisions/', '/docs/decisions/index.html'],
  ['/docs/', '/docs/index.html'],
  ['/docs/index.html', '/docs/index.html'],
  ['/docs/openapi.json', '/docs/openapi.json'],
  ['/docs/guides/pdf.md', '/docs/guides/pdf.md'],
  ['/docs/reference/index.md', '/docs/reference/index.md'],
  ['/docs/reference/', '/docs/reference/index.html'],
  ['/llms.txt', '/llms.txt'],
])('the site’s %s is the file %s', (uri, file) => {
  expect((run('site-index', request(uri)) as EdgeRequest).uri).toBe(file)
})

test.each([
  ['/dashboard', '/dashboard/index.html'],
  ['/dashboard/', '/dashboard/index.html'],
  ['/dashboard/requests', '/dashboard/index.html'],
  ['/dashboard/requests/0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3', '/dashboard/index.html'],
  ['/dashboard/favicon.svg', '/dashboard/favicon.svg'],
])('the dashboard’s %s is the file %s', (uri, file) => {
  expect((run('site-index', request(uri)) as EdgeRequest).uri).toBe(file)
})

test('every file of the site passes, and names of assets do not fill the function', () => {
  const files = stack.all('s3/bucketObjectv2').filter(({ name }) => name.startsWith('SiteFile-'))
  const known = runInContext(`${codeOf('site-index')}; siteFiles`, createContext()) as string[]
  for (const { inputs } of files) {
    const uri = `/${inputs['key']}`
    expect(run('site-index', request(uri))).toMatchObject({ uri })
    if (uri.includes('/assets/')) expect(known).not.toContain(uri)
  }
})

test('a hundred more pages fit into the function', () => {
  const pages = Array.from(
    { length: 100 },
    (_, index) => ` another-page-${String(index).padStart(3, '0')}`,
  ).join('')
  expect(Buffer.byteLength(codeOf('site-index') + pages)).toBeLessThan(10 * 1024)
})

test('an asset of the previous release passes, because pages refer to it until the deployment ends', () => {
  const uri = '/assets/chunks/@localSearchIndexroot.BUMxsy8r.js'
  expect(run('site-index', request(uri))).toMatchObject({ uri })
})

test.each([
  '/wp-login.php',
  '/docs/operate/gone/',
  '//docs/operate/runbook/',
  '/assetsx',
  '/assets/',
  '/assets/jquery.min.js',
  '/assets/x-BUMxsy8r.php',
  '/assets/uploads/x-BUMxsy8r.js',
  '/assets/../x-BUMxsy8r.js',
  '/dashboard/assets/.env',
  '/dashboard/assets/config.json',
  '/dashboard/gone.js',
  '/dashboardx',
  '/dashboard/../x',
  '/docs/../x',
  '/docs/openapi.json/',
  '/docs/guides/gone.md',
  '/CONTRIBUTING.md',
  '/v1',
])('%s returns 404 and reaches no origin', (uri) => {
  const response = run('site-index', request(uri)) as EdgeResponse
  expect(response).toMatchObject({
    statusCode: 404,
    headers: {
      'content-type': { value: 'application/json' },
      'x-service-error': { value: 'not_found' },
      'x-service-request-id': { value: 'edge-request' },
    },
  })
  expect(JSON.parse(response.body)).toMatchObject({
    statusCode: 404,
    message: expect.stringContaining('/docs'),
  })
})

test.each([
  ['/docs/operate/runbook/', '/docs/operate/runbook'],
  ['/docs', '/docs/'],
  ['/docs/decisions', '/docs/decisions/'],
  ['/docs/reference', '/docs/reference/'],
])('%s is redirected to %s, to which its relative links belong', (uri, location) => {
  const response = run('site-index', request(uri))
  expect(response).toMatchObject({ statusCode: 301, headers: { location: { value: location } } })
})

test.each([
  ['render.example', 'https://render.example'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('crawlers of %s learn the URL of every page', (host, origin) => {
  const ask = (uri: string) =>
    run('site-index', request(uri, undefined, { host: { value: host } })) as EdgeResponse
  expect(ask('/robots.txt').body).toContain(`Sitemap: ${origin}/sitemap.xml\n`)
  const { statusCode, headers, body } = ask('/sitemap.xml')
  expect(statusCode).toBe(200)
  expect(headers['content-type']?.value).toBe('application/xml; charset=utf-8')
  for (const path of ['/', '/docs/', '/docs/guides/pdf', '/docs/reference/'])
    expect(body).toContain(`<loc>${origin}${path}</loc>`)
  expect(body).not.toMatch(/\/dashboard\/|404|\.html|\.md/)
})

test.each(['', 'a"><x', 'a b'])('a host that is none, %j, appears in no file', (host) => {
  const response = run('site-index', request('/sitemap.xml', undefined, { host: { value: host } }))
  expect(response).toMatchObject({ statusCode: 404 })
})

test('an unknown path is the page 404.html for a browser, with the headers of the site', () => {
  const browser = { accept: { value: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
  const response = run('site-index', request('/docs/guides/gone', undefined, browser)) as EdgeResponse
  expect(response).toMatchObject({
    statusCode: 404,
    headers: {
      'content-type': { value: 'text/html; charset=utf-8' },
      'cache-control': { value: 'no-store' },
      'content-security-policy': { value: siteHeaders['content-security-policy'] },
    },
  })
  expect(response.body).toBe(readFileSync(join('generated', 'site', '404.html'), 'utf8'))
})
