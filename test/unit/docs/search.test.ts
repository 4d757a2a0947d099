import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { ranking } from '../../../docs/.vitepress/ranking.ts'

const chunks = join(import.meta.dirname, '../../../generated/site/assets/chunks')
const [name = ''] = readdirSync(chunks).filter((file) => file.startsWith('@localSearchIndexroot.'))
const { default: json } = await import(pathToFileURL(join(chunks, name)).href)
const index = MiniSearch.loadJSON<{ title: string; titles: string[] }>(json, {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  searchOptions: ranking,
})

const hits = (query: string): string[] => index.search(query).map(({ id }) => String(id))

/** What readers type, and the pages of which one must come first. */
test.each([
  ['timeout', '/docs/reference/common-parameters#timeout'],
  ['docker', '/docs/start/install'],
  ['mac', '/docs/start/install'],
  ['proxy', '/docs/reference/common-parameters#proxy'],
  ['localhost', '/docs/start/your-machine'],
  ['api key', '/docs/start/keys'],
  ['blank', '/docs/guides/troubleshooting', '/docs/reference/screenshot#fail_if_blank'],
  ['retina', '/docs/guides/devices-dark-mode', '/docs/reference/common-parameters#device_scale_factor'],
  ['wait for element', '/docs/reference/common-parameters#wait_for_selector'],
  ['changelog', '/docs/changelog'],
  ['captcha', '/docs/guides/troubleshooting'],
  ['llm', '/docs/guides/agents'],
  ['agent', '/docs/guides/agents'],
  ['batch', '/docs/guides/batches'],
  ['cli', '/docs/guides/command-line'],
  ['cookie', '/docs/guides/cookie-banners-ads', '/docs/reference/common-parameters#cookies'],
  ['login', '/docs/guides/logged-in-pages'],
  ['lazy images', '/docs/guides/full-pages'],
  ['pdf page numbers', '/docs/guides/pdf'],
  ['rate limit', '/docs/operate/accounts#rate-limit', '/docs/reference/plans'],
  ['webhook signature python', '/docs/guides/webhooks', '/docs/reference/signing', '/docs/guides/clients'],
  ['price', '/docs/operate/cost', '/docs/start/use-cases'],
  ['markdown', '/docs/guides/scrape-to-markdown'],
  ['full page', '/docs/guides/full-pages', '/docs/reference/screenshot#full_page'],
  ['401', '/docs/guides/errors-retries', '/docs/reference/errors'],
  ['thumbnail', '/docs/guides/full-pages#a-thumbnail-of-a-fixed-size'],
  ['429', '/docs/guides/troubleshooting#429-and-other-errors'],
  ['font', '/docs/guides/troubleshooting#the-font-is-wrong', '/docs/concepts/screenshots#fonts'],
  ['puppeteer', '/docs/migrate'],
  ['EGRESS_ALLOW', '/docs/start/your-machine'],
  ['wait_for_selector', '/docs/reference/common-parameters#wait_for_selector'],
  ['pdf_margin_top', '/docs/reference/pdf#pdf_margin_top'],
  ['windows', '/docs/start/install'],
  ['glossary', '/docs/glossary'],
])('the search for %s finds %s first', (query, ...expected) => {
  const [first = ''] = hits(query)
  expect(
    expected.some((path) => first === path || first.startsWith(`${path}#`)),
    hits(query).slice(0, 5).join(', '),
  ).toBe(true)
})

test('a parameter that operations share is found once, and one of its own on its page', () => {
  const named = (name: string) => hits(name).filter((id) => id.endsWith(`#${name}`))
  expect(named('wait_for_selector')).toEqual(['/docs/reference/common-parameters#wait_for_selector'])
  expect(named('duration')).toContain('/docs/reference/screencast#duration')
})
