import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as errors from '../../../lib/errors.ts'
import { errorReference, toErrorEntry } from '../../../lib/schema/error-reference.ts'
import type { AppErrorClass } from '../../../lib/schema/operations.ts'
import { generateErrorReference, generateParameterReference } from '../../../scripts/generate/reference.ts'

const isErrorClass = (value: unknown): value is AppErrorClass =>
  typeof value === 'function' && value.prototype instanceof errors.AppError

const classes = Object.values<unknown>(errors).filter(isErrorClass)

test('every error class is in the reference, with its own code', () => {
  const codes = classes.map((errorClass) => toErrorEntry(errorClass).code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(errorReference.map(({ code }) => code).sort()).toEqual(codes.sort())
})

test('the body of an error has exactly three fields', () => {
  expect(
    JSON.parse(JSON.stringify(new errors.InvalidParameterError('what is wrong', { cause: 'hidden' }))),
  ).toEqual({
    statusCode: 400,
    error: 'Bad Request',
    message: 'what is wrong',
  })
})

test.each([
  ['errors', generateErrorReference],
  ['parameters', generateParameterReference],
])(
  'docs/reference/%s.md is current; `node scripts/generate/reference.ts` rewrites it',
  async (name, generate) => {
    expect(await readFile(new URL(`../../../docs/reference/${name}.md`, import.meta.url), 'utf8')).toBe(
      generate(),
    )
  },
)
