import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRemedy } from '../../../web/src/shared/remedies.ts'

const source = readFileSync(join(import.meta.dirname, '../../../lib/base/errors.ts'), 'utf8')
const codes = [...source.matchAll(/ code = '(\w+)'/g)].map(([, code]) => code ?? '')

test('the dashboard says what to do about every error of the service', () => {
  expect(codes.length).toBeGreaterThan(20)
  expect(codes.filter((code) => findRemedy(code) === undefined)).toEqual([])
})
