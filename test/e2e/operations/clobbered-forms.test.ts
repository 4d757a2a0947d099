import { describe, expect, test } from 'vitest'
import { operations } from '../../../lib/schema/operations.ts'
import { expectSameImage } from '../../support/render/expect-same-image.ts'
import { type RenderRequest, startOperationsFixture } from '../../support/render/operations.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { formRoutes } from '../../support/sites/clobbered-forms.ts'

const fixture = await startOperationsFixture(formRoutes)

const render = (operation: keyof typeof operations, request: RenderRequest) =>
  fixture.render(operations[operation], { wait_until: ['load'], ...request })

const metadata = { metadata_title: true, metadata_icon: true, metadata_fonts: true }

/** The result of the page whose fields have the names of members, and of the same page with harmless names. */
const renderBoth = async (operation: keyof typeof operations, request: RenderRequest) => [
  await render(operation, { ...request, url: '/members' }),
  await render(operation, { ...request, url: '/harmless' }),
]

/** A form whose fields are named after every member of a form is rendered like one with harmless names. */
describe('fields named like the members of their form do not change', () => {
  const screenshots: Record<string, RenderRequest> = {
    'a full page that was scrolled, clicked and rid of annoyances': {
      full_page: true,
      full_page_scroll: true,
      full_page_scroll_by_duration: 50,
      hide_selectors: '#hidden',
      click_selector: '#click',
      block_annoyance: ['cookies_banner', 'ads'],
      ...metadata,
    },
    'an element': { selector: '#target', wait_for_selector: '#target', styles: 'h2 { color: red }' },
  }
  test.each(Object.entries(screenshots))('a screenshot of %s', async (_name, request) => {
    const [members, harmless] = await renderBoth('screenshot', request)
    await expectSameImage(members?.body, harmless?.body)
    expect(members?.metadata).toEqual(harmless?.metadata)
  })

  const scrapes: Record<string, RenderRequest> = {
    'the main content as Markdown': { format: 'md', only_main_content: true, ...metadata },
    'a selection as HTML': {
      format: 'html',
      include_selectors: '#target',
      exclude_selectors: '#hidden, #target h2',
    },
  }
  test.each(Object.entries(scrapes))('a scrape of %s', async (_name, request) => {
    const [members, harmless] = (await renderBoth('scrape', request)).map(({ body, metadata }) => ({
      text: body.toString().replace(/ name="[^"]*"/g, ''),
      metadata,
    }))
    expect(members).toEqual(harmless)
    expect(members?.text).toContain('Write to us')
  })

  test('a PDF of one page', async () => {
    const request = { pdf_one_page: true, hide_selectors: '#hidden', ...metadata }
    const facts = (await renderBoth('pdf', request)).map(async ({ body, metadata }) => {
      await using pdf = await readPdf(body)
      return { size: await pdf.size(1), text: await pdf.text(1), metadata }
    })
    const [members, harmless] = await Promise.all(facts)
    expect(members).toEqual(harmless)
    expect(members?.text).toContain('Write to us')
  })

  test('a screencast that scrolls', async () => {
    const [members, harmless] = await renderBoth('screencast', { scenario: 'scroll', ...metadata })
    expect(members?.metadata).toEqual(harmless?.metadata)
    expect(members?.body.subarray(4, 8).toString()).toBe('ftyp')
  })
})
