import { DeleteMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, expect, test } from 'vitest'
import { bodiesOf, clientSettings, startTestSqs } from './test-sqs.ts'

const sqs = await startTestSqs()
const { client, createQueue, send, receive, remove, counts } = sqs
afterAll(sqs.close)

test('a message is returned with its system attributes, and the client finds the digest correct', async () => {
  const url = await createQueue('complete')
  const { MessageId } = await send(url, 'héllo')
  const [message] = await receive(url)
  expect(message).toMatchObject({
    MessageId,
    Body: 'héllo',
    Attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: expect.stringMatching(/^\d{13}$/),
      ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
    },
  })
  await remove(url, message)
  expect(await counts(url)).toEqual({ visible: 0, inFlight: 0, delayed: 0 })
})

test('a parameter that would be ignored is refused', async () => {
  const url = await createQueue('attributes')
  const MessageAttributes = { a: { DataType: 'String', StringValue: 'b' } }
  await expect(send(url, 'x', { MessageAttributes })).rejects.toThrow(
    'MessageAttributes in SendMessage is not implemented in the embedded cloud.',
  )
})

test('characters beyond the basic plane are allowed, control characters are not', async () => {
  const url = await createQueue('characters')
  await send(url, 'titre 😀 漢字\t\r\n')
  expect(bodiesOf(await receive(url))).toEqual(['titre 😀 漢字\t\r\n'])
  await expect(send(url, 'a\u0000b')).rejects.toMatchObject({ name: 'InvalidMessageContents' })
  await expect(send(url, '')).rejects.toMatchObject({ name: 'MissingParameter' })
})

test('a message of 1 MiB is accepted, one byte more is refused', async () => {
  const url = await createQueue('size')
  const largest = 'x'.repeat(1024 * 1024 - 2)
  await send(url, `${largest}é`)
  expect(bodiesOf(await receive(url))).toEqual([`${largest}é`])
  await expect(send(url, `${largest}éx`)).rejects.toMatchObject({ name: 'InvalidParameterValue' })
})

test('ten messages are received and deleted by one call each', async () => {
  const url = await createQueue('ten')
  const bodies = Array.from({ length: 10 }, (_, index) => `body ${index}`)
  for (const body of bodies) await send(url, body)
  const messages = await receive(url)
  expect(bodiesOf(messages)).toEqual(bodies)
  const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: `id-${index}`, ReceiptHandle }))
  const deleted = await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }))
  expect(deleted.Successful).toHaveLength(10)
  expect(await counts(url)).toEqual({ visible: 0, inFlight: 0, delayed: 0 })
})

test('a refused entry does not affect the rest of its batch', async () => {
  const url = await createQueue('partial')
  await send(url, 'x')
  const [message] = await receive(url)
  const Entries = [
    { Id: 'good', ReceiptHandle: message?.ReceiptHandle },
    { Id: 'bad', ReceiptHandle: '' },
  ]
  const { Successful, Failed } = await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }))
  expect(Successful?.map(({ Id }) => Id)).toEqual(['good'])
  expect(Failed).toMatchObject([{ Id: 'bad', SenderFault: true, Code: 'MissingParameter' }])
  expect(await counts(url)).toEqual({ visible: 0, inFlight: 0, delayed: 0 })
})

const entries = (...ids: string[]) => ids.map((Id) => ({ Id, ReceiptHandle: 'x' }))

test.each([
  ['no entries', [], 'EmptyBatchRequest'],
  ['eleven entries', entries(...'abcdefghijk'), 'TooManyEntriesInBatchRequest'],
  ['an id twice', entries('a', 'a'), 'BatchEntryIdsNotDistinct'],
  ['an id with a dot', entries('a.b'), 'InvalidBatchEntryId'],
])('a batch with %s is refused entirely', async (_what, Entries, name) => {
  const url = await createQueue('refused')
  const deleting = client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }))
  await expect(deleting).rejects.toMatchObject({ name })
})

test('messages older than the retention period are deleted', async () => {
  const url = await createQueue('retention', { MessageRetentionPeriod: '60' })
  await send(url, 'old')
  sqs.clock.aheadMs += 61_000
  await send(url, 'new')
  expect(await counts(url)).toMatchObject({ visible: 1 })
  expect(bodiesOf(await receive(url))).toEqual(['new'])
})

test('a client without an endpoint reaches the service through the URL of a queue', async () => {
  const url = await createQueue('by-url')
  const { endpoint: _unused, ...settings } = clientSettings(sqs.aws.url)
  // It warns that the URL is not one of AWS.
  const silent = () => {}
  const logger = { trace: silent, debug: silent, info: silent, warn: silent, error: silent }
  const second = new SQSClient({ ...settings, logger })
  try {
    await second.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'x' }))
    expect(await counts(url)).toMatchObject({ visible: 1 })
  } finally {
    second.destroy()
  }
})
