import { DeleteMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, expect, test } from 'vitest'
import { bodiesOf, clientSettings, startTestSqs } from './test-sqs.ts'

const sqs = await startTestSqs()
const { client, createQueue, send, receive, remove, counts } = sqs
afterAll(sqs.close)

test('a message comes back with its attributes, and the client finds every digest right', async () => {
  const url = await createQueue('whole')
  const { MessageId } = await send(url, 'héllo', {
    MessageAttributes: {
      text: { DataType: 'String', StringValue: 'v' },
      number: { DataType: 'Number.int', StringValue: '3' },
      bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 255]) },
    },
  })
  const [message] = await receive(url)
  expect(message).toMatchObject({
    MessageId,
    Body: 'héllo',
    Attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: expect.stringMatching(/^\d{13}$/),
      ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
      SenderId: '000000000000',
    },
    MessageAttributes: {
      text: { DataType: 'String', StringValue: 'v' },
      number: { DataType: 'Number.int', StringValue: '3' },
      bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 255]) },
    },
    // Made by another implementation of the documented encoding.
    MD5OfMessageAttributes: '2fc1d01d3c0b4fe1c3ce3d69122afb8a',
  })
  await remove(url, message)
  expect(await counts(url)).toEqual({ visible: 0, inFlight: 0, delayed: 0 })
})

test('only the attributes that were asked for are sent', async () => {
  const url = await createQueue('chosen', { VisibilityTimeout: '0' })
  const text = (StringValue: string) => ({ DataType: 'String', StringValue })
  await send(url, 'x', {
    MessageAttributes: { 'job.id': text('1'), 'job.kind': text('2'), other: text('3') },
  })
  const ask = async (MessageAttributeNames: string[]) => {
    const [message] = await receive(url, { MessageAttributeNames, MessageSystemAttributeNames: ['SenderId'] })
    expect(message?.Attributes).toEqual({ SenderId: '000000000000' })
    return Object.keys(message?.MessageAttributes ?? {})
  }
  expect(await ask([])).toEqual([])
  expect(await ask(['other'])).toEqual(['other'])
  expect(await ask(['job.*'])).toEqual(['job.id', 'job.kind'])
  expect(await ask(['.*'])).toEqual(['job.id', 'job.kind', 'other'])
})

test('characters beyond the basic plane are allowed, control characters are not', async () => {
  const url = await createQueue('characters')
  await send(url, 'titre 😀 漢字\t\r\n')
  expect(bodiesOf(await receive(url))).toEqual(['titre 😀 漢字\t\r\n'])
  await expect(send(url, 'a\u0000b')).rejects.toMatchObject({ name: 'InvalidMessageContents' })
  await expect(send(url, '')).rejects.toMatchObject({ name: 'MissingParameter' })
})

test('a message of 1 MiB is taken, one byte more is refused, attributes included', async () => {
  const url = await createQueue('size')
  const largest = 'x'.repeat(1024 * 1024)
  await send(url, largest)
  expect(bodiesOf(await receive(url))).toEqual([largest])
  const refused = { name: 'InvalidParameterValue' }
  await expect(send(url, `${largest}x`)).rejects.toMatchObject(refused)
  const MessageAttributes = { a: { DataType: 'String', StringValue: 'b' } }
  await send(url, largest.slice(8), { MessageAttributes })
  await expect(send(url, largest.slice(7), { MessageAttributes })).rejects.toMatchObject(refused)
})

test('a queue may have a smaller limit', async () => {
  const url = await createQueue('small', { MaximumMessageSize: '1024' })
  await send(url, 'x'.repeat(1024))
  await expect(send(url, 'é'.repeat(513))).rejects.toMatchObject({ name: 'InvalidParameterValue' })
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

test('an entry that is refused leaves the rest of its batch alone', async () => {
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
])('a batch with %s is refused whole', async (_what, Entries, name) => {
  const url = await createQueue('refused')
  const deleting = client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }))
  await expect(deleting).rejects.toMatchObject({ name })
})

test('messages older than the retention period are gone', async () => {
  const url = await createQueue('retention', { MessageRetentionPeriod: '60' })
  await send(url, 'old')
  sqs.clock.aheadMs += 61_000
  await send(url, 'new')
  expect(await counts(url)).toMatchObject({ visible: 1 })
  expect(bodiesOf(await receive(url))).toEqual(['new'])
})

test('a client that is told no endpoint finds the service through the URL of a queue', async () => {
  const url = await createQueue('by-url')
  const { endpoint: _unused, ...settings } = clientSettings(sqs.aws.url)
  // It warns that the address is not the one of AWS.
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
