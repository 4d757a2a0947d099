import { randomBytes, randomUUID } from 'node:crypto'
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { defaultTiers } from '../../../lib/core/access/tiers.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { createCompareResults } from '../../../lib/jobs/compare-results.ts'
import { createDeleteRequest } from '../../../lib/jobs/delete-request.ts'
import { createResults } from '../../../lib/jobs/results.ts'
import type { CompareOptions } from '../../../lib/schema/compare.ts'
import { resultsBucket } from '../../../local/storage.ts'
import { tableNames } from '../../../local/tables.ts'
import {
  artifact,
  drain,
  laterRequest,
  type RequestWorld,
  readResult,
  startRequestWorld,
} from '../../support/jobs/request-world.ts'
import { objectKeys } from '../../support/service/embedded-data.ts'

const world = await startRequestWorld({ onEnd: afterAll })
/** Returns a comparison whose requests have ids. */
const createCompare = (changed: Partial<Parameters<typeof createCompareResults>[0]> = {}) => {
  const results = createResults(world.performDeps)
  const compareResults = createCompareResults({ ...world, tiers: defaultTiers, results, ...changed })
  return (account: Parameters<typeof compareResults>[0], options: CompareOptions) =>
    compareResults(account, options, {
      requestId: createRequestId(world.nowMs(), randomBytes(10)),
      renderName: randomUUID(),
    })
}
const compare = createCompare()

type TestAccount = Awaited<ReturnType<RequestWorld['createAccount']>>

/** Stores texts as results of an account, and returns the ids of their requests. */
const store = async <const T extends readonly (string | Buffer)[]>(account: TestAccount, texts: T) => {
  const ids: string[] = []
  for (const text of texts) {
    const body = Buffer.from(text)
    world.behaviour.render = async () => ({
      ...artifact,
      body,
      ...(typeof text === 'string'
        ? { contentType: 'text/markdown', extension: 'md' }
        : { contentType: 'image/png', extension: 'png' }),
    })
    const request = laterRequest(world, account)
    await world.accept()(request)
    await drain(world)
    ids.push(request.requestId)
  }
  return ids as { [K in keyof T]: string }
}

const files = () => objectKeys(world.dataDir, resultsBucket, '')

describe('the differences of two results', () => {
  test.each(['before', 'after'] as const)('are one file, which is deleted with `%s`', async (deleted) => {
    const account = await world.createAccount()
    const [before, after] = await store(account, ['Price: 10\n', 'Price: 12\n'])
    const stored = files()
    const first = await compare(account, { before, after, threshold: 0 })
    const name = first.difference?.name ?? ''
    expect((await readResult(world, name)).body).toContain('+Price: 12')
    expect(await compare(account, { before, after, threshold: 0.5 })).toMatchObject({ difference: { name } })
    const key = `cache/${name}`
    expect(files().sort()).toEqual([...stored, key].sort())
    const id = { before, after }[deleted]
    await createDeleteRequest(world.performDeps)({ accountId: account.id, id })
    expect(files()).not.toContain(key)
  })

  test('are no file without a record that names it', async () => {
    const account = await world.createAccount()
    const [before, after] = await store(account, ['Price: 10\n', 'Price: 12\n'])
    const stored = files()
    const requests: RequestWorld['requests'] = {
      ...world.requests,
      async addDifference(key, name) {
        await createDeleteRequest(world.performDeps)(key)
        return world.requests.addDifference(key, name)
      },
    }
    const other = createCompare({ requests })
    await expect(other(account, { before, after, threshold: 0 })).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('`before`'),
    })
    expect(files().every((name) => stored.includes(name))).toBe(true)
  })

  test('of more results than a record can name are refused unread, and known ones are not', async () => {
    const account = await world.createAccount()
    const [before, after, other] = await store(account, ['one\n', 'two\n', 'three\n'])
    const options = { before, after, threshold: 0 }
    const { difference } = await compare(account, options)
    const key = { accountId: account.id, id: before }
    const names = Array.from({ length: 99 }, (_, index) => `name ${index}`)
    await world.cloud.dynamo.send(
      new UpdateItemCommand({
        TableName: tableNames.requests,
        Key: marshall(key),
        UpdateExpression: 'ADD differences :names',
        ExpressionAttributeValues: marshall({ ':names': new Set(names) }),
      }),
    )
    const unread = createCompare({
      files: { open: () => Promise.reject(new Error('The file was read.')) },
    })
    await expect(unread(account, { ...options, after: other })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringMatching(/^`before` is .+, which differs from 100 other results already/),
    })
    await expect(unread(account, { ...options, before: other, after: before })).rejects.toMatchObject({
      message: expect.stringMatching(/^`after` is /),
    })
    expect(await compare(account, options)).toMatchObject({ difference })
  })
})

test.each([
  ['before', 'text/markdown', 4_000_000, 'A text must have at most 4 MB.'],
  ['after', 'image/png', 50_000_000, 'An image must have at most 50 MB.'],
] as const)(
  'the file of `%s` is refused unread if it is too large: %s',
  async (large, contentType, bytesMax, allowed) => {
    const account = await world.createAccount()
    const [before, after] = await store(account, ['same\n', 'same\n'])
    const id = { before, after }[large]
    const opened: string[] = []
    const compareWith = (bytes: number) => {
      const requests: RequestWorld['requests'] = {
        ...world.requests,
        async find(key) {
          const record = await world.requests.find(key)
          if (!record?.result) return record
          const size = key.id === id ? { bytes } : {}
          return { ...record, result: { ...record.result, contentType, ...size } }
        },
      }
      const files: RequestWorld['files'] = {
        ...world.files,
        open(name) {
          opened.push(name)
          return world.files.open(name)
        },
      }
      return createCompare({ requests, files })(account, { before, after, threshold: 0 })
    }
    const { result } = (await world.requests.find({ accountId: account.id, id })) ?? {}
    await expect(compareWith(bytesMax + 1)).rejects.toMatchObject({
      statusCode: 400,
      message: `\`${large}\` is ${id}, whose file has ${bytesMax + 1} bytes. ${allowed}`,
    })
    expect(opened).not.toContain(result?.name)
    expect(await compareWith(bytesMax)).toMatchObject({ changed: false })
    expect(opened).toContain(result?.name)
  },
)

test('a comparison takes a place of the account, and leaves it', async () => {
  const account = await world.createAccount('free')
  const [before, after] = await store(account, ['one\n', 'two\n'])
  const options = { before, after, threshold: 0 }
  await expect(compare(account, { ...options, after: 'unknown' })).rejects.toMatchObject({ statusCode: 404 })
  for (const name of ['first', 'second']) await world.places.take(account, name)
  await expect(compare(account, options)).rejects.toMatchObject({ statusCode: 429 })
  await world.places.end(account.id, 'first')
  expect(await compare(account, options)).toMatchObject({ changed: true })
  expect(await compare(account, options)).toMatchObject({ changed: true })
})

test('a comparison that succeeds is a hit, and one that fails is none', async () => {
  const account = await world.createAccount('free')
  const [before, after] = await store(account, ['one\n', 'two\n'])
  const options = { before, after, threshold: 0 }
  const used = await world.hitsUsed(account.id)
  await compare(account, options)
  await compare(account, options)
  expect(await world.hitsUsed(account.id)).toBe(used + 2)
  const files = { open: async () => undefined }
  await expect(createCompare({ files })(account, options)).rejects.toMatchObject({ statusCode: 404 })
  expect(await world.hitsUsed(account.id)).toBe(used + 2)
})

test('images with more pixels than the plan allows are not compared', async () => {
  const account = await world.createAccount('free')
  const image = (height: number) =>
    sharp({ create: { width: 1000, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  const [small, large] = await store(account, [await image(500), await image(501)])
  const free = { ...defaultTiers.free, compareMegapixels: 1 }
  const bounded = createCompare({ tiers: { ...defaultTiers, free } })
  const used = await world.hitsUsed(account.id)
  await expect(bounded(account, { before: small, after: large, threshold: 0 })).rejects.toMatchObject({
    statusCode: 402,
    message:
      '`before` and `after` have 1.001 megapixels together. This account has the free plan and compares at most 1.',
  })
  expect(await world.hitsUsed(account.id)).toBe(used)
  expect(
    await bounded(
      { ...account, limits: { compareMegapixels: 2 } },
      { before: small, after: large, threshold: 0 },
    ),
  ).toMatchObject({ changed: true })
})
