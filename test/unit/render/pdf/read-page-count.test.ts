import { expect, test } from 'vitest'
import { readPageCount } from '../../../../lib/render/outputs/pdf/read-page-count.ts'

test('the pages of a document come from the root of its page tree', () => {
  const node = (count: number) => `4 0 obj\n<</Type /Pages\n/Count ${count}\n/Kids [5 0 R]>>\nendobj\n`
  expect(readPageCount(Buffer.from(`%PDF-1.4\n${node(8)}${node(3)}${node(11)}<</Type /Page>>`))).toBe(11)
})

test('a title or a description that looks like a node is none', () => {
  const texts = '<</Title (/Type /Pages /Count 77)\n/Alt (\\n<</Type /Pages\\n/Count 77)>>'
  const root = '4 0 obj\n<</Type /Pages\n/Count 2\n/Kids [5 0 R]>>\nendobj\n'
  expect(readPageCount(Buffer.from(`%PDF-1.4\n${texts}\n${root}${texts}`))).toBe(2)
})
