import * as z from 'zod'
import { type Rule, withRules } from '../check.ts'
import { described, docs, fieldsOf } from '../docs.ts'
import { type OutputName, outputNames } from '../output-names.ts'
import { pdfRules } from '../pdf.ts'
import { selectorText } from '../selector-text.ts'
import * as clip from './clip.ts'
import * as content from './content.ts'
import * as fullPage from './full-page.ts'
import { fitNeedsBounds, imageShape } from './image.ts'
import { media_type, pdfShape } from './pdf.ts'

const { field } = fieldsOf('outputs')
const contentField = fieldsOf('content').field

const outputs = field(
  z.array(z.enum(outputNames)).min(1).max(outputNames.length).default(['screenshot', 'markdown', 'metadata']),
  {
    title: 'Outputs',
    description:
      'What to make of the page. All outputs show the same state of it: the page is frozen before the first one. `screenshot` is the ' +
      'viewport, `full_page` the whole page, `markdown` and `html` its content, `links` and `metadata` are JSON.',
    examples: [['screenshot', 'pdf', 'markdown', 'links']],
    'x-separator': ',',
    'x-extension': true,
  },
)

export const ScreenshotOutput = withRules(z.strictObject({ ...imageShape, ...clip.clipShape }), [
  fitNeedsBounds,
  clip.clipTogether,
])

const { full_page: _, ...scrollShape } = fullPage.fullPageShape

export const FullPageOutput = withRules(z.strictObject({ ...imageShape, ...scrollShape }), [fitNeedsBounds])

export const PdfOutput = withRules(z.strictObject({ ...pdfShape, media_type }), pdfRules)

const selectors = z.array(described(selectorText, 'A CSS selector.')).max(100).default([])

export const ContentOutput = withRules(
  z.strictObject({
    only_main_content: content.contentShape.only_main_content,
    include_selectors: contentField(selectors, {
      title: 'Include',
      description: 'CSS selectors of the elements to return, in document order.',
      examples: [['article', '#price']],
    }),
    exclude_selectors: contentField(selectors, {
      title: 'Exclude',
      description: 'CSS selectors of the elements to exclude.',
      examples: [['nav', '.comments']],
    }),
  }),
  [content.oneSelection],
)

export const MarkdownOutput = withRules(
  z.strictObject({ ...ContentOutput.shape, ...content.markdownShape }),
  [content.oneSelection],
)

const doc = (output: OutputName, operation: string, ...examples: Record<string, unknown>[]) => ({
  title: `Options of ${output}`,
  description: `Options of the output \`${output}\`, with the names and defaults that they have in ${operation}.`,
  examples,
  'x-extension': true as const,
})

/** Returns the first example of each field, as a complete object. */
const examplesOf = (shape: z.core.$ZodShape, ...absent: string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([name]) => !absent.includes(name))
      .map(([name, field]) => [name, docs.get(field as z.ZodType)?.examples[0]]),
  )

/** Parameters of the outputs, in the order of the reference. */
export const outputsShape = {
  outputs,
  screenshot_options: field(
    ScreenshotOutput.optional(),
    doc(
      'screenshot',
      '`/v1/screenshot`',
      { format: 'webp', image_width: 640 },
      examplesOf(ScreenshotOutput.shape),
    ),
  ),
  full_page_options: field(
    FullPageOutput.optional(),
    doc(
      'full_page',
      '`/v1/screenshot`',
      { format: 'png', full_page_max_height: 8000 },
      examplesOf(FullPageOutput.shape),
    ),
  ),
  pdf_options: field(PdfOutput.optional(), {
    ...doc(
      'pdf',
      '`/v1/pdf`',
      { pdf_paper_format: 'a4', pdf_print_background: true },
      { pdf_one_page: true },
      examplesOf(PdfOutput.shape, 'pdf_one_page'),
    ),
    // It may contain a header and a footer.
    'x-private': true,
  }),
  markdown_options: field(
    MarkdownOutput.optional(),
    doc(
      'markdown',
      '`/v1/scrape`',
      { only_main_content: true, md_links: 'references' },
      { md_front_matter: true },
      examplesOf(MarkdownOutput.shape, 'only_main_content', 'md_front_matter'),
    ),
  ),
  html_options: field(
    ContentOutput.optional(),
    doc(
      'html',
      '`/v1/scrape`',
      { only_main_content: true },
      examplesOf(ContentOutput.shape, 'only_main_content'),
    ),
  ),
}

const owners = {
  screenshot_options: 'screenshot',
  full_page_options: 'full_page',
  pdf_options: 'pdf',
  markdown_options: 'markdown',
  html_options: 'html',
} as const satisfies Record<string, OutputName>

type OutputOptions = { outputs: readonly OutputName[] } & { [Name in keyof typeof owners]?: unknown }

export const optionsOfOutputs: Rule<OutputOptions> = {
  parameters: ['outputs', ...Object.keys(owners)],
  problemOf: (options) => {
    const stray = Object.entries(owners).find(
      ([name, output]) =>
        options[name as keyof typeof owners] !== undefined && !options.outputs.includes(output),
    )
    return stray && `\`${stray[0]}\` requires \`${stray[1]}\` in \`outputs\`.`
  },
}
