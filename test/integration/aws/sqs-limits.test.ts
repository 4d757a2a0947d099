import { type Message, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, expect, test } from 'vitest'
import { startAws } from '../../../local/aws/aws.ts'
import { createSqs } from '../../../local/aws/sqs/sqs.ts'
import { createDataDir } from './test-aws.ts'
import { clientSettings, sqsCalls } from './test-sqs.ts'

const { dataDir, removeDataDir } = createDataDir()
const clock = { nowMs: Date.parse('2030-01-01T12:00:00Z') }
const aws = await startAws({ dataDir, nowMs: () => clock.nowMs, services: { sqs: createSqs } })
const client = new SQSClient(clientSettings(aws.url))
const { createQueue, send, receive, remove, hide, counts } = sqsCalls(client)
afterAll(async () => {
  client.destroy()
  await aws.close()
  removeDataDir()
})

let queues = 0

/** Returns a new queue with one message that was received. */
const receiveOne = async () => {
  const url = await createQueue(`queue-${queues++}`, { VisibilityTimeout: '30' })
  await send(url, 'x')
  const [message = {}] = await receive(url)
  return { url, message }
}

const outcomeOf = async (url: string, message: Message) => {
  const { Successful = [], Failed = [] } = await remove(url, message)
  return [Successful.length, Failed.map(({ Code }) => Code)]
}

test.each<[string, (message: Message) => Promise<Message> | Message]>([
  ['garbage', () => ({ ReceiptHandle: 'garbage' })],
  ['a handle that was changed', ({ ReceiptHandle = '' }) => ({ ReceiptHandle: `${ReceiptHandle}x` })],
  ['a handle of another queue', async () => (await receiveOne()).message],
])('SQS refuses %s, and the message stays', async (_name, toHandle) => {
  const { url, message } = await receiveOne()
  const wrong = await toHandle(message)
  expect(await outcomeOf(url, wrong)).toEqual([0, ['ReceiptHandleIsInvalid']])
  await expect(hide(url, wrong)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' })
  expect(await counts(url)).toEqual({ visible: 0, inFlight: 1, delayed: 0 })
})

test('a message is deleted once or twice, and then its handle changes nothing', async () => {
  const { url, message } = await receiveOne()
  expect(await outcomeOf(url, message)).toEqual([1, []])
  expect(await outcomeOf(url, message)).toEqual([1, []])
  await expect(hide(url, message)).rejects.toMatchObject({ name: 'InvalidParameterValue' })
})

test('only the newest handle of a message deletes or hides it, and only until it is visible again', async () => {
  const { url, message } = await receiveOne()
  clock.nowMs += 30_000
  await expect(hide(url, message)).rejects.toMatchObject({ name: 'MessageNotInflight' })
  const [again = {}] = await receive(url)
  await expect(hide(url, message)).rejects.toMatchObject({ name: 'InvalidParameterValue' })
  expect(await outcomeOf(url, message)).toEqual([1, []])
  await hide(url, again, 0)
  expect(await counts(url)).toEqual({ visible: 1, inFlight: 0, delayed: 0 })
})
