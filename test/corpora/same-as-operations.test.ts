import { expect, test } from 'vitest'
import { operations } from '../../lib/schema/operations.ts'
import type { OutputName } from '../../lib/schema/output-names.ts'
import { startOperationsFixture } from '../support/render/operations.ts'
import { readPdf } from '../support/render/read-pdf.ts'
import { page } from '../support/sites/fixture-server.ts'
import { snapshotPages } from './snapshot-pages.ts'

const viewport = { viewport_width: 400, viewport_height: 300 }

/** The request of the operation that makes one output alone. */
const alone = {
  markdown: [operations.scrape, { format: 'md' }],
  html: [operations.scrape, { format: 'html' }],
  screenshot: [operations.screenshot, { format: 'png' }],
  full_page: [operations.screenshot, { format: 'png', full_page: true }],
  pdf: [operations.pdf, {}],
} as const

const fixture = await startOperationsFixture({
  ...Object.fromEntries(
    snapshotPages.map(({ html }, index) => [
      `/${index}`,
      page(`<!doctype html><html lang="en"><title>T</title><body style="margin:0">${html}`),
    ]),
  ),
  '/frame': page('<p>frame<script>document.body.append(" and script")</script>'),
  '/slow.svg': (_request, response) => {
    const image =
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#0a0"/></svg>'
    setTimeout(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(image), 100)
  },
})

/** What can be compared of an output: two PDFs differ in their dates. */
const toComparable = async (output: OutputName, body: Buffer) => {
  if (output === 'markdown' || output === 'html') return body.toString()
  if (output !== 'pdf') return body.toString('base64')
  await using pdf = await readPdf(body)
  const colors = [30, 60, 90].map((x) => pdf.color(1, x, 60))
  return { pages: pdf.pageCount, text: await pdf.text(1), colors: await Promise.all(colors) }
}

test.each(snapshotPages.map((page, index) => ({ ...page, url: `/${index}` })))(
  'the outputs of a snapshot equal those of the single operations, for a page with $name',
  async ({ name, url, outputs, when }) => {
    const image = { format: 'png' }
    const shared = { url, ...viewport, ...(when !== undefined && { wait_for_function: when }) }
    const { snapshot } = await fixture.render(operations.snapshot, {
      ...shared,
      outputs,
      ...(outputs.includes('screenshot') && { screenshot_options: image }),
      ...(outputs.includes('full_page') && { full_page_options: image }),
    })
    for (const { output, body } of snapshot?.parts ?? []) {
      const [operation, request] = alone[output as keyof typeof alone]
      const single = await fixture.render(operation, { ...shared, ...request })
      const [actual, expected] = [await toComparable(output, body), await toComparable(output, single.body)]
      expect.soft(actual, `${name}: ${output}`).toEqual(expected)
    }
    expect(snapshot?.parts.length).toBe(outputs.length)
  },
)
