import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { afterAll, expect, test } from 'vitest'
import { arnOf, startTestSqs } from './test-sqs.ts'

const sqs = await startTestSqs()
const { client, createQueue, send, receive } = sqs
afterAll(sqs.close)

const attributesOf = async (QueueUrl: string, AttributeNames: ('All' | 'QueueArn')[] = ['All']) =>
  (await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))).Attributes ?? {}

test('creating a queue twice returns the same URL, which is on the loopback interface', async () => {
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
  ['a FIFO name', 'a.fifo', {}],
  ['an attribute that is not implemented', 'a', { FifoQueue: 'true' }],
  ['a default delay', 'a', { DelaySeconds: '5' }],
  ['a visibility timeout over twelve hours', 'a', { VisibilityTimeout: '43201' }],
  ['a retention under a minute', 'a', { MessageRetentionPeriod: '59' }],
  ['a redrive policy that is not JSON', 'a', { RedrivePolicy: '{' }],
  ['a redrive policy with an unknown target', 'a', { RedrivePolicy: redrive('nowhere', 3) }],
])('%s is refused', async (_what, name, attributes) => {
  await expect(createQueue(name, attributes)).rejects.toMatchObject({
    name: expect.stringMatching(/^InvalidParameterValue$|^UnsupportedOperation$/),
    $metadata: { httpStatusCode: 400 },
  })
})

function redrive(target: string, maxReceiveCount: number) {
  return JSON.stringify({ deadLetterTargetArn: arnOf(target), maxReceiveCount })
}

test('a missing queue is an error that the client knows by name', async () => {
  const url = `${sqs.aws.url}/000000000000/nowhere`
  const missing = { name: 'QueueDoesNotExist', $metadata: { httpStatusCode: 400 } }
  await expect(attributesOf(url)).rejects.toMatchObject(missing)
  await expect(send(url, 'x')).rejects.toMatchObject(missing)
  await expect(receive(url, { WaitTimeSeconds: 5 })).rejects.toMatchObject(missing)
})

test('attributes are returned as created, with the defaults of AWS', async () => {
  const dead = await createQueue('attributes-dead')
  const RedrivePolicy = redrive(dead, 3)
  const url = await createQueue('attributes', { VisibilityTimeout: '77', RedrivePolicy })
  expect(await attributesOf(url, ['QueueArn'])).toEqual({ QueueArn: arnOf(url) })
  expect(await attributesOf(url)).toMatchObject({
    VisibilityTimeout: '77',
    RedrivePolicy,
    MessageRetentionPeriod: '345600',
  })
})

test.each(['SendMessageBatch', 'DeleteQueue', 'PurgeQueue', 'AddPermission', 'constructor'])(
  '%s is not implemented and says so',
  async (operation) => {
    const response = await fetch(sqs.aws.url, {
      method: 'POST',
      headers: {
        authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/sqs/aws4_request',
        'x-amz-target': `AmazonSQS.${operation}`,
      },
      body: '{}',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      message: `${operation} is not implemented in the embedded cloud.`,
    })
  },
)
