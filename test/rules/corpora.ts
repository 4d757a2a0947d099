import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RenderOperationId } from '../../lib/schema/operations.ts'
import { readCases } from '../support/read-cases.ts'
import { furtherHighlighters, furtherSnippets } from '../support/scrape/further-highlighters.ts'
import { highlighters, snippets } from '../support/scrape/highlighters.ts'
import {
  documentOf,
  layersThatStay,
  layersToHide,
  pagesThatStay,
  pagesToClean,
} from '../support/sites/notice-pages.ts'

export interface Sample {
  name: string
  html: string
  operation: RenderOperationId
  /** Without `url`. */
  request: Readonly<Record<string, unknown>>
}

const fixtures = join(import.meta.dirname, '../fixtures')

const readPages = (folder: string): [name: string, html: string][] =>
  readdirSync(join(fixtures, folder))
    .filter((file) => file.endsWith('.html'))
    .map((file) => [`${folder}/${file}`, readFileSync(join(fixtures, folder, file), 'utf8')])

const codePages = Object.entries({ ...highlighters, ...furtherHighlighters }).map(([name, { markup }]) => [
  `code/${name}`,
  [...snippets, ...furtherSnippets].map(([language, code]) => markup(code, language)).join('<hr>'),
])

const inlinePages = [
  // The name of a case begins with its subject.
  ...Map.groupBy(readCases('scrape/inline-cases.txt'), ({ name }) => name.split(': ')[0] ?? ''),
].map(([name, cases]) => [
  `inline/${name}`,
  cases.map(({ parts: [html] }) => `<section>${html}</section>`).join(''),
])

const noticePages = [
  ...[...pagesThatStay, ...pagesToClean].map((page) => [
    `notices/${page.lang} ${page.name}`,
    documentOf(page),
  ]),
  ...Object.entries({ ...layersThatStay, ...layersToHide }).map(([name, html]) => [`layers/${name}`, html]),
]

const mainContentPages = ['main-pages', 'further-main-pages']
  .flatMap((file) => readCases(`scrape/${file}.txt`))
  .map(({ name, parts: [html = ''] }) => [`main/${name}`, html])

const capturedPages = [...readPages('capture'), ...readPages('steps'), ...readPages('scrape')]

const quick = { format: 'png', viewport_width: 600, viewport_height: 400, block_annoyance: 'none' }

const samplesOf = (
  pages: readonly (readonly string[])[],
  operation: RenderOperationId,
  ...requests: Record<string, unknown>[]
): Sample[] =>
  pages.flatMap(([name = '', html = '']) =>
    requests.map((request) => ({
      name: `${name} ${operation} ${JSON.stringify(request)}`,
      html,
      operation,
      request: { timeout: 20, ...request },
    })),
  )

/** The pages of the repository, each with the requests that its rules are for. */
export const corpora: readonly Sample[] = [
  ...samplesOf(
    capturedPages,
    'screenshot',
    quick,
    { ...quick, full_page: true },
    { ...quick, full_page: true, full_page_scroll: true },
  ),
  ...samplesOf(capturedPages, 'pdf', { block_annoyance: 'none' }),
  ...samplesOf([...capturedPages, ...codePages, ...inlinePages], 'scrape', {
    format: 'md',
    block_annoyance: 'none',
  }),
  ...samplesOf(mainContentPages, 'scrape', {
    format: 'md',
    only_main_content: true,
    block_annoyance: 'none',
  }),
  ...samplesOf(noticePages, 'scrape', { format: 'html', block_annoyance: 'cookies_banner' }),
]
