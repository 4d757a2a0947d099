import { expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import { attemptsMax } from '../../../lib/core/requests/worker-times.ts'
import { createResultStore } from '../../../lib/store/results.ts'
import {
  drain,
  laterRequest,
  type RequestWorld,
  startAccountWorld,
  type WorkerDeps,
} from '../../support/jobs/request-world.ts'

test('a request that cannot be queued returns 500, is recorded as failed, and uses no hit', async () => {
  const { world, account } = await startAccountWorld()
  const queues = {
    ...world.queues,
    sendRender: async () => {
      throw new Error('The queue was deleted')
    },
  }
  const request = laterRequest(world, account, { idempotencyKey: 'k' })
  await expect(world.accept({ queues })(request)).rejects.toMatchObject({ statusCode: 500 })
  expect(await world.requests.find({ accountId: account.id, id: request.requestId })).toMatchObject({
    status: 'failed',
    counted: false,
  })
  expect(await world.hitsUsed(account.id)).toBe(0)
  // The key is free for the next try.
  const again = laterRequest(world, account, { idempotencyKey: 'k' })
  expect(await world.accept()(again)).toMatchObject({ requestId: again.requestId, isRepeat: false })
})

test('if neither queue can be reached, a repeat with the same key is a new request, and the log says what the sweep completes', async () => {
  const { world, account } = await startAccountWorld()
  const options = {
    idempotencyKey: 'order-1234',
    webhook_url: 'https://hooks.example.com/done',
    webhook_errors: true,
  }
  const failed = laterRequest(world, account, options)
  const unreachable = async () => {
    throw new Error('SQS is down.')
  }
  const queues = { ...world.queues, sendRender: unreachable, sendWebhook: unreachable }
  await expect(world.accept({ queues })(failed)).rejects.toThrow(
    'The request could not be queued. Send it again.',
  )
  const key = { accountId: account.id, id: failed.requestId }
  expect(await world.requests.find(key)).toMatchObject({ status: 'failed', webhook: { status: 'pending' } })
  expect(world.lines).toMatchObject([{ requestId: failed.requestId, message: 'request not finalized' }])
  const repeat = await world.accept()(laterRequest(world, account, options))
  expect(repeat.isRepeat).toBe(false)
  expect(await world.hitsUsed(account.id)).toBe(1)
})

/** As the SDK throws it. */
const throttled = () =>
  Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException', $metadata: {} })

/** Throws instead of the first calls, as many as use up the attempts. */
const failing = <Args extends unknown[], T>(
  call: (...args: Args) => Promise<T>,
  isFailing = (count: number) => count <= attemptsMax,
) => {
  let count = 0
  return async (...args: Args) => {
    count += 1
    if (isFailing(count)) throw throttled()
    return call(...args)
  }
}

/** Throws after the first calls have taken effect. */
const unanswered = <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) => {
  const respond = failing(async (value: T) => value)
  return async (...args: Args) => respond(await call(...args))
}

const everySecond = (count: number) => count % 2 === 1

test.each<[string, (world: RequestWorld) => Partial<WorkerDeps>]>([
  ['its file cannot be stored', ({ files }) => ({ files: { ...files, put: failing(files.put) } })],
  [
    'its end cannot be recorded',
    ({ requests }) => ({ requests: { ...requests, finish: failing(requests.finish) } }),
  ],
  [
    'its end cannot be recorded, and its lease is released only the second time',
    ({ requests: { finish, release, ...requests } }) => ({
      requests: { ...requests, finish: failing(finish), release: failing(release, everySecond) },
    }),
  ],
  [
    'the responses to its claims are lost',
    ({ requests }) => ({ requests: { ...requests, claim: unanswered(requests.claim) } }),
  ],
])('a request uses up no attempt while %s', async (_case, fail) => {
  const { world, accept } = await startAccountWorld()
  const key = await accept()
  await drain(world, world.worker(fail(world)))
  expect(world.lines.map(({ outcome }) => outcome)).toEqual(['error', 'error', 'error', 'done'])
  const record = await world.requests.find(key)
  expect(record).toMatchObject({ status: 'done', attempts: 1 })
  expect(record).not.toHaveProperty('claimId')
})

test.each(['RequestTimeout', 'IncompleteBody', 'BadDigest', 'ExpiredToken', 'InvalidToken'])(
  'a file that S3 refuses with 400 %s uses up no attempt of its request',
  async (name) => {
    const { world, accept } = await startAccountWorld()
    const key = await accept()
    let calls = 0
    const send = async () => {
      calls += 1
      if (calls <= attemptsMax)
        throw Object.assign(new Error('No.'), { name, $metadata: { httpStatusCode: 400 } })
      return {}
    }
    const files = createResultStore({ s3: { send }, bucket: '', log: silentLogger })
    await drain(world, world.worker({ files }))
    expect(await world.requests.find(key)).toMatchObject({ status: 'done', attempts: 1 })
  },
)

test.each(['MetadataTooLarge', 'InvalidArgument', 'KeyTooLongError'])(
  'a file that S3 refuses with 400 %s uses up the attempts of its request',
  async (name) => {
    const { world, accept } = await startAccountWorld()
    const key = await accept()
    const send = async () => {
      throw Object.assign(new Error('No.'), { name, $metadata: { httpStatusCode: 400 } })
    }
    const files = createResultStore({ s3: { send }, bucket: '', log: silentLogger })
    await drain(world, world.worker({ files }))
    expect(world.lines.map(({ outcome }) => outcome)).toEqual(['retry', 'retry', 'failed'])
    expect(world.lines[0]).toMatchObject({
      cause: expect.stringContaining(`S3 refused the object: ${name}: No.`),
    })
    expect(await world.requests.find(key)).toMatchObject({
      status: 'failed',
      attempts: attemptsMax,
      error: { code: 'internal_error' },
    })
  },
)

test('a message that cannot be hidden, and a cache that cannot be written, do not fail a render', async () => {
  const { world, account } = await startAccountWorld()
  const { requestId } = await world.accept()(laterRequest(world, account, { cache: true }))
  const cache = {
    ...world.cache,
    put: async () => {
      throw new Error('throttled')
    },
  }
  const key = { accountId: account.id, id: requestId }
  const performed = await world.worker({ cache })(key, {
    remainingMs: () => 100_000,
    extendVisibility: async () => {
      throw new Error('throttled')
    },
    signal: new AbortController().signal,
    report: {} as never,
    invocationId: 'one',
  })
  expect(performed).toMatchObject({ outcome: 'done' })
  expect(world.lines.map(({ message }) => message)).toEqual(['visibility not extended', 'result not cached'])
})

test('accounts that cannot be read temporarily cost no attempt, and not the time of a whole lease', async () => {
  const { world, accept } = await startAccountWorld()
  const key = await accept()
  let finds = 0
  const accounts = {
    findStatus: async (id: string) => {
      finds += 1
      if (finds === 1) throw new Error('throttled')
      return world.accounts.findStatus(id)
    },
  }
  await drain(world, world.worker({ accounts }))
  expect(world.lines.map(({ outcome, retrySeconds }) => [outcome, retrySeconds])).toEqual([
    ['error', 5],
    ['done', undefined],
  ])
  expect(await world.requests.find(key)).toMatchObject({
    status: 'done',
    attempts: 1,
  })
})

test('if the key cannot be forgotten, the caller still learns that the request was not queued', async () => {
  const { world, account } = await startAccountWorld()
  const request = laterRequest(world, account, { idempotencyKey: 'order-1234' })
  const unreachable = async () => {
    throw new Error('AWS is down.')
  }
  const accept = world.accept({
    queues: { ...world.queues, sendRender: unreachable },
    idempotency: { ...world.idempotency, release: unreachable },
  })
  await expect(accept(request)).rejects.toThrow('could not be queued')
  expect(world.lines).toMatchObject([
    { requestId: request.requestId, message: 'idempotency key not released' },
  ])
})
