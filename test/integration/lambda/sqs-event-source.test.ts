import { DeleteMessageBatchCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import { expect, onTestFinished, test } from 'vitest'
import type { Lambda } from '../../../local/lambda/create-lambda.ts'
import { sqsQueue } from '../../../local/lambda/events/queue-port.ts'
import {
  type SqsEventSourceOptions,
  startSqsEventSource,
} from '../../../local/lambda/events/start-sqs-event-source.ts'
import { FakeQueue } from './fake-queue.ts'
import { until } from './support.ts'

const start = (options: Pick<SqsEventSourceOptions, 'lambda' | 'queue'> & Partial<SqsEventSourceOptions>) => {
  const lines: string[] = []
  const source = startSqsEventSource({
    functionName: 'work',
    queueArn: 'arn:aws:sqs:us-east-1:000000000000:jobs',
    region: 'us-east-1',
    waitSeconds: 1,
    log: (line) => lines.push(line),
    ...options,
  })
  onTestFinished(() => source.close())
  return { source, lines }
}

/** A function that returns what `respond` returns for each event. */
const fakeLambda = (respond: (event: SQSEvent) => unknown): Pick<Lambda, 'invoke'> => ({
  invoke: async (_name, event) => ({
    kind: 'buffered',
    requestId: '',
    payload: Buffer.from(JSON.stringify((await respond(event as SQSEvent)) ?? null)),
  }),
})

test('a function that throws leaves its whole batch in the queue, and the log says so', async () => {
  const queue = new FakeQueue({ visibilityMs: 60_000 })
  queue.send('a', 'b')
  const { lines } = start({
    queue,
    lambda: fakeLambda(() => Promise.reject(new Error('no luck'))),
  })
  await until(() => lines.length === 1)
  expect(lines[0]).toBe('arn:aws:sqs:us-east-1:000000000000:jobs: 2 messages failed: Error: no luck')
  expect(queue.size).toBe(2)
})

test('a batch whose function throws is delivered again soon, not after the visibility timeout', async () => {
  const queue = new FakeQueue({ visibilityMs: 60_000 })
  queue.send('a', 'b')
  let calls = 0
  start({
    queue,
    retrySeconds: 0.01,
    lambda: fakeLambda(() => (calls++ === 0 ? Promise.reject(new Error('killed')) : null)),
  })
  await until(() => queue.size === 0)
  expect(calls).toBe(2)
})

test.each([
  ['nothing', () => null, []],
  ['an empty list', () => ({ batchItemFailures: [] }), []],
  ['one message', ({ Records }: SQSEvent) => failures(Records[1]?.messageId), ['b']],
  ['a message that was not in the batch', () => failures('unknown'), ['a', 'b', 'c']],
  ['an empty identifier', () => failures(''), ['a', 'b', 'c']],
  ['no identifier', () => ({ batchItemFailures: [{}] }), ['a', 'b', 'c']],
])('a function that reports %s as failed keeps the right messages', async (_what, respond, kept) => {
  const queue = new FakeQueue({ visibilityMs: 60_000 })
  queue.send('a', 'b', 'c')
  let hasResponded = false
  const { source } = start({
    queue,
    lambda: fakeLambda((event) => {
      hasResponded = true
      return respond(event)
    }),
  })
  await until(() => hasResponded)
  await source.close()
  expect(queue.bodies).toEqual(kept)
})

const failures = (id: string | undefined) => ({ batchItemFailures: [{ itemIdentifier: id }] })

test('events are as SQS sends them', async () => {
  const queue = new FakeQueue({ visibilityMs: 60_000 })
  queue.send('a')
  const events: SQSEvent[] = []
  start({ queue, lambda: fakeLambda((event) => void events.push(event)) })
  await until(() => events.length === 1)
  expect(events[0]?.Records).toEqual([
    {
      messageId: expect.any(String),
      receiptHandle: expect.any(String),
      body: 'a',
      attributes: expect.objectContaining({ ApproximateReceiveCount: '1' }),
      messageAttributes: {},
      md5OfBody: expect.any(String),
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:jobs',
      awsRegion: 'us-east-1',
    },
  ])
})

test('no more events run than allowed, and every message is processed once', async () => {
  const queue = new FakeQueue({ visibilityMs: 60_000 })
  queue.send(...Array.from({ length: 200 }, (_, index) => `m${index}`))
  const bodies: string[] = []
  let running = 0
  let mostRunning = 0
  start({
    queue,
    maxConcurrency: 4,
    lambda: fakeLambda(async ({ Records }) => {
      mostRunning = Math.max(mostRunning, ++running)
      bodies.push(...Records.map(({ body }) => body))
      await new Promise(setImmediate)
      running--
    }),
  })
  await until(() => queue.size === 0)
  expect(mostRunning).toBe(4)
  expect(bodies).toHaveLength(200)
  expect(new Set(bodies).size).toBe(200)
})

test('a failed poll is logged and repeated', async () => {
  const queue = new FakeQueue({ visibilityMs: 60_000 })
  queue.failNextReceive(new Error('connection refused'))
  queue.send('a')
  const { lines } = start({ queue, maxConcurrency: 1, lambda: fakeLambda(() => null) })
  await until(() => queue.size === 0)
  expect(lines).toEqual(['arn:aws:sqs:us-east-1:000000000000:jobs: Error: connection refused'])
})

test('closing ends a long poll immediately', async () => {
  const queue = new FakeQueue({ visibilityMs: 60_000 })
  const { source } = start({ queue, waitSeconds: 20, lambda: fakeLambda(() => null) })
  const startMs = performance.now()
  await source.close()
  expect(performance.now() - startMs).toBeLessThan(10_000)
})

test('requests to the SDK client and its responses have the format of SQS', async () => {
  const sent: unknown[] = []
  const messages = [
    {
      MessageId: 'id',
      ReceiptHandle: 'handle',
      Body: 'text',
      MD5OfBody: 'md5',
      Attributes: { ApproximateReceiveCount: '2' },
    },
  ]
  const send = async (command: { input: unknown }) => {
    sent.push(command.input)
    if (command instanceof ReceiveMessageCommand) return { Messages: messages }
    if (command instanceof DeleteMessageBatchCommand) return { Failed: [{ Id: '1', Message: 'gone' }] }
    return {}
  }
  const queue = sqsQueue({ send } as unknown as SQSClient, 'http://127.0.0.1/queue')
  const { signal } = new AbortController()
  expect(await queue.receive({ maxMessages: 7, waitSeconds: 3, signal })).toEqual([
    {
      messageId: 'id',
      receiptHandle: 'handle',
      body: 'text',
      attributes: { ApproximateReceiveCount: '2' },
      messageAttributes: {},
      md5OfBody: 'md5',
    },
  ])
  await expect(queue.deleteBatch(['h0', 'h1'])).rejects.toThrow('1 messages could not be deleted: gone')
  expect(sent).toMatchObject([
    { QueueUrl: 'http://127.0.0.1/queue', MaxNumberOfMessages: 7, WaitTimeSeconds: 3 },
    {
      Entries: [
        { Id: '0', ReceiptHandle: 'h0' },
        { Id: '1', ReceiptHandle: 'h1' },
      ],
    },
  ])
})
