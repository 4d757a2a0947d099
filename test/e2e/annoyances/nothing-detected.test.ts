import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { decodeImage, isNear } from '../../support/render/image.ts'
import { type RenderRequest, startOperationsFixture } from '../../support/render/operations.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** Elements that rules of the consent script hide ahead of its search, on a page that has none of the rules' platforms. */
const rows = [
  '<div class="message-overlay">row 1</div>',
  '<div id="ccc">row 2</div>',
  '<div id="reject-all">row 3</div>',
  '<div class="unic">row 4</div>',
  '<div class="kc-overlay">row 5</div>',
  '<div class="ensModal">row 6</div>',
  '<div class="darken-layer open">row 7</div>',
  '<div id="hu" class="hu-wrapper">row 8</div>',
]

const rowHeight = 20

const documentOf = (content: string) =>
  `<!DOCTYPE html><html><head><title>Shop</title><style>
    body { margin: 0; font: 12px/${rowHeight}px sans-serif } div { height: ${rowHeight}px; background: #f00 }
    iframe { border: 0; display: block; width: 400px; height: ${rowHeight}px }
  </style></head><body>${content}</body></html>`

const frames = '<iframe src="/frame"></iframe>'

/** Comes from another site, and therefore runs in a separate process. */
const lateFrame = `<script>
  setTimeout(() => {
    const late = document.createElement('iframe')
    late.src = location.origin.replace('127.0.0.1', 'localhost') + '/late'
    document.body.append(late)
  }, 50)
</script>`

const shop = documentOf([...rows, frames, lateFrame].join(''))

/** Two rules of the consent script hide these without an answer. */
const cosmetic = documentOf(
  '<div class="b-cookie is-open">Cookies</div><div style="display: block" id="cookieAcceptBar" class="cookieAcceptBar">Cookies</div><p>text</p>',
)

/** Home-made, in a language that the consent script does not know: the service hides it and lets the page scroll. */
const notice = documentOf(
  `<style>body { overflow: hidden }</style><section style="color: red; position: fixed; inset: auto 0 0"><p>Questo sito utilizza i cookie.</p><button>Rifiuta</button></section><p>text</p>`,
)

const fixture = await startOperationsFixture(
  {
    '/': page(shop),
    '/frame': page(documentOf('<div class="message-overlay">static frame</div>')),
    '/late': page(documentOf('<div id="ccc">late frame</div>')),
    '/cosmetic': page(cosmetic),
    '/notice': page(notice),
  },
  { egressAllow: () => '127.0.0.1,localhost' },
)

const render = (operation: keyof typeof operations, request: RenderRequest) =>
  fixture.render(operations[operation] as Operation, {
    block_annoyance: 'cookies_banner',
    metadata_report: true,
    ...request,
  })

const reportOf = ({ metadata }: Artifact) => JSON.parse(metadata['Report'] ?? '{}')

/** Returns the rows of the page that are not red in this image. The frames are the last two. */
const missingIn = async (body: Uint8Array) => {
  const image = await decodeImage(body)
  const isRed = (row: number) => isNear(image.at(300, row * rowHeight + rowHeight / 2), [255, 0, 0])
  return Array.from({ length: rows.length + 2 }, (_, row) => row).filter((row) => !isRed(row))
}

test('a screenshot after the search has ended shows all of the page', async () => {
  const shot = await render('screenshot', { url: '/', delay: 1 })
  expect(await missingIn(shot.body)).toEqual([])
  expect(reportOf(shot)).toMatchObject({ consent: 'none', waitsExpired: [] })
})

test('a PDF contains all of the page', async () => {
  const { body } = await render('pdf', { url: '/', media_type: 'screen' })
  await using pdf = await readPdf(body)
  const text = await pdf.text(1)
  const expected = [...rows.map((_, index) => `row ${index + 1}`), 'static frame', 'late frame']
  expect(expected.filter((part) => !text.includes(part))).toEqual([])
})

test('every frame of a screencast shows all of the page', async () => {
  const video = { format: 'gif', duration: 1, fps: 5, viewport_width: 400, viewport_height: 200 }
  const { body } = await render('screencast', { url: '/', ...video })
  const { pages = 1 } = await sharp(body).metadata()
  for (let index = 0; index < pages; index++) {
    const frame = await sharp(body, { page: index }).png().toBuffer()
    expect(await missingIn(frame)).toEqual([])
  }
})

test.each([{}, { js_enabled: false, exclude_selectors: ['.none'] }])(
  'HTML contains nothing but the page (%o)',
  async (options) => {
    const { body } = await render('scrape', { url: '/', format: 'html', ...options })
    const late = `<iframe src="${fixture.site.url.replace('127.0.0.1', 'localhost')}/late"></iframe>`
    const expected = 'js_enabled' in options ? shop : shop.replace('</body>', `${late}</body>`)
    expect(body.toString().trimEnd()).toBe(expected)
  },
)

test.each([
  ['/cosmetic', cosmetic],
  ['/notice', notice],
])('HTML of a page whose dialogs were hidden contains nothing but the page (%s)', async (url, expected) => {
  const scraped = await render('scrape', { url, format: 'html' })
  expect(scraped.body.toString().trimEnd()).toBe(expected)
  expect(reportOf(scraped).consent).toBe('hidden')
})
