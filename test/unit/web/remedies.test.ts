import { expect, test } from 'vitest'
import { errorReference } from '../../../lib/schema/error-reference.ts'
import { findRemedy } from '../../../web/src/shared/remedies.ts'

const codes = errorReference.map(({ code }) => code)

test('the dashboard says what to do about every error of the service', () => {
  expect(codes.length).toBeGreaterThan(20)
  expect(codes.filter((code) => findRemedy(code) === undefined)).toEqual([])
})
