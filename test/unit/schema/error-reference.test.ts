import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as errors from '../../../lib/base/errors.ts'
import { errorReference, recordErrorReference, toErrorEntry } from '../../../lib/schema/error-reference.ts'
import type { AppErrorClass } from '../../../lib/schema/operation-rows.ts'
import { generateReferencePages } from '../../../scripts/generate/reference.ts'
import { fillSamples } from '../../../scripts/generate/samples.ts'

const isErrorClass = (value: unknown): value is AppErrorClass =>
  typeof value === 'function' && value.prototype instanceof errors.AppError

const classes = Object.values<unknown>(errors).filter(isErrorClass)

test('every error class is in the reference, with its own code', () => {
  const codes = classes.map((errorClass) => toErrorEntry(errorClass).code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(errorReference.map(({ code }) => code).sort()).toEqual(codes.sort())
})

test('the codes that jobs write into records are in the reference', async () => {
  const jobsDir = join(import.meta.dirname, '../../../lib/jobs')
  const names = (await readdir(jobsDir, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const sources = await Promise.all(names.map((name) => readFile(join(jobsDir, name), 'utf8')))
  const written = sources.flatMap((source) =>
    [...source.matchAll(/: RequestError = \{\s*code: '(\w+)'/g)].map(([, code = '']) => code),
  )
  const responses = new Set(errorReference.map(({ code }) => code))
  const ofRecords = new Set(written.filter((code) => !responses.has(code)))
  expect([...ofRecords].sort()).toEqual(recordErrorReference.map(({ code }) => code).sort())
})

test('the body of an error has exactly four fields', () => {
  expect(
    JSON.parse(JSON.stringify(new errors.InvalidParameterError('what is wrong', { cause: 'hidden' }))),
  ).toEqual({
    statusCode: 400,
    error: 'Bad Request',
    message: 'what is wrong',
    code: 'invalid_parameter',
  })
})

const docsDir = join(import.meta.dirname, '../../../docs')

test.each([...generateReferencePages()])(
  'docs/reference/%s is current; `node scripts/generate/reference.ts` rewrites it',
  async (name, text) => {
    expect(await readFile(join(docsDir, 'reference', name), 'utf8')).toBe(text)
  },
)

test('the code of every call in the documentation is current', async () => {
  for (const name of await readdir(docsDir, { recursive: true })) {
    if (!name.endsWith('.md')) continue
    const markdown = await readFile(join(docsDir, name), 'utf8')
    expect(markdown, name).toBe(fillSamples(markdown))
  }
})
