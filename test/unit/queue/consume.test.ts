import type { SQSRecord } from 'aws-lambda'
import { describe, expect, test } from 'vitest'
import { pause } from '../../../lib/base/timers.ts'
import { silentMetrics } from '../../../lib/core/telemetry/metrics-publisher.ts'
import { type ConsumerOptions, createConsumer } from '../../../lib/queue/consume.ts'
import { inFakeTime } from '../../support/in-fake-time.ts'

interface Message {
  name: string
}

const record = (name: string, body = JSON.stringify({ name }), receiveCount = 1): SQSRecord =>
  ({
    messageId: name,
    receiptHandle: `handle ${name}`,
    body,
    attributes: { ApproximateReceiveCount: String(receiveCount), SentTimestamp: '400' },
  }) as unknown as SQSRecord

const context = { awsRequestId: 'one', getRemainingTimeInMillis: () => 9_000 }

const setUp = (
  handle: ConsumerOptions<Message>['handle'],
  more: Partial<
    Pick<
      ConsumerOptions<Message>,
      'changeVisibility' | 'isParallel' | 'settled' | 'outageWaitMaxSeconds' | 'more'
    >
  > = {},
) => {
  const lines: Record<string, unknown>[] = []
  const hidden: [string, number][] = []
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, ...fields, message })
  const consume = createConsumer<Message>({
    queue: 'q',
    decode: (body) => (body.startsWith('{"name"') ? JSON.parse(body) : undefined),
    handle,
    describe: ({ name }) => ({ name }),
    changeVisibility: async (handle, seconds) => void hidden.push([handle, seconds]),
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    metrics: silentMetrics,
    nowMs: () => 1_000,
    ...more,
  })
  return { lines, hidden, consume: (...Records: SQSRecord[]) => consume({ Records }, context) }
}

test('a batch ends after its environment has settled, which receives the messages that it must delete if it ends', async () => {
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const told: (readonly string[])[] = []
  const { consume } = setUp(
    async ({ name }) => (name === 'b' ? { outcome: 'retry', retrySeconds: 30 } : { outcome: 'done' }),
    {
      settled(done) {
        told.push(done)
        return ready
      },
    },
  )
  let isOver = false
  const batch = consume(record('a')).then(() => {
    isOver = true
  })
  await new Promise((resume) => setImmediate(resume))
  expect({ told, isOver }).toEqual({ told: [['handle a']], isOver: false })
  resolve()
  await batch
  await consume(record('c'), record('b'), record('d', 'malformed'))
  expect(told[1]).toEqual(['handle c', 'handle d'])
})

test('while a message of a batch is handled, messages that the invocation receives replace the others; only those of the batch are reported', async () => {
  const slow = Promise.withResolvers<void>()
  const handled: string[] = []
  const removed: string[] = []
  const waiting = ['more', 'failed']
  const { consume, lines } = setUp(
    async ({ name }) => {
      handled.push(name)
      if (name === 'slow') await slow.promise
      return name === 'failed' ? { outcome: 'retry', retrySeconds: 5 } : { outcome: 'done' }
    },
    {
      isParallel: true,
      more: {
        async receive() {
          const name = waiting.shift()
          if (name !== undefined) return record(name)
          slow.resolve()
          throw new Error('SQS is away.')
        },
        remove: async (handle) => void removed.push(handle),
        places: 2,
        neededMs: 9_000,
      },
    },
  )
  expect(await consume(record('slow'), record('quick'))).toEqual({ batchItemFailures: [] })
  expect(handled).toEqual(['slow', 'quick', 'more', 'failed'])
  expect(removed).toEqual(['handle quick', 'handle more', 'handle slow'])
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 'warn', cause: expect.stringContaining('SQS is away.') }),
  )
})

test('a batch of one receives more too, again and again while its message is handled, and never more than its places', async () => {
  const waiting = [[], ['a', 'b', 'c'], ['d']]
  let most = 0
  await inFakeTime(async () => {
    let running = 0
    const { consume } = setUp(
      async ({ name }) => {
        running += 1
        most = Math.max(most, running)
        await pause(name === 'slow' ? 3_000 : 300)
        running -= 1
        return { outcome: 'done' }
      },
      {
        isParallel: true,
        more: {
          async receive() {
            const name = waiting[0]?.shift()
            if (name === undefined) waiting.shift()
            return name === undefined ? undefined : record(name)
          },
          remove: async () => {},
          places: 3,
          neededMs: 9_000,
        },
      },
    )
    await consume(record('slow'))
  })
  expect({ waiting, most }).toEqual({ waiting: [], most: 3 })
})

test('an invocation receives no message that could outlast it', async () => {
  const { consume } = setUp(async () => ({ outcome: 'done' }), {
    isParallel: true,
    more: {
      receive: () => Promise.reject(new Error('It must not receive.')),
      remove: async () => {},
      places: 3,
      neededMs: 9_001,
    },
  })
  expect(await consume(record('a'), record('b'))).toEqual({ batchItemFailures: [] })
})

test('each message is handled separately: the failed ones stay, hidden for the delay of their handler', async () => {
  const { consume, hidden, lines } = setUp(async ({ name }) =>
    name === 'b' ? { outcome: 'retry', retrySeconds: 30 } : { outcome: 'done', fields: { extra: 1 } },
  )
  expect(await consume(record('a'), record('b'), record('c'))).toEqual({
    batchItemFailures: [{ itemIdentifier: 'b' }],
  })
  expect(hidden).toEqual([['handle b', 30]])
  expect(lines).toEqual([
    {
      level: 'info',
      queue: 'q',
      messageId: 'a',
      receiveCount: 1,
      name: 'a',
      extra: 1,
      outcome: 'done',
      waitedMs: 600,
      totalMs: 0,
      message: 'message',
    },
    expect.objectContaining({ name: 'b', outcome: 'retry', retrySeconds: 30 }),
    expect.objectContaining({ name: 'c', outcome: 'done' }),
  ])
})

describe('a handler that throws', () => {
  test.each([
    [1, 5],
    [3, 60],
    [7, 900],
    [500, 900],
  ])('delivery %i is repeated after %i s, and the log has the cause', async (receiveCount, seconds) => {
    const { consume, hidden, lines } = setUp(async () => {
      throw new Error('throttled at https://user:pw@example.com/path?token=1')
    })
    expect(await consume(record('a', undefined, receiveCount))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'a' }],
    })
    expect(hidden).toEqual([['handle a', seconds]])
    expect(lines).toMatchObject([{ level: 'error', outcome: 'error', retrySeconds: seconds }])
    expect(lines[0]?.['cause']).toContain('throttled at https://example.com/path')
    expect(lines[0]?.['cause']).not.toMatch(/token|pw@/)
  })
})

test.each(['no json', '{}', 'null'])('a body that is not a message is dropped: %s', async (body) => {
  const { consume, lines } = setUp(async () => ({ outcome: 'done' }))
  expect(await consume(record('a', body))).toEqual({ batchItemFailures: [] })
  expect(lines).toMatchObject([{ level: 'error', messageId: 'a', outcome: 'malformed' }])
})

test('a message that cannot be hidden stays anyway, and the log has the cause without secrets', async () => {
  const { consume, lines } = setUp(async () => ({ outcome: 'retry', retrySeconds: 5 }), {
    changeVisibility: async () => {
      throw new Error('gone: https://user:pw@example.com/path?token=1')
    },
  })
  expect(await consume(record('a'))).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }] })
  expect(lines.map(({ message }) => message)).toEqual(['visibility not changed', 'message'])
  expect(lines[0]?.['cause']).toContain('gone: https://example.com/path')
  expect(lines[0]?.['cause']).not.toMatch(/token|pw@/)
})

test('a handler receives its deliveries and its time, and can extend the lease of the message', async () => {
  const seen: unknown[] = []
  const { consume, hidden } = setUp(async (_message, { receiveCount, remainingMs, extendVisibility }) => {
    seen.push(receiveCount, remainingMs())
    await extendVisibility(55)
    return { outcome: 'done' }
  })
  await consume(record('a', undefined, 4))
  expect(seen).toEqual([4, 9_000])
  expect(hidden).toEqual([['handle a', 55]])
})

test.each([
  [false, ['a begins', 'a ends', 'b begins', 'b ends']],
  [true, ['a begins', 'b begins', 'a ends', 'b ends']],
])('the messages of a batch at the same time: %s', async (isParallel, expected) => {
  const order: string[] = []
  const { consume } = setUp(
    async ({ name }) => {
      order.push(`${name} begins`)
      await new Promise(setImmediate)
      order.push(`${name} ends`)
      return { outcome: 'done' }
    },
    { isParallel },
  )
  await consume(record('a'), record('b'))
  expect(order).toEqual(expected)
})

test('a message that was often delivered before its handler threw waits at most as long as its queue says', async () => {
  const fail = async () => {
    throw new Error('throttled')
  }
  const { consume, hidden } = setUp(fail, { outageWaitMaxSeconds: 60 })
  await consume(record('new', undefined, 1), record('old', undefined, 9))
  expect(hidden).toEqual([
    ['handle new', 5],
    ['handle old', 60],
  ])
})

test('the line of a message has the trace of its record, even if the work throws', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const { lines, consume } = setUp(async ({ name }, { follow }) => {
    follow(name === 'own' ? {} : { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
    if (name === 'fails') throw new Error('no table')
    return { outcome: 'done' }
  })
  await consume(record('works'), record('fails'), record('own'))
  expect(lines.map(({ outcome, traceId: logged }) => [outcome, logged])).toEqual([
    ['done', traceId],
    ['error', traceId],
    ['done', undefined],
  ])
})
