import { expect, test } from 'vitest'
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
