import { describe, expect, test } from 'vitest'
import { operations } from '../../../lib/schema/operations.ts'
import { decodeImage } from '../../support/render/image.ts'
import { type RenderRequest, startOperationsFixture } from '../../support/render/operations.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { hostileRoutes } from '../../support/sites/hostile-site.ts'

const fixture = await startOperationsFixture(hostileRoutes)

const render = (operation: keyof typeof operations, request: RenderRequest) =>
  fixture.render(operations[operation], { url: '/fine', ...request })

const metadata = { metadata_title: true, metadata_icon: true, metadata_fonts: true }

describe('a page that removes its root element', () => {
  const url = '/rootless'

  test('is a blank screenshot with every change of the page', async () => {
    const { body } = await render('screenshot', {
      url,
      full_page: true,
      full_page_scroll: true,
      styles: '@import url("data:text/css,"); p { color: red }',
      hide_selectors: 'p',
      block_annoyance: ['cookies_banner', 'ads'],
      ...metadata,
    })
    const image = await decodeImage(body)
    expect([image.width, image.height, image.at(200, 150)]).toEqual([400, 300, [255, 255, 255, 255]])
  })

  test('has no element', async () => {
    using _limits = scaleLimits(0.3, 'element')
    await expect(render('screenshot', { url, timeout: 1, selector: 'html' })).rejects.toMatchObject({
      code: 'selector_not_found',
    })
  })

  test('is an empty scrape', async () => {
    const { body } = await render('scrape', { url, format: 'md', only_main_content: true, ...metadata })
    expect(body.toString()).toBe('')
  })

  test('is a blank PDF of one page', async () => {
    await using pdf = await readPdf((await render('pdf', { url, pdf_one_page: true, ...metadata })).body)
    expect(await pdf.text(1)).toBe('')
  })

  test('is a blank screencast', async () => {
    const { body } = await render('screencast', { url, scenario: 'scroll', ...metadata })
    expect(body.subarray(4, 8).toString()).toBe('ftyp')
  })
})

test('a page that is busy when styles are applied is a page_timeout', async () => {
  using _limits = scaleLimits(0.3, 'page')
  await expect(render('screenshot', { url: '/blocked', styles: 'p { color: red }' })).rejects.toMatchObject({
    code: 'page_timeout',
    message: '`styles` could not be applied because the page kept the browser busy.',
  })
})

test('a response whose head only a browser accepts is rendered', async () => {
  const { body } = await render('scrape', { url: '/loose-head', format: 'md' })
  expect(String(body).trim()).toBe('accepted')
})

test('a page that leads to one whose connection breaks before the body is a connection_failed', async () => {
  await expect(render('screenshot', { url: '/leads-to-head-only', delay: 0.5 })).rejects.toMatchObject({
    code: 'connection_failed',
  })
})

test.each(['a,', 'svg|a'])('`selector` %s is refused', async (selector) => {
  await expect(render('screenshot', { selector })).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: `\`selector\`: "${selector}" is not a valid CSS selector.`,
  })
})

test.each([
  [{ format: 'html' }, '*'],
  [{ format: 'md' }, ':root'],
  [{ format: 'html', js_enabled: false }, 'html'],
])('`exclude_selectors` with %o may not match the root: %s', async (request, selector) => {
  await expect(render('scrape', { ...request, exclude_selectors: selector })).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining('`exclude_selectors` matches the root element'),
  })
})
