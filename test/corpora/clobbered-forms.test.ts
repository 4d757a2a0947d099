import { expect, test } from 'vitest'
import { operations } from '../../lib/schema/operations.ts'
import { expectSameImage } from '../support/render/expect-same-image.ts'
import { startOperationsFixture } from '../support/render/operations.ts'
import { readPdf } from '../support/render/read-pdf.ts'
import { formRoutes } from '../support/sites/clobbered-forms.ts'

const fixture = await startOperationsFixture(formRoutes)

/** The outputs of the page whose fields have the names of members, or of the same page with harmless names. */
const render = async (url: string) => {
  const { snapshot, metadata } = await fixture.render(operations.snapshot, {
    url,
    wait_until: ['load'],
    outputs: ['full_page', 'pdf', 'html', 'markdown'],
    full_page_options: { format: 'png', full_page_scroll: true, full_page_scroll_by_duration: 50 },
    pdf_options: { pdf_one_page: true },
    html_options: { include_selectors: ['#target'], exclude_selectors: ['#target h2'] },
    markdown_options: { only_main_content: true },
    hide_selectors: ['#hidden'],
    click_selector: '#click',
    block_annoyance: ['cookies_banner', 'ads'],
    metadata_title: true,
    metadata_icon: true,
    metadata_fonts: true,
  })
  const bodyOf = (output: string) =>
    snapshot?.parts.find((part) => part.output === output)?.body ?? Buffer.alloc(0)
  await using document = await readPdf(bodyOf('pdf'))
  return {
    image: bodyOf('full_page'),
    facts: {
      texts: ['html', 'markdown'].map((output) =>
        bodyOf(output)
          .toString()
          .replace(/ name="[^"]*"/g, ''),
      ),
      page: [await document.size(1), await document.text(1)],
      metadata,
    },
  }
}

test('a page whose fields are named like every member of their form is rendered like one with harmless names', async () => {
  const [members, harmless] = [await render('/members'), await render('/harmless')]
  await expectSameImage(members.image, harmless.image)
  expect(members.facts).toEqual(harmless.facts)
  for (const text of members.facts.texts) expect(text).toContain('Write to us')
})
