import {
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import { afterAll, expect, test } from 'vitest'
import { arnOf, bodiesOf, startTestSqs } from './test-sqs.ts'

const sqs = await startTestSqs()
const { client, createQueue, send, receive, counts } = sqs
afterAll(sqs.close)

/** A queue whose messages go to another after `maxReceives` receives. */
const createPair = async (name: string, maxReceives: number, kind = '') => {
  const fifo: Record<string, string> = kind ? { FifoQueue: 'true', ContentBasedDeduplication: 'true' } : {}
  const dead = await createQueue(`${name}-dead${kind}`, fifo)
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf(dead), maxReceiveCount: maxReceives })
  const url = await createQueue(`${name}${kind}`, { ...fifo, RedrivePolicy, VisibilityTimeout: '0' })
  return { url, dead }
}

test('a message goes to the dead-letter queue instead of being received once more than allowed', async () => {
  const { url, dead } = await createPair('poison', 3)
  await send(url, 'poison')
  for (const count of ['1', '2', '3']) {
    const [message] = await receive(url)
    expect(message?.Attributes?.ApproximateReceiveCount).toBe(count)
  }
  expect(await receive(url)).toEqual([])
  const [letter] = await receive(dead)
  expect(letter).toMatchObject({
    Body: 'poison',
    Attributes: { DeadLetterQueueSourceArn: arnOf(url), ApproximateReceiveCount: '4' },
  })
})

test('exhausted messages do not keep others from being received', async () => {
  const { url } = await createPair('mixed', 1)
  for (const body of ['a', 'b', 'c']) await send(url, body)
  expect(await receive(url)).toHaveLength(3)
  await send(url, 'fresh')
  expect(bodiesOf(await receive(url, { MaxNumberOfMessages: 1 }))).toEqual(['fresh'])
})

test('a long poll of the dead-letter queue is answered when a letter arrives', async () => {
  const { url, dead } = await createPair('waking', 1)
  await send(url, 'x')
  await receive(url)
  const poll = receive(dead, { WaitTimeSeconds: 20 })
  await counts(dead)
  expect(await receive(url)).toEqual([])
  expect(bodiesOf(await poll)).toEqual(['x'])
})

test('a FIFO queue goes on with the group after a dead letter', async () => {
  const { url, dead } = await createPair('group', 1, '.fifo')
  await send(url, 'a1', { MessageGroupId: 'a' })
  await receive(url)
  await send(url, 'a2', { MessageGroupId: 'a' })
  expect(bodiesOf(await receive(url))).toEqual(['a2'])
  expect(bodiesOf(await receive(dead))).toEqual(['a1'])
})

test('the sources of a dead-letter queue are listed', async () => {
  const { url, dead } = await createPair('sources', 1)
  const list = async (QueueUrl: string) =>
    (await client.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl }))).queueUrls
  expect(await list(dead)).toEqual([url])
  expect(await list(url)).toEqual([])
})

test('a move task sends dead letters back to where they came from, as good as new', async () => {
  const { url, dead } = await createPair('moved', 1)
  await send(url, 'x')
  await receive(url)
  await receive(url)
  await send(dead, 'was never elsewhere')
  const SourceArn = arnOf(dead)
  await client.send(new StartMessageMoveTaskCommand({ SourceArn }))
  expect(await counts(dead)).toMatchObject({ visible: 1 })
  const [message] = await receive(url)
  expect(message).toMatchObject({ Body: 'x', Attributes: { ApproximateReceiveCount: '1' } })
  expect(message?.Attributes).not.toHaveProperty('DeadLetterQueueSourceArn')
  const { Results } = await client.send(new ListMessageMoveTasksCommand({ SourceArn }))
  expect(Results).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 1 }])
})

test('a move task can have a destination and wakes its long polls', async () => {
  const { dead } = await createPair('destination', 1)
  const other = await createQueue('destination-other')
  await send(dead, 'x')
  const poll = receive(other, { WaitTimeSeconds: 20 })
  await counts(other)
  const [SourceArn, DestinationArn] = [arnOf(dead), arnOf(other)]
  await client.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn }))
  expect(bodiesOf(await poll)).toEqual(['x'])
})

test('a move task from a queue that takes no dead letters is refused', async () => {
  const SourceArn = arnOf(await createQueue('plain'))
  const moving = client.send(new StartMessageMoveTaskCommand({ SourceArn }))
  await expect(moving).rejects.toMatchObject({ name: 'InvalidParameterValue' })
})

test.each([
  ['with a count of 0', 'counted', { deadLetterTargetArn: 'counted-dead', maxReceiveCount: 0 }],
  ['of another type', 'typed.fifo', { deadLetterTargetArn: 'typed-dead', maxReceiveCount: 1 }],
])('a redrive policy %s is refused', async (_what, name, { deadLetterTargetArn, maxReceiveCount }) => {
  const target = arnOf(await createQueue(deadLetterTargetArn))
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: target, maxReceiveCount })
  const fifo: Record<string, string> = name.endsWith('.fifo') ? { FifoQueue: 'true' } : {}
  const creating = createQueue(name, { ...fifo, RedrivePolicy })
  await expect(creating).rejects.toMatchObject({ name: 'InvalidParameterValue' })
})
