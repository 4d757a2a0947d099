import { expect, test } from 'vitest'
import { operations, type RenderOperationId } from '../../../lib/schema/operations.ts'
import { type CommandCounts, countCommands } from '../../support/render/count-commands.ts'
import { startOperationsFixture } from '../../support/render/operations.ts'
import { page } from '../../support/sites/fixture-server.ts'

const paragraph = `<p>${'A lamp that smokes needs a shorter wick, and a chimney without soot. '.repeat(6)}</p>`
const article = `<title>Lamps</title><style>body { font: 16px/1.5 sans-serif; margin: 2em auto; width: 40em }</style>
<header><a href="/">Home</a></header><main><article><h1>Lamps</h1>${paragraph.repeat(40)}</article></main><footer>Imprint</footer>`
const { render } = await startOperationsFixture({ '/': page(article) })

const options = { url: '/', viewport_width: 1280, viewport_height: 1080, format: 'jpeg' }

interface Budget extends CommandCounts {
  operation: RenderOperationId
  request: Record<string, unknown>
}

/** What a render of the article may cost the browser. A change that raises a number says why in its commit. */
const budgets: Record<string, Budget> = {
  'a screenshot': { operation: 'screenshot', request: options, commands: 33, calls: 2, frames: 10 },
  'a full page': {
    operation: 'screenshot',
    request: { ...options, full_page: true },
    commands: 42,
    calls: 8,
    frames: 16,
  },
  'a full page that is scrolled through': {
    operation: 'screenshot',
    request: { ...options, full_page: true, full_page_scroll: true },
    commands: 51,
    calls: 17,
    frames: 150,
  },
  Markdown: { operation: 'scrape', request: { url: '/', format: 'md' }, commands: 34, calls: 3, frames: 10 },
  'a PDF': { operation: 'pdf', request: { url: '/' }, commands: 43, calls: 6, frames: 10 },
}

/** On a busy machine, a page is asked again whether it has drawn, and more frames begin while the page loads. */
const rendersMax = 6

const kinds = ['commands', 'calls', 'frames'] as const

// The first render starts the browser.
await render(operations.screenshot, options)

test.for(Object.entries(budgets))(
  '%s stays within its budget',
  async ([, { operation, request, ...budget }]) => {
    const lowest = { commands: Infinity, calls: Infinity, frames: Infinity }
    const isWithin = () => kinds.every((kind) => lowest[kind] <= budget[kind])
    for (let index = 0; index < rendersMax && !isWithin(); index++) {
      const counts = await countCommands(() => render(operations[operation], request))
      for (const kind of kinds) lowest[kind] = Math.min(lowest[kind], counts[kind])
    }
    expect(lowest).toEqual(
      Object.fromEntries(kinds.map((kind) => [kind, expect.toSatisfy((count) => count <= budget[kind])])),
    )
  },
)
