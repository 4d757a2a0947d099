import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { escapeHtml } from './markup.ts'

const fileOf = (operationId: string) => new URL(`examples/${operationId}.txt`, import.meta.url)

/** Returns a request and its actual response from `examples/<operation>.txt`, where `---` separates the two. */
export const readExample = async (
  operationId: string,
): Promise<{ request: string; response: string } | undefined> => {
  if (!existsSync(fileOf(operationId))) return undefined
  const text = await readFile(fileOf(operationId), 'utf8')
  const [request = '', ...response] = text.split('\n---\n')
  return { request, response: response.join('\n---\n') }
}

/** Returns the operation's example for the reference page, or an empty string if it has none. */
export const toExample = async (operationId: string): Promise<string> => {
  const example = await readExample(operationId)
  if (!example) return ''
  const blocks = [example.request, example.response].map(
    (text) => `<pre><code>${escapeHtml(text.trimEnd())}</code></pre>`,
  )
  return `<h3 id="${operationId}-example">Example</h3>\n${blocks.join('\n')}`
}
