import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import { createResultStore } from '../../../lib/store/results.ts'

/** Reads and copies a result while S3 responds with this error. */
const setUp = (name: string) => {
  const lines: object[] = []
  const s3 = { send: () => Promise.reject(Object.assign(new Error('refused'), { name })) }
  const log = { warn: (fields: object, message: string) => void lines.push({ ...fields, message }) }
  const results = createResultStore({ s3, bucket: 'results', log })
  return { lines, open: results.open('a.png'), copied: results.copy('a.png', { name: 'b.png' } as never) }
}

test('a result that the role may not read counts as missing, and the log says so without its name', async () => {
  const { open, copied, lines } = setUp('AccessDenied')
  expect([await open, await copied]).toEqual([undefined, false])
  const line = { object: 'result', message: 'object missing or access denied' }
  expect(lines).toEqual([line, line])
})

/** A bucket that responds as S3 does to a role that cannot list it, for as long as `canRead` returns false to everything. */
const bucketWith = (names: readonly string[], canRead: () => boolean) => ({
  send: async ({ input }: { input: { Key: string } }) => {
    const name = input.Key.slice('cache/'.length)
    if (canRead() && names.includes(name)) return { Body: Readable.from([name]) }
    throw Object.assign(new Error('refused'), { name: 'AccessDenied' })
  },
})

const openWith = (names: readonly string[], canRead: () => boolean) =>
  createResultStore({ s3: bucketWith(names, canRead) as never, bucket: 'results', log: silentLogger }).open(
    'a.png',
    'own.png',
  )

test('next to a file that exists, a missing file differs from a missing permission', async () => {
  expect(await openWith(['own.png'], () => true)).toBeUndefined()
  await expect(openWith(['own.png', 'a.png'], () => false)).rejects.toMatchObject({ name: 'AccessDenied' })
})

test('a file is found whose permission came back between the two reads', async () => {
  let reads = 0
  const stream = await openWith(['own.png', 'a.png'], () => ++reads > 1)
  expect(stream && (await text(stream))).toBe('a.png')
})

test('a result that does not exist is not logged', async () => {
  const { open, copied, lines } = setUp('NoSuchKey')
  expect([await open, await copied]).toEqual([undefined, false])
  expect(lines).toEqual([])
})

test('any other error of S3 is passed on', async () => {
  const { open, copied } = setUp('SlowDown')
  await expect(Promise.allSettled([open, copied])).resolves.toMatchObject([
    { status: 'rejected', reason: { name: 'SlowDown' } },
    { status: 'rejected', reason: { name: 'SlowDown' } },
  ])
})
