import * as z from 'zod'
import { pageUrl } from '../../schema/fields/source.ts'
import { SnapshotOptions } from '../../schema/snapshot.ts'
import type { SnapshotDocument } from '../../schema/snapshot-document.ts'
import { defineTool, fromApi, otherOptions, readsTheWeb, textContent } from '../tool.ts'
import { resultLink } from './result-link.ts'

const { outputs, wait_for_selector } = SnapshotOptions.shape

export const snapshot = defineTool({
  name: 'snapshot',
  title: 'Take several outputs of a page',
  description:
    'Loads a web page once and returns links to several outputs that show the same state of it: images, PDF, Markdown, HTML, links. The output metadata, with description, Open Graph and JSON-LD, is part of the response. Read a file with resources/read. Uses one render of the quota.',
  input: z.strictObject({
    url: fromApi(pageUrl),
    outputs: fromApi(outputs),
    wait_for_selector: fromApi(wait_for_selector),
    options: otherOptions('snapshot'),
  }),
  annotations: readsTheWeb,
  async run({ options, ...given }, api) {
    const { body } = await api.send('POST', '/v1/snapshot', { ...given, ...options })
    const document = JSON.parse(body.toString()) as z.output<typeof SnapshotDocument>
    const links = Object.entries(document.outputs).map(([title, file]) => resultLink({ ...file, title }))
    return { content: [...links, textContent(JSON.stringify(document, null, 1))] }
  },
})
