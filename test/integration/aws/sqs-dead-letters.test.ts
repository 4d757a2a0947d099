import { afterAll, expect, test } from 'vitest'
import { arnOf, bodiesOf, startTestSqs } from './test-sqs.ts'

const sqs = await startTestSqs()
const { createQueue, send, receive, counts } = sqs
afterAll(sqs.close)

/** A queue whose messages go to another after `maxReceives` receives. */
const createPair = async (name: string, maxReceives: number) => {
  const dead = await createQueue(`${name}-dead`)
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf(dead), maxReceiveCount: maxReceives })
  const url = await createQueue(name, { RedrivePolicy, VisibilityTimeout: '0' })
  return { url, dead }
}

test('a message moves to the dead-letter queue after its last allowed receive', async () => {
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

test('a long poll of the dead-letter queue returns when a letter arrives', async () => {
  const { url, dead } = await createPair('waking', 1)
  await send(url, 'x')
  await receive(url)
  const poll = receive(dead, { WaitTimeSeconds: 20 })
  await counts(dead)
  expect(await receive(url)).toEqual([])
  expect(bodiesOf(await poll)).toEqual(['x'])
})

test('a redrive policy with a count of 0 is refused', async () => {
  const target = arnOf(await createQueue('counted-dead'))
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: target, maxReceiveCount: 0 })
  await expect(createQueue('counted', { RedrivePolicy })).rejects.toMatchObject({
    name: 'InvalidParameterValue',
  })
})
