import { describe, expect, test } from 'vitest'
import { readOptions } from '../../../../lib/core/options/read-options.ts'
import { outputsMs } from '../../../../lib/core/plan/budgets.ts'
import { resolvePdf } from '../../../../lib/core/plan/resolve-pdf.ts'
import { resolveScrape } from '../../../../lib/core/plan/resolve-scrape.ts'
import { resolveScreenshot } from '../../../../lib/core/plan/resolve-screenshot.ts'
import { resolveSnapshot } from '../../../../lib/core/plan/resolve-snapshot.ts'
import { toWorkerTimes } from '../../../../lib/core/requests/worker-times.ts'
import { operations } from '../../../../lib/schema/operations.ts'
import { outputNames } from '../../../../lib/schema/output-names.ts'

const page = { url: 'https://example.com/', dark_mode: true, viewport_width: 500 }

const read = (value: Record<string, unknown>) =>
  readOptions(operations.snapshot, { kind: 'body', value: { ...page, ...value } })

const plan = (value: Record<string, unknown>) => resolveSnapshot(read(value), new Map(), 0)

const body = (value: Record<string, unknown>) => ({ kind: 'body' as const, value: { ...page, ...value } })

describe('the plan of an output equals the single operation with the same options', () => {
  const outputs = [...outputNames]
  const image = { format: 'png', image_width: 30, image_height: 40, image_fit: 'cover' }

  test.each([{}, image])('screenshot and full page with %j', (options) => {
    const made = plan({
      outputs,
      ...(options === image && { screenshot_options: image, full_page_options: image }),
    }).outputs
    const own = (more: Record<string, unknown>) =>
      resolveScreenshot(readOptions(operations.screenshot, body({ ...options, ...more })), new Map(), 0)
    expect(made.screenshot).toEqual(own({}))
    expect(made.fullPage).toEqual(own({ full_page: true }))
  })

  test('pdf, markdown and html', () => {
    const pdf = { pdf_landscape: true, pdf_title: 'A' }
    const content = { only_main_content: true }
    const made = plan({ outputs, pdf_options: pdf, markdown_options: content }).outputs
    expect(made.pdf).toEqual(resolvePdf(readOptions(operations.pdf, body(pdf)), new Map(), 0))
    const scrape = (more: Record<string, unknown>) =>
      resolveScrape(readOptions(operations.scrape, body(more)), new Map(), 0)
    expect(made.markdown).toEqual(scrape({ format: 'md', ...content }))
    expect(made.html).toEqual(scrape({ format: 'html' }))
  })
})

test('the content of an HTML document has that document as its source', () => {
  const options = readOptions(operations.snapshot, {
    kind: 'body',
    value: { html: '<p>a', outputs: ['html', 'markdown'] },
  })
  const { outputs } = resolveSnapshot(options, new Map(), 0)
  for (const content of [outputs.html, outputs.markdown])
    expect(content?.source).toEqual({ kind: 'html', html: '<p>a' })
})

test('only the requested outputs are made, by default a screenshot, Markdown and metadata', () => {
  expect(Object.keys(plan({}).outputs).sort()).toEqual(['links', 'markdown', 'metadata', 'screenshot'])
  expect(plan({ outputs: ['links'] }).outputs).toEqual({ links: true, metadata: false })
})

test('the render and the lease of its worker have ten seconds more than the page itself', () => {
  const { durationMs, isDescribed } = plan({})
  expect([durationMs, isDescribed]).toEqual([outputsMs, true])
  const { outputs, ...without } = read({})
  expect(toWorkerTimes({ ...without, outputs }).deadlineMs).toBe(
    toWorkerTimes(without).deadlineMs + outputsMs,
  )
})

test.each([
  [{ pdf_options: {} }, '`pdf_options` requires `pdf` in `outputs`.'],
  [{ outputs: [] }, /^`outputs` is empty|^`outputs` has 0 items/],
  [{ outputs: ['pdf', 'video'] }, /^`outputs\[1\]` is "video"\. It must be one of screenshot, /],
  [
    { screenshot_options: { format: 'bmp' } },
    /^`screenshot_options\.format` is "bmp"\. It must be one of jpeg, /,
  ],
  [{ screenshot_options: { full_page: true } }, /^`screenshot_options\.full_page` is unknown\./],
  [
    { screenshot_options: { image_fit: 'pad' } },
    'In `screenshot_options`: `image_fit` is pad, which requires `image_width` or `image_height`.',
  ],
  [{ response_type: 'json' }, /`response_type` is not a parameter of/],
])('%j is refused with the path of the fault', (value, message) => {
  expect(() => read(value)).toThrow(message)
})
