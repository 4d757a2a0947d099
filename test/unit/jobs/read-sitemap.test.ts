import { expect, test } from 'vitest'
import { DeadlineError } from '../../../lib/base/timers.ts'
import { EgressError } from '../../../lib/egress/egress-error.ts'
import { FileTooLargeError } from '../../../lib/egress/get-file.ts'
import { createReadSitemap } from '../../../lib/jobs/batches/read-sitemap.ts'

const urlset = (...urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`

const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`

const first = 'https://a.test/sitemap.xml'

interface Circumstances {
  url?: string
  /** How long each file takes. */
  fileMs?: number
  redirects?: Record<string, string>
}

/** Reads a sitemap of a site with these files. What is missing has the status 404. */
const readWithLog = async (
  files: Record<string, string | number | Error>,
  { url: start = first, fileMs = 0, redirects = {} }: Circumstances = {},
) => {
  let nowMs = 0
  const gets: [url: string, limits: { bytesMax: number; fileMs: number }][] = []
  const urls = await createReadSitemap({
    egress: {},
    nowMs: () => nowMs,
    async getFile(from, limits) {
      gets.push([from, limits])
      nowMs += fileMs
      const url = redirects[from] ?? from
      const file = files[url.replace('user:secret@', '')] ?? 404
      if (file instanceof Error) throw file
      return typeof file === 'number' ? { status: file, url, text: '' } : { status: 200, url, text: file }
    },
  })(start)
  return { urls, gets }
}

const read = async (...args: Parameters<typeof readWithLog>) => (await readWithLog(...args)).urls

test('an index names files, whose pages come in order and once', async () => {
  const urls = await read({
    [first]: index('https://a.test/1.xml', '/2.xml', first),
    'https://a.test/1.xml': urlset('https://a.test/a', 'https://www.a.test/b#part'),
    'https://a.test/2.xml': urlset('https://a.test/a', 'https://a.test/c'),
  })
  expect(urls).toEqual(['https://a.test/a', 'https://www.a.test/b', 'https://a.test/c'])
})

test('pages of other sites and other schemes are left out', async () => {
  const urls = await read({
    [first]: urlset('https://b.test/', 'https://a.test.b.test/', 'ftp://a.test/', 'https://a.test/'),
  })
  expect(urls).toEqual(['https://a.test/'])
})

test('pages that the robots.txt of their host disallows are left out', async () => {
  const urls = await read({
    [first]: urlset('https://a.test/x', 'https://a.test/y?x', 'https://www.a.test/x'),
    'https://a.test/robots.txt': 'User-agent: *\nDisallow: /x',
  })
  expect(urls).toEqual(['https://a.test/y?x', 'https://www.a.test/x'])
})

test.each<[name: string, files: Record<string, string | number | Error>, code: string, message: RegExp]>([
  ['is missing', {}, 'invalid_parameter', /responded with status 404/],
  ['is a page', { [first]: '<p>Hello' }, 'invalid_parameter', /is no sitemap/],
  [
    'names nothing of its site',
    { [first]: urlset('https://b.test/') },
    'invalid_parameter',
    /no URL of the site a\.test/,
  ],
  [
    'is disallowed',
    { [first]: urlset('https://a.test/'), 'https://a.test/robots.txt': 'User-agent: *\nDisallow: /' },
    'invalid_parameter',
    /disallows/,
  ],
  [
    'has a robots.txt that fails',
    { [first]: urlset('https://a.test/'), 'https://a.test/robots.txt': 503 },
    'invalid_parameter',
    /status 503/,
  ],
  [
    'has too many pages',
    { [first]: urlset(...Array.from({ length: 10_001 }, (_, page) => `https://a.test/${page}`)) },
    'invalid_parameter',
    /more than 10,000 URLs/,
  ],
  [
    'has too many locations',
    { [first]: urlset(...Array.from({ length: 50_001 }, () => '/')) },
    'invalid_parameter',
    /more than 50,000 URLs/,
  ],
  [
    'has too many origins',
    { [first]: urlset(...Array.from({ length: 8 }, (_, port) => `https://a.test:${port + 1}/`)) },
    'invalid_parameter',
    /more than 8 combinations of scheme, host and port/,
  ],
  [
    'has a robots.txt that is too large',
    { [first]: urlset('/'), 'https://a.test/robots.txt': new FileTooLargeError() },
    'invalid_parameter',
    /robots\.txt is larger than 500 KB/,
  ],
  [
    'has a robots.txt with too many rules',
    { [first]: urlset('/'), 'https://a.test/robots.txt': `User-agent: *\n${'Disallow: /a\n'.repeat(5_001)}` },
    'invalid_parameter',
    /robots\.txt has more than 5,000 rules/,
  ],
  [
    'names too many files',
    { [first]: index(...Array.from({ length: 101 }, (_, file) => `/${file}.xml`)) },
    'invalid_parameter',
    /more than 100 files/,
  ],
  ['has no host', { [first]: new EgressError('host_not_found') }, 'host_not_found', /does not exist/],
  [
    'has a private address',
    { [first]: new EgressError('address_blocked') },
    'address_blocked',
    /not allowed/,
  ],
  [
    'does not respond',
    { [first]: new DeadlineError('late', false) },
    'connection_failed',
    /within 10 seconds/,
  ],
])('a sitemap that %s is refused', async (_name, files, code, message) => {
  await expect(read(files)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})

test('its credentials open the files of its origin, and are not in pages and messages', async () => {
  const url = 'https://user:secret@a.test/sitemap.xml'
  const { urls, gets } = await readWithLog(
    {
      [first]: index('/1.xml', 'https://www.a.test/2.xml'),
      'https://a.test/1.xml': urlset('/a'),
      'https://www.a.test/2.xml': urlset('/b'),
    },
    { url },
  )
  expect(urls).toEqual(['https://a.test/a', 'https://www.a.test/b'])
  expect(gets.map(([gotten]) => gotten)).toEqual([
    url,
    'https://user:secret@a.test/1.xml',
    'https://www.a.test/2.xml',
    'https://user:secret@a.test/robots.txt',
    'https://www.a.test/robots.txt',
  ])
  await expect(read({}, { url })).rejects.toThrow('https://a.test/sitemap.xml responded')
})

test('files and robots.txt share one deadline', async () => {
  const files = { [first]: urlset('/a', 'https://www.a.test/b') }
  const { gets } = await readWithLog(files, { fileMs: 5_000 })
  expect(gets.map(([, { fileMs }]) => fileMs)).toEqual([10_000, 10_000, 8_000])
  await expect(read(files, { fileMs: 9_000 })).rejects.toThrow(/longer than 18 seconds/)
})
