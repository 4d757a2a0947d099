import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  type QueueAttributeName,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startAws } from '../../../local/aws/aws.ts'
import { createSqs } from '../../../local/aws/sqs/sqs.ts'
import { sqsQueue } from '../../../local/lambda/events/queue-port.ts'
import { startSqsEventSource } from '../../../local/lambda/events/start-sqs-event-source.ts'
import { startLambda, temporaryFolder, until } from './support.ts'

const region = 'us-east-1'

const startQueues = async () => {
  const aws = await startAws({ dataDir: temporaryFolder(), services: { sqs: createSqs } })
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new SQSClient({ endpoint: aws.url, region, credentials, maxAttempts: 1 })
  onTestFinished(async () => {
    client.destroy()
    await aws.close()
  })
  const create = async (QueueName: string, Attributes: Record<string, string> = {}) => {
    const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName, Attributes }))
    return { url: QueueUrl, arn: `arn:aws:sqs:${region}:000000000000:${QueueName}` }
  }
  return { client, create, endpoint: aws.url }
}

/** What a function's process wrote, one line a message it saw: its body and its receive count. */
const readLog = (file: string) => readFileSync(file, 'utf8').trim().split('\n').sort()

test('a function drains a queue; a message that it reports as failed moves to the dead-letter queue', async () => {
  const { client, create } = await startQueues()
  const dead = await create('jobs-dead')
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: 2 })
  const jobs = await create('jobs', { VisibilityTimeout: '2', RedrivePolicy })
  const bodies = ['a', 'b', 'poison', 'c']
  for (const MessageBody of bodies)
    await client.send(new SendMessageCommand({ QueueUrl: jobs.url, MessageBody }))

  const log = join(temporaryFolder(), 'work.log')
  const lambda = startLambda([{ name: 'work', file: 'queue-worker.ts', environment: { WORK_LOG: log } }])
  // A cold start that outlasts the visibility timeout would deliver everything twice, as on AWS.
  await lambda.invoke('work', { Records: [] })
  const source = startSqsEventSource({
    lambda,
    functionName: 'work',
    queue: sqsQueue(client, jobs.url),
    queueArn: jobs.arn,
    region,
    waitSeconds: 1,
    log: () => {},
  })
  onTestFinished(() => source.close())

  // The third receive moves the message instead of delivering it.
  const receiveDead = async () => {
    const request = { QueueUrl: dead.url, WaitTimeSeconds: 1, MessageSystemAttributeNames: ['All' as const] }
    return (await client.send(new ReceiveMessageCommand(request))).Messages ?? []
  }
  const message = await vi.waitUntil(async () => (await receiveDead()).at(0), { timeout: 20_000 })
  expect(message).toMatchObject({ Body: 'poison', Attributes: { DeadLetterQueueSourceArn: jobs.arn } })
  const expected = bodies.filter((body) => body !== 'poison').map((body) => `${body} 1`)
  expect(readLog(log)).toEqual([...expected, 'poison 1', 'poison 2'].sort())
})

test('a process that ends after its batch has deleted the messages that are done: each is processed once, by its own process', async () => {
  const { client, create, endpoint } = await startQueues()
  // A message that was not deleted would come again.
  const jobs = await create('jobs', { VisibilityTimeout: '1' })
  const log = join(temporaryFolder(), 'work.log')
  const environment = { WORK_LOG: log, QUEUE_URL: jobs.url, AWS_ENDPOINT_URL: endpoint }
  const lambda = startLambda([{ name: 'work', file: 'ending-worker.ts', environment }])
  const source = startSqsEventSource({
    lambda,
    functionName: 'work',
    queue: sqsQueue(client, jobs.url),
    queueArn: jobs.arn,
    region,
    batchSize: 1,
    maxConcurrency: 1,
    log: () => {},
  })
  onTestFinished(() => source.close())
  for (const MessageBody of ['a', 'b'])
    await client.send(new SendMessageCommand({ QueueUrl: jobs.url, MessageBody }))
  const count = async () => {
    const AttributeNames: QueueAttributeName[] = [
      'ApproximateNumberOfMessages',
      'ApproximateNumberOfMessagesNotVisible',
    ]
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: jobs.url, AttributeNames }),
    )
    return Object.values(Attributes)
  }
  await expect.poll(count, { timeout: 20_000 }).toEqual(['0', '0'])
  const lines = readLog(log).map((line) => line.split(' '))
  expect(lines.map(([body]) => body)).toEqual(['a', 'b'])
  expect(new Set(lines.map(([, pid]) => pid)).size).toBe(2)
})

test('a chain of messages may invoke a function 16 times, unless the function allows recursion', async () => {
  const { client, create, endpoint } = await startQueues()
  const refusals: string[] = []
  const startChain = async (name: string, recursiveLoop: 'Allow' | 'Terminate') => {
    const { url, arn } = await create(name)
    const environment = { QUEUE_URL: url, AWS_ENDPOINT_URL: endpoint }
    const lambda = startLambda([
      { name, file: 'chain-worker.ts', environment, recursiveLoop, timeoutMs: 60_000 },
    ])
    const bodies: string[] = []
    const queue = sqsQueue(client, url)
    const source = startSqsEventSource({
      lambda,
      functionName: name,
      queue: {
        ...queue,
        async receive(request) {
          const messages = await queue.receive(request)
          bodies.push(...messages.map(({ body }) => body))
          return messages
        },
      },
      queueArn: arn,
      region,
      retrySeconds: 3600,
      waitSeconds: 1,
      maxConcurrency: 1,
      log: (line) => refusals.push(line),
    })
    onTestFinished(() => source.close())
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: '1' }))
    return bodies
  }
  const allowed = await startChain('allowed', 'Allow')
  const stopped = await startChain('stopped', 'Terminate')
  await until(() => allowed.includes('20') && refusals.length > 0, 60_000)
  expect(refusals).toEqual([
    expect.stringContaining('RecursiveInvocationException: stopped was invoked 16 times'),
  ])
  expect(stopped).toEqual(Array.from({ length: 17 }, (_, index) => `${index + 1}`))
})

test('a source that drains lets its poll end, and returns the received messages to the queue', async () => {
  const { client, create } = await startQueues()
  const jobs = await create('jobs')
  const port = sqsQueue(client, jobs.url)
  let polls = 0
  const invoked: string[] = []
  const source = startSqsEventSource({
    lambda: {
      invoke: (name) => {
        invoked.push(name)
        return Promise.reject(new Error('It should have stopped.'))
      },
    },
    functionName: 'work',
    queue: {
      ...port,
      receive: (request) => {
        polls++
        return port.receive(request)
      },
    },
    queueArn: jobs.arn,
    region,
    maxConcurrency: 1,
    log: () => {},
  })
  const roundTrip = () => create('jobs')
  await until(() => polls === 1)
  await roundTrip()
  await roundTrip()
  const drained = source.drain()
  const receiving = client.send(new ReceiveMessageCommand({ QueueUrl: jobs.url, WaitTimeSeconds: 20 }))
  await roundTrip()
  await client.send(new SendMessageCommand({ QueueUrl: jobs.url, MessageBody: 'x' }))
  expect((await receiving).Messages).toMatchObject([{ Body: 'x' }])
  await drained
  expect([polls, invoked]).toEqual([1, []])
})

test('SQS gives messages to a poll that its caller has aborted', async () => {
  const { client, create } = await startQueues()
  const { url: QueueUrl } = await create('jobs')
  const roundTrip = () => create('jobs')
  const stop = new AbortController()
  const poll = client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }), {
    abortSignal: stop.signal,
  })
  await roundTrip()
  await roundTrip()
  stop.abort()
  await expect(poll).rejects.toThrow('aborted')
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }))
  const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl }))
  expect(Messages).toEqual([])
})

test('a source that drains waits for its events; messages of one that cannot end are abandoned and come again', async () => {
  const { client, create } = await startQueues()
  const jobs = await create('jobs')
  const running = Promise.withResolvers<never>()
  const abandoned: string[] = []
  let calls = 0
  const source = startSqsEventSource({
    lambda: {
      invoke() {
        calls++
        return running.promise
      },
    },
    functionName: 'work',
    queue: sqsQueue(client, jobs.url),
    queueArn: jobs.arn,
    region,
    batchSize: 1,
    maxConcurrency: 1,
    retrySeconds: 0,
    abandon: async (messages) => void abandoned.push(...messages.map(({ body }) => body)),
    log: () => {},
  })
  const send = (MessageBody: string) =>
    client.send(new SendMessageCommand({ QueueUrl: jobs.url, MessageBody }))
  await send('a')
  await until(() => calls === 1)
  let isDrained = false
  const drained = source.drain().then(() => {
    isDrained = true
  })
  await send('b')
  expect([isDrained, calls]).toEqual([false, 1])
  running.reject(new Error('The process was stopped.'))
  await drained
  expect(abandoned).toEqual(['a'])
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({ QueueUrl: jobs.url, MaxNumberOfMessages: 10, WaitTimeSeconds: 20 }),
  )
  expect(Messages.map(({ Body }) => Body).toSorted()).toEqual(['a', 'b'])
})
