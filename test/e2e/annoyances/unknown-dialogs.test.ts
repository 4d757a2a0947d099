import { expect, test } from 'vitest'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { type RenderRequest, startOperationsFixture } from '../../support/render/operations.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'
import {
  documentOf,
  pagesThatStay,
  pagesToClean,
  wholeSearchPages,
} from '../../support/sites/notice-pages.ts'

/** Their button would replace the page. */
const leaving = wholeSearchPages.map(({ name }) => name).filter((name) => name.startsWith('A button that'))

const pages = [...pagesThatStay, ...pagesToClean, ...wholeSearchPages]

const pathOf = (name: string) => `/${pages.findIndex((each) => each.name === name)}`

const routes: [string, Route][] = pages.map((each) => [pathOf(each.name), page(documentOf(each))])
const fixture = await startOperationsFixture(Object.fromEntries(routes))

const render = (operation: keyof typeof operations, name: string, request: RenderRequest = {}) =>
  fixture.render(operations[operation] as Operation, {
    url: pathOf(name),
    block_annoyance: 'cookies_banner',
    metadata_report: true,
    ...request,
  })

const viewport = { format: 'png', viewport_width: 800, viewport_height: 600 }

const reportOf = ({ metadata }: Artifact) => JSON.parse(metadata['Report'] ?? '{}')

// `test/corpora/notices.test.ts` has all pages.
test.each([
  ['en: Only accept technically necessary cookies', 'declined'],
  ['A page that loads again', 'declined'],
  ['A late banner in a shadow tree', 'hidden'],
  ['A dialog that its button draws again', 'hidden'],
  ...leaving.map((name) => [name, 'hidden']),
  ['One button', 'accepted'],
])('the text of "%s" has no dialog, which was %s', async (name, outcome) => {
  const scraped = await render('scrape', name, { format: 'md' })
  expect(reportOf(scraped).consent).toBe(outcome)
  if (leaving.includes(name)) expect(scraped.body.toString()).toContain('The museum is open')
  expect(fixture.site.requests.filter(({ path }) => path === '/opened')).toEqual([])
  expect(scraped.body.toString()).not.toMatch(/to personalize|Accept all|personal information/)
})

test.each([
  ['Login', 'none', 'Forgot password?'],
  ['Suscripción', 'suspected', 'Suscribirse'],
])(
  'the overlay of "%s" stays in screenshots and in scraped text, reported as %s',
  async (name, consent, words) => {
    const shot = await render('screenshot', name, viewport)
    expect(reportOf(shot).consent).toBe(consent)
    const asItIs = await render('screenshot', name, { ...viewport, block_annoyance: 'none' })
    expect(Buffer.compare(shot.body, asItIs.body)).toBe(0)
    expect((await render('scrape', name, { format: 'md' })).body.toString()).toContain(words)
  },
)
