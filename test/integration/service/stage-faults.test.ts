import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startAws } from '../../../local/aws/aws.ts'
import { createQueueServices } from '../../../local/aws/scheduler/queue-services.ts'
import { cloudEnvironment, provisionCloud } from '../../../local/cloud.ts'
import { connectStage } from '../../../local/connect-stage.ts'
import { region, secretAccessKey } from '../../../local/credentials.ts'
import { explainFault } from '../../../local/explain-fault.ts'
import { StartFault } from '../../../local/start-fault.ts'

const folder = await mkdtemp(join(tmpdir(), 'stillframe-stage-'))
const aws = await startAws({ dataDir: folder, region, services: createQueueServices() })
const cloud = await provisionCloud(aws.access)
const variables = cloudEnvironment(cloud, aws.url)

afterAll(async () => {
  cloud.close()
  await aws.close()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL', aws.url)
  vi.stubEnv('AWS_REGION', region)
  vi.stubEnv('AWS_ACCESS_KEY_ID', aws.access.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey)
  return () => vi.unstubAllEnvs()
})

const faultOf = async (changes: Record<string, string>) => {
  const error = await connectStage({ ...variables, ...changes }).then(
    (stage) => stage.close(),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartFault)
  return explainFault(error)
}

test('the names of a stage connect to it', async () => {
  const stage = await connectStage(variables)
  onTestFinished(() => stage.close())
  expect(stage.queues).toEqual(cloud.queues)
})

const missingQueue = `${aws.url}/000000000000/missing`

test.each([
  ...Object.keys(variables)
    .filter((name) => name.endsWith('_TABLE'))
    .map((name) => [name, 'missing', 'ResourceNotFoundException']),
  ['RESULTS_BUCKET', 'missing', 'NoSuchBucket'],
  ['RENDER_QUEUE_URL', missingQueue, 'QueueDoesNotExist'],
  ['WEBHOOK_QUEUE_URL', missingQueue, 'QueueDoesNotExist'],
  ['WEBHOOK_QUEUE_URL', cloud.queues.webhookDeadLetters.url, 'It has no dead-letter queue'],
])('the start names %s=%s', async (name = '', value = '', reason = '') => {
  const text = await faultOf({ [name]: value })
  expect(text).toMatch(new RegExp(`^${name}: \\S+ cannot be read \\([^\n]+\\)\\. Set it as [^\n]+\\.$`))
  expect(text).toContain(value)
  expect(text).toContain(reason)
})

test('the start names an ARN that is not the one of its queue', async () => {
  expect(await faultOf({ RENDER_QUEUE_ARN: cloud.queues.webhook.arn })).toBe(
    `RENDER_QUEUE_ARN must be ${cloud.queues.render.arn}, the queue of RENDER_QUEUE_URL.`,
  )
})

test('a service that cannot be reached ends the start', async () => {
  const closing = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void closing.close())
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${(closing.address() as AddressInfo).port}`)
  expect(await faultOf({})).toMatch(/^[A-Z]+_TABLE: \S+ cannot be read \(\w+: /)
})
