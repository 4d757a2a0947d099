import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RenderResult } from '../../../lib/schema/render-result.ts'
import { SnapshotDocument } from '../../../lib/schema/snapshot-document.ts'

test.each([
  ['json-responses', RenderResult],
  ['snapshot', SnapshotDocument],
])('the response that the guide %s shows has the form that OpenAPI describes', (name, schema) => {
  const guide = readFileSync(join(import.meta.dirname, `../../../docs/guides/${name}.md`), 'utf8')
  const [, response = ''] =
    /\n```json\n(.*?)\n```/s.exec(guide.slice(guide.indexOf('<!-- end of sample -->'))) ?? []
  expect(schema.safeParse(JSON.parse(response))).toMatchObject({ success: true })
})
