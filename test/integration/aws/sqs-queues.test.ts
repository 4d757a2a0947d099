import {
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  ListQueueTagsCommand,
  PurgeQueueCommand,
  SetQueueAttributesCommand,
  TagQueueCommand,
  UntagQueueCommand,
} from '@aws-sdk/client-sqs'
import { afterAll, expect, test } from 'vitest'
import { arnOf, startTestSqs } from './test-sqs.ts'

const sqs = await startTestSqs()
const { client, createQueue, send, receive, counts } = sqs
afterAll(sqs.close)

const attributesOf = async (QueueUrl: string, AttributeNames: ('All' | 'QueueArn')[] = ['All']) =>
  (await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))).Attributes ?? {}

test('creating a queue twice gives the same address, which is on the loopback interface', async () => {
  const url = await createQueue('twice', { VisibilityTimeout: '2' })
  expect(url).toBe(`${sqs.aws.url}/000000000000/twice`)
  expect(await createQueue('twice', { VisibilityTimeout: '2' })).toBe(url)
  expect(await createQueue('twice')).toBe(url)
})

test('creating a queue with other attributes than it has is refused', async () => {
  await createQueue('different', { VisibilityTimeout: '2' })
  const second = createQueue('different', { VisibilityTimeout: '3' })
  await expect(second).rejects.toMatchObject({ name: 'QueueNameExists' })
})

test.each([
  ['a name with a space', 'a b', {}],
  ['a name of 81 characters', 'x'.repeat(81), {}],
  ['a FIFO name without the attribute', 'a.fifo', {}],
  ['the FIFO attribute without the name', 'a', { FifoQueue: 'true' }],
  ['an unknown attribute', 'a', { Colour: 'red' }],
  ['a visibility timeout over twelve hours', 'a', { VisibilityTimeout: '43201' }],
  ['a retention under a minute', 'a', { MessageRetentionPeriod: '59' }],
  ['a size limit over 1 MiB', 'a', { MaximumMessageSize: '1048577' }],
  ['a redrive policy that is not JSON', 'a', { RedrivePolicy: '{' }],
  ['a redrive policy with an unknown target', 'a', { RedrivePolicy: redrive('nowhere', 3) }],
])('%s is refused', async (_what, name, attributes) => {
  await expect(createQueue(name, attributes)).rejects.toMatchObject({
    name: expect.stringMatching(/^InvalidParameterValue$|^InvalidAttributeName$/),
    $metadata: { httpStatusCode: 400 },
  })
})

function redrive(target: string, maxReceiveCount: number) {
  return JSON.stringify({ deadLetterTargetArn: arnOf(target), maxReceiveCount })
}

test('a queue is found by its name, and listed by the beginning of it', async () => {
  const [first, second] = [await createQueue('list-1'), await createQueue('list-2')]
  await createQueue('other')
  const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: 'list-1' }))
  expect(QueueUrl).toBe(first)
  const { QueueUrls } = await client.send(new ListQueuesCommand({ QueueNamePrefix: 'list-' }))
  expect(QueueUrls).toEqual([first, second])
})

test('a queue that is not there is an error the client knows by name', async () => {
  const url = `${sqs.aws.url}/000000000000/nowhere`
  const missing = { name: 'QueueDoesNotExist', $metadata: { httpStatusCode: 400 } }
  await expect(client.send(new GetQueueUrlCommand({ QueueName: 'nowhere' }))).rejects.toMatchObject(missing)
  await expect(send(url, 'x')).rejects.toMatchObject(missing)
  await expect(receive(url, { WaitTimeSeconds: 5 })).rejects.toMatchObject(missing)
})

test('attributes are read, changed and removed', async () => {
  const [url, dead] = [await createQueue('attributes'), await createQueue('attributes-dead')]
  expect(await attributesOf(url, ['QueueArn'])).toEqual({ QueueArn: arnOf(url) })
  const set = (Attributes: Record<string, string>) =>
    client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes }))
  await set({ VisibilityTimeout: '77', RedrivePolicy: redrive(dead, 3) })
  expect(await attributesOf(url)).toMatchObject({
    VisibilityTimeout: '77',
    RedrivePolicy: redrive(dead, 3),
    MaximumMessageSize: '1048576',
    MessageRetentionPeriod: '345600',
  })
  await set({ RedrivePolicy: '' })
  expect(await attributesOf(url)).not.toHaveProperty('RedrivePolicy')
  await expect(set({ DelaySeconds: '901' })).rejects.toMatchObject({ name: 'InvalidParameterValue' })
})

test('tags are added and removed', async () => {
  const QueueUrl = await createQueue('tags')
  await client.send(new TagQueueCommand({ QueueUrl, Tags: { a: '1', b: '2' } }))
  await client.send(new UntagQueueCommand({ QueueUrl, TagKeys: ['a'] }))
  expect((await client.send(new ListQueueTagsCommand({ QueueUrl }))).Tags).toEqual({ b: '2' })
})

test('purging empties a queue, deleting removes it with its messages and long polls', async () => {
  const QueueUrl = await createQueue('gone')
  await send(QueueUrl, 'a')
  await client.send(new PurgeQueueCommand({ QueueUrl }))
  expect(await counts(QueueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 })
  const poll = receive(QueueUrl, { WaitTimeSeconds: 20 })
  await send(QueueUrl, 'later', { DelaySeconds: 100 })
  await client.send(new DeleteQueueCommand({ QueueUrl }))
  expect(await poll).toEqual([])
  await createQueue('gone')
  expect(await counts(QueueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 })
})

test('an operation that is not there is refused by its name', async () => {
  const response = await fetch(sqs.aws.url, {
    method: 'POST',
    headers: {
      authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/sqs/aws4_request',
      'x-amz-target': 'AmazonSQS.AddPermission',
    },
    body: '{}',
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: 'AddPermission is not emulated' })
})
