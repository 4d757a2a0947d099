import { expect, test } from 'vitest'
import { parseHostsFile } from '../../../../lib/core/network/hosts-file.ts'

test.each([
  ['one name', '10.0.0.1 a.test', { 'a.test': ['10.0.0.1'] }],
  [
    'several names and tabs',
    '10.0.0.1\ta.test  B.test\r',
    { 'a.test': ['10.0.0.1'], 'b.test': ['10.0.0.1'] },
  ],
  ['both families', '127.0.0.1 a.test\n::1 a.test', { 'a.test': ['127.0.0.1', '::1'] }],
  ['comments', '# 10.0.0.1 a.test\n10.0.0.2 b.test # c.test', { 'b.test': ['10.0.0.2'] }],
  ['a line without an address', 'a.test b.test\n\n', {}],
  ['a zone', 'fe80::1%lo0 a.test', {}],
  ['a name that is none', '10.0.0.1 a/b', {}],
])('%s', (_name, text, expected) => {
  expect(Object.fromEntries(parseHostsFile(text))).toEqual(expected)
})
