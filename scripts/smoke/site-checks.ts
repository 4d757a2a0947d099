import { type Check, call, expectThat, type Target } from './client.ts'

/** Returns what a page loads: its scripts and style sheets. */
const partsOf = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(
    ([, path = '']) => path,
  )

const readPage = async (target: Target, path: string): Promise<string> => {
  const response = await call(target, path)
  const policy = response.headers.get('content-security-policy') ?? ''
  const scripts = /script-src [^;]+/.exec(policy)?.[0]
  expectThat(scripts?.includes('unsafe-inline') === false, `${path} may run inline scripts`)
  expectThat(response.headers.get('cache-control') === 'no-cache', `${path} is cached`)
  return response.text()
}

/** The dashboard and the documentation, as a browser loads them. */
export const siteChecks: Check[] = [
  {
    name: 'the pages of the site load their scripts and styles',
    async run(target) {
      const pages = ['/', '/docs/', '/docs/reference/errors', '/dashboard/', '/dashboard/requests/any']
      const html = await Promise.all(pages.map((path) => readPage(target, path)))
      const parts = new Set(html.flatMap(partsOf))
      for (const path of parts) {
        const { headers, body } = await call(target, path)
        await body?.cancel()
        const kept = path.includes('/assets/') ? 'immutable' : 'no-cache'
        expectThat((headers.get('cache-control') ?? '').includes(kept), `${path} is not ${kept}`)
      }
      return `${pages.length} pages, ${parts.size} files`
    },
  },
  {
    name: 'a missing file of the dashboard is an error, not a page',
    async run(target) {
      const { headers } = await call(target, '/dashboard/assets/index-gone1234.js', { status: 404 })
      // The service returns JSON locally, and S3 XML behind CloudFront.
      const type = headers.get('content-type') ?? ''
      expectThat(/^application\/(json|xml)\b/.test(type), `the content type is ${type}`)
      return `404 ${type}`
    },
  },
]
