import { afterAll, expect, test } from 'vitest'
import { startTestSqs } from './test-sqs.ts'

const sqs = await startTestSqs()
const { createQueue, send, receive, remove, hide, counts } = sqs
afterAll(sqs.close)

const passTime = (milliseconds: number) => {
  sqs.clock.aheadMs += milliseconds
}

test('a received message is hidden for the visibility timeout and then received again, with its count', async () => {
  const url = await createQueue('hidden', { VisibilityTimeout: '20' })
  await send(url, 'x')
  const [first] = await receive(url)
  passTime(19_000)
  expect(await receive(url)).toEqual([])
  passTime(1_100)
  const [second] = await receive(url)
  expect(second?.MessageId).toBe(first?.MessageId)
  expect(second?.Attributes).toMatchObject({
    ApproximateReceiveCount: '2',
    ApproximateFirstReceiveTimestamp: first?.Attributes?.ApproximateFirstReceiveTimestamp,
  })
})

test.each(['hidden', 'delayed'])(
  'a %s message becomes visible in time after the clock was set back',
  async (kind) => {
    const url = await createQueue(`back-${kind}`, { VisibilityTimeout: '20' })
    await send(url, 'x', kind === 'delayed' ? { DelaySeconds: 20 } : {})
    if (kind === 'hidden') await receive(url)
    passTime(5_000)
    expect(await receive(url)).toEqual([])
    passTime(-3_600_000)
    expect(await receive(url)).toEqual([])
    passTime(14_000)
    expect(await receive(url)).toEqual([])
    passTime(1_500)
    expect(await receive(url)).toHaveLength(1)
  },
)

test('a receive can set its own timeout', async () => {
  const url = await createQueue('own-timeout')
  await send(url, 'x')
  await receive(url, { VisibilityTimeout: 100 })
  passTime(99_000)
  expect(await receive(url)).toEqual([])
  passTime(1_100)
  expect(await receive(url, { VisibilityTimeout: 0 })).toHaveLength(1)
  expect(await receive(url)).toHaveLength(1)
})

test('a consumer that needs longer can extend the timeout', async () => {
  const url = await createQueue('extended', { VisibilityTimeout: '10' })
  await send(url, 'x')
  const [message] = await receive(url)
  passTime(9_000)
  await hide(url, message, 30)
  passTime(29_000)
  expect(await receive(url)).toEqual([])
  passTime(1_100)
  expect(await receive(url)).toHaveLength(1)
})

test('a timeout changed to 0 makes the message visible immediately, and loses nothing', async () => {
  const url = await createQueue('returned')
  await send(url, 'x')
  const [first] = await receive(url)
  await hide(url, first, 0)
  expect(await counts(url)).toEqual({ visible: 1, inFlight: 0, delayed: 0 })
  const [second] = await receive(url)
  expect(second).toMatchObject({ MessageId: first?.MessageId, Attributes: { ApproximateReceiveCount: '2' } })
  await hide(url, second, 0)
  expect(await receive(url)).toHaveLength(1)
})

test('the timeout of a message that is not in flight cannot be changed', async () => {
  const url = await createQueue('not-in-flight', { VisibilityTimeout: '1' })
  await send(url, 'x')
  const [message] = await receive(url)
  passTime(1_100)
  await expect(hide(url, message, 5)).rejects.toMatchObject({ name: 'MessageNotInflight' })
  await expect(hide(url, { ReceiptHandle: 'unknown' }, 5)).rejects.toMatchObject({
    name: 'ReceiptHandleIsInvalid',
  })
  await expect(hide(url, message, 43_201)).rejects.toMatchObject({ name: 'InvalidParameterValue' })
})

test('a message can be deleted after its timeout until it is received again', async () => {
  const url = await createQueue('late', { VisibilityTimeout: '1' })
  await send(url, 'x')
  const [message] = await receive(url)
  passTime(1_100)
  await remove(url, message)
  expect(await receive(url)).toEqual([])
})

test('the receipt handle of an earlier receive deletes nothing, and neither does that of another queue', async () => {
  const [url, other] = [await createQueue('handles', { VisibilityTimeout: '1' }), await createQueue('others')]
  await send(url, 'x')
  const [first] = await receive(url)
  passTime(1_100)
  const [second] = await receive(url)
  await remove(url, first)
  await remove(other, second)
  expect(await counts(url)).toEqual({ visible: 0, inFlight: 1, delayed: 0 })
})

test('a message can be delayed', async () => {
  const url = await createQueue('delayed')
  await send(url, 'x', { DelaySeconds: 5 })
  expect(await counts(url)).toEqual({ visible: 0, inFlight: 0, delayed: 1 })
  expect(await receive(url)).toEqual([])
  passTime(5_100)
  expect(await receive(url)).toHaveLength(1)
  await expect(send(url, 'x', { DelaySeconds: 901 })).rejects.toMatchObject({ name: 'InvalidParameterValue' })
})

test('the counts of a queue follow the time without a receive', async () => {
  const url = await createQueue('counted', { VisibilityTimeout: '1' })
  await send(url, 'in flight')
  await receive(url)
  await send(url, 'delayed', { DelaySeconds: 1 })
  await send(url, 'visible')
  expect(await counts(url)).toEqual({ visible: 1, inFlight: 1, delayed: 1 })
  passTime(1_100)
  expect(await counts(url)).toEqual({ visible: 3, inFlight: 0, delayed: 0 })
})

test.each([
  { MaxNumberOfMessages: 0 },
  { MaxNumberOfMessages: 11 },
  { WaitTimeSeconds: 21 },
  { VisibilityTimeout: -1 },
])('a receive with %o is refused', async (request) => {
  const url = await createQueue('bounds')
  await expect(receive(url, request)).rejects.toMatchObject({ name: 'InvalidParameterValue' })
})
