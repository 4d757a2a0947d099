import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeCause } from '../../../lib/base/describe-cause.ts'

test('a cause is described without the credentials and the query of its URLs', () => {
  const described = describeCause(
    new Error('failed at https://user:pw@example.com/a?token=1 and http://b.example/?c'),
  )
  expect(described).toContain('failed at https://example.com/a and http://b.example/')
  expect(described).not.toMatch(/pw|token|\?c/)
  expect(describeCause('http://u:p@s@example.com/')).toBe('http://example.com/')
  expect(describeCause('wss://u:p@a.example/s?t=1 blob:http://a.example/1?t file:///etc/a?t')).toBe(
    'wss://a.example/s blob:http://a.example/1 file:///etc/a',
  )
  expect(describeCause('data:text/html,<p>token javascript:token')).toBe('data:… javascript:…')
})

const lib = join(import.meta.dirname, '../../../../lib')

test('every cause in a log line is described', () => {
  const raw = globSync('**/*.ts', { cwd: lib }).filter((file) =>
    /cause: (?:String\(|`|\w+\.(?:message|stack)\b)/.test(readFileSync(join(lib, file), 'utf8')),
  )
  expect(raw).toEqual([])
})
