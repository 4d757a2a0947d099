import { expect, test } from 'vitest'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { type RenderRequest, startOperationsFixture } from '../../support/render/operations.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'
import { documentOf, type NoticePage } from '../../support/sites/notice-pages/notice-page.ts'
import { pagesThatStay } from '../../support/sites/notice-pages/pages-that-stay.ts'
import { pagesToClean } from '../../support/sites/notice-pages/pages-to-clean.ts'

const text = 'We use cookies to personalize content.'

const bar = (controls: string) => `<div class="bar" data-notice><p>${text}</p>${controls}</div>`

const choice =
  '<button data-answer="accept">Accept all</button><button data-answer="decline">Reject all</button>'

/** What buttons do that would replace the page. */
const leaving: Record<string, string> = {
  'A button that leaves the page': "location.href = 'http://other.test/'",
  'A button that leaves the page later': "setTimeout(() => location.assign('/elsewhere'), 200)",
  'A button that submits a form':
    "Object.assign(document.body.appendChild(document.createElement('form')), { action: '/elsewhere' }).submit()",
  'A button that goes back': 'history.back()',
  'A button that opens another page in this window': "window.open('/elsewhere', '_self')",
  'A button that opens a window': "window.open('/opened')?.focus()",
}

/** Pages that need the whole search. */
const further: readonly NoticePage[] = [
  {
    lang: 'en',
    name: 'A page that loads again',
    body: `<script>if (!document.cookie) document.write(${JSON.stringify(
      bar(
        `<button>Accept all</button><button onclick="document.cookie = 'answer=decline'; location.reload()">Reject all</button>`,
      ),
    )})</script>`,
  },
  {
    lang: 'en',
    name: 'A late banner in a shadow tree',
    body: `<x-banner></x-banner><script>
      setTimeout(() => {
        document.querySelector('x-banner').attachShadow({ mode: 'open' }).innerHTML =
          ${JSON.stringify(bar(`${choice}<style>.bar { position: fixed; inset: auto 0 0; background: #f00 }</style>`))}
      }, 700)</script>`,
  },
  {
    lang: 'en',
    name: 'A dialog that its button draws again',
    body: `${bar('<button>Accept all</button><button>Reject all</button>')}<script>
      addEventListener('click', () => {
        const banner = document.querySelector('[data-notice]')
        banner.replaceWith(banner.cloneNode(true))
      })</script>`,
  },
  ...Object.entries(leaving).map(([name, script]) => ({
    lang: 'en',
    name,
    body: bar(`<button>Accept all</button><button onclick="${script}">Reject all</button>`),
  })),
  {
    lang: 'en',
    name: 'A locked page',
    body: `<style>body { overflow: hidden }</style>${bar(choice)}`,
  },
]

const pages = [...pagesThatStay, ...pagesToClean, ...further]

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

test.each([
  ['en: Only accept technically necessary cookies', 'declined'],
  ['en: Continue without accepting', 'declined'],
  ['Switches that are on', 'declined'],
  ['Declining before saving', 'declined'],
  ['A text in a slot', 'declined'],
  ['Personal data', 'declined'],
  ['A page that loads again', 'declined'],
  ['A late banner in a shadow tree', 'hidden'],
  ['A dialog that its button draws again', 'hidden'],
  ['A button without an effect', 'hidden'],
  ...Object.keys(leaving).map((name) => [name, 'hidden']),
  ['Settings first', 'hidden'],
  ['One button', 'accepted'],
])('the text of "%s" has no dialog, which was %s', async (name, outcome) => {
  const scraped = await render('scrape', name, { format: 'md' })
  expect(reportOf(scraped).consent).toBe(outcome)
  if (name in leaving) expect(scraped.body.toString()).toContain('The museum is open')
  expect(fixture.site.requests.filter(({ path }) => path === '/opened')).toEqual([])
  expect(scraped.body.toString()).not.toMatch(/to personalize|Accept all|personal information/)
})

test.each([
  ['Login', 'none', 'Forgot password?'],
  ['Age check', 'none', 'I am 18 or older'],
  ['Bakery', 'none', 'Add to basket'],
  ['Suscripción', 'suspected', 'Suscribirse'],
  ['Long explanation', 'suspected', 'in detail'],
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
