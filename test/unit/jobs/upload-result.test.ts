import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { uploadResult } from '../../../lib/jobs/upload-result.ts'
import { account } from '../../support/jobs/webhook-store.ts'

const common = { name: 'a.png', contentType: 'image/png', extension: 'png', headers: {}, sha256: '' }
const result = { ...common, bytes: 3, expires: 1, created: 1 }
const upload = { record: { result }, state: { url: 'https://bucket.example.com/a.png' }, account }
const findKey = () => Promise.reject(new Error('must not be called'))

test('the time until the bucket responds is part of the limit', async () => {
  const limits: (number | undefined)[] = []
  const deps = {
    ...{ findKey, nowMs: Date.now },
    files: {
      async open() {
        await pause(50)
        return Readable.from(['abc'])
      },
    },
    async post(_url: string, _message: object, limitMs?: number) {
      limits.push(limitMs)
      return { status: 200 }
    },
  }
  expect(await uploadResult(deps, { ...upload, limitMs: 60_000 })).toEqual({ status: 200 })
  expect(limits).toEqual([expect.any(Number)])
  expect(limits[0]).toBeLessThan(59_960)
})

test('a bucket that responds too late is no attempt, and its response is closed', async () => {
  const late = Promise.withResolvers<Readable>()
  const post = () => Promise.reject(new Error('must not be called'))
  const uploading = uploadResult(
    { findKey, nowMs: Date.now, files: { open: () => late.promise }, post },
    { ...upload, limitMs: 20 },
  )
  await expect(uploading).rejects.toThrow(/not done after \d+ ms/)
  const body = Readable.from(['abc'])
  late.resolve(body)
  await expect.poll(() => body.destroyed).toBe(true)
})
