import { SetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { afterAll, expect, test } from 'vitest'
import { bodiesOf, startTestSqs } from './test-sqs.ts'

const sqs = await startTestSqs()
const { createQueue, send, receive, remove, hide } = sqs
afterAll(sqs.close)

const createFifo = (name: string, attributes: Record<string, string> = {}) =>
  createQueue(`${name}.fifo`, { FifoQueue: 'true', ContentBasedDeduplication: 'true', ...attributes })

const group = (MessageGroupId: string) => ({ MessageGroupId })

test('messages of a group come in their order, up to ten at once', async () => {
  const url = await createFifo('order')
  const bodies = Array.from({ length: 12 }, (_, index) => `m${index}`)
  const numbers: string[] = []
  for (const body of bodies) {
    const { SequenceNumber = '' } = await send(url, body, group('g'))
    numbers.push(SequenceNumber)
  }
  expect(numbers).toEqual(numbers.toSorted())
  expect(new Set(numbers).size).toBe(12)
  const first = await receive(url)
  expect(bodiesOf(first)).toEqual(bodies.slice(0, 10))
  expect(first[0]?.Attributes).toMatchObject({ MessageGroupId: 'g', SequenceNumber: numbers[0] })
  for (const message of first) await remove(url, message)
  expect(bodiesOf(await receive(url))).toEqual(bodies.slice(10))
})

test('while a message is in flight its group is closed and other groups are open', async () => {
  const url = await createFifo('closed', { VisibilityTimeout: '20' })
  await send(url, 'a1', group('a'))
  await send(url, 'a2', group('a'))
  const [message] = await receive(url, { MaxNumberOfMessages: 1 })
  await send(url, 'b1', group('b'))
  expect(bodiesOf(await receive(url))).toEqual(['b1'])
  sqs.clock.aheadMs += 20_100
  expect(bodiesOf(await receive(url))).toEqual(['a1', 'a2', 'b1'])
  expect(message?.Body).toBe('a1')
})

test('a message that is given back comes again before its followers', async () => {
  const url = await createFifo('back')
  await send(url, 'a1', group('a'))
  await send(url, 'a2', group('a'))
  const [message] = await receive(url, { MaxNumberOfMessages: 1 })
  await hide(url, message, 0)
  expect(bodiesOf(await receive(url))).toEqual(['a1', 'a2'])
})

test('the same content within five minutes is one message, also when the first has been deleted', async () => {
  const url = await createFifo('same')
  const first = await send(url, 'x', group('g'))
  const second = await send(url, 'x', group('g'))
  expect(second).toMatchObject({ MessageId: first.MessageId, SequenceNumber: first.SequenceNumber })
  const messages = await receive(url)
  expect(messages).toHaveLength(1)
  await remove(url, messages[0])
  sqs.clock.aheadMs += 299_000
  await send(url, 'x', group('g'))
  expect(await receive(url)).toEqual([])
  sqs.clock.aheadMs += 2_000
  await send(url, 'x', group('g'))
  expect(await receive(url)).toHaveLength(1)
})

test('a deduplication id goes before the content', async () => {
  const url = await createFifo('by-id', { ContentBasedDeduplication: 'false' })
  const send1 = (body: string, MessageDeduplicationId: string) =>
    send(url, body, { MessageGroupId: 'g', MessageDeduplicationId })
  await send1('x', '1')
  await send1('y', '1')
  await send1('x', '2')
  const messages = await receive(url)
  expect(bodiesOf(messages)).toEqual(['x', 'x'])
  expect(messages[1]?.Attributes?.MessageDeduplicationId).toBe('2')
})

test.each([
  ['without a group', {}, 'MissingParameter'],
  ['without a way to tell duplicates', group('g'), 'InvalidParameterValue'],
  [
    'with a delay of its own',
    { ...group('g'), MessageDeduplicationId: '1', DelaySeconds: 1 },
    'InvalidParameterValue',
  ],
])('a message %s is refused', async (_what, more, name) => {
  const url = await createFifo('refused', { ContentBasedDeduplication: 'false' })
  await expect(send(url, 'x', more)).rejects.toMatchObject({ name })
})

test('a delayed FIFO queue keeps the order', async () => {
  const url = await createFifo('delayed', { DelaySeconds: '5' })
  await send(url, 'a1', group('a'))
  sqs.clock.aheadMs += 3_000
  await send(url, 'a2', group('a'))
  expect(await receive(url)).toEqual([])
  sqs.clock.aheadMs += 5_100
  expect(bodiesOf(await receive(url))).toEqual(['a1', 'a2'])
})

test('a message that is given back alone waits for its followers that are still in flight', async () => {
  const url = await createFifo('alone')
  await send(url, 'a1', group('a'))
  await send(url, 'a2', group('a'))
  const [first, second] = await receive(url)
  await hide(url, first, 0)
  expect(await receive(url)).toEqual([])
  await hide(url, second, 0)
  expect(bodiesOf(await receive(url))).toEqual(['a1', 'a2'])
})

test('a message does not overtake a delayed one of its group', async () => {
  const url = await createFifo('overtaking', { DelaySeconds: '5' })
  await send(url, 'a1', group('a'))
  const Attributes = { DelaySeconds: '0' }
  await sqs.client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes }))
  await send(url, 'a2', group('a'))
  await send(url, 'b1', group('b'))
  expect(bodiesOf(await receive(url))).toEqual(['b1'])
  sqs.clock.aheadMs += 5_100
  expect(bodiesOf(await receive(url))).toEqual(['a1', 'a2'])
})
