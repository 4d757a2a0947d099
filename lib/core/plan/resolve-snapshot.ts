import type * as z from 'zod'
import { withoutUndefined } from '../../base/without-undefined.ts'
import { FullPageOutput, MarkdownOutput, PdfOutput, ScreenshotOutput } from '../../schema/fields/outputs.ts'
import type { OutputName } from '../../schema/output-names.ts'
import type { SnapshotOptions } from '../../schema/snapshot.ts'
import type { ExitProxies } from '../network/exit-proxies.ts'
import { outputsMs } from './budgets.ts'
import type { SnapshotPlan } from './render-plan.ts'
import { resolvePdf } from './resolve-pdf.ts'
import { resolveRender } from './resolve-render.ts'
import { resolveScrape } from './resolve-scrape.ts'
import { resolveScreenshot } from './resolve-screenshot.ts'

/** Options that the outputs do not have, but the operations that they are resolved with do. */
const absent = {
  full_page: false,
  full_page_scroll: false,
  full_page_scroll_by_duration: 0,
  stable: false,
  fail_if_blank: false,
  metadata_image_size: false,
  metadata_hash: false,
  response_type: 'file',
} as const

/**
 * Returns the plan of a snapshot: that of the page, and one for each output.
 * @param random from 0 up to, not including, 1: picks among several exits
 * @throws InvalidParameterError for an `ip_location` without an exit
 */
export const resolveSnapshot = (
  options: SnapshotOptions,
  exits: ExitProxies,
  random: number,
): SnapshotPlan => {
  const page = { ...options, ...absent }
  const has = (name: OutputName) => options.outputs.includes(name)
  const screenshot = (given: z.output<typeof ScreenshotOutput>, isFullPage = false) =>
    resolveScreenshot({ ...page, ...given, full_page: isFullPage }, exits, random)
  const scrape = (format: 'html' | 'md', given: SnapshotOptions['html_options']) =>
    resolveScrape({ ...page, format, ...MarkdownOutput.parse({}), ...given }, exits, random)
  return {
    ...resolveRender(page, exits, random),
    isDescribed: true,
    durationMs: outputsMs,
    outputs: withoutUndefined({
      screenshot: has('screenshot')
        ? screenshot(options.screenshot_options ?? ScreenshotOutput.parse({}))
        : undefined,
      fullPage: has('full_page')
        ? screenshot(options.full_page_options ?? FullPageOutput.parse({}), true)
        : undefined,
      pdf: has('pdf')
        ? resolvePdf({ ...page, ...(options.pdf_options ?? PdfOutput.parse({})) }, exits, random)
        : undefined,
      html: has('html') ? scrape('html', options.html_options) : undefined,
      markdown: has('markdown') ? scrape('md', options.markdown_options) : undefined,
      links: has('links'),
      metadata: has('metadata'),
    }),
  }
}
