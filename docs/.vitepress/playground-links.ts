import type { MarkdownRenderer } from 'vitepress'
import { operations } from '../../lib/schema/operations.ts'
import { renderOperationIds } from '../../lib/schema/render-operations.ts'
import { readSamples, type Sample } from '../../scripts/generate/samples.ts'
import { type RenderCall, readPairs, toSearch, type Values } from '../../web/src/parameters/form-values.ts'

const operationWith = (isIt: (id: (typeof renderOperationIds)[number]) => boolean) =>
  renderOperationIds.find(isIt)

/** Returns the render that a sample makes, or whose task it creates. */
export const toCall = ({ method, path, parameters = {} }: Sample): RenderCall | undefined => {
  if (method === 'POST' && path === '/v1/tasks') {
    const operation = operationWith((id) => id === parameters['api'])
    return (
      operation && {
        operation,
        values: readPairs(operation, new URLSearchParams(String(parameters['query']))),
      }
    )
  }
  const operation = operationWith((id) => operations[id].path === path)
  return operation && { operation, values: parameters as Values }
}

const toAnchor = (call: RenderCall, toAttribute: (text: string) => string): string =>
  `<p class="playground-link"><a href="/dashboard/playground?${toAttribute(toSearch(call))}" target="_self" data-call="${toAttribute(JSON.stringify(call))}">Open in the playground</a></p>\n`

const sampleIn = (comment: string): Sample | undefined =>
  readSamples(`${comment.trimEnd()}\n<!-- end of sample -->`)[0]

/** Adds a link to the playground after each sample that renders. On GitHub, where no playground is, the page has none. */
export const linkSamples = (markdown: MarkdownRenderer): void => {
  const { escapeHtml } = markdown.utils
  markdown.core.ruler.push('link-samples', (state) => {
    let sample: Sample | undefined
    for (const token of state.tokens.filter(({ type }) => type === 'html_block')) {
      sample = sampleIn(token.content) ?? sample
      const isEnd = token.content.startsWith('<!-- end of sample -->')
      const call = isEnd && sample ? toCall(sample) : undefined
      if (call) token.content += toAnchor(call, escapeHtml)
    }
  })
}
