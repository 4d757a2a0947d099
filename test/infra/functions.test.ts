import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { functions } from '../../infra/functions.ts'
import { loadConfig } from '../../lib/config.ts'
import { freeTextBytesMax } from '../../stacks/settings.ts'
import { readGraph } from './read-graph.ts'
import { createStack, environmentOf } from './stack.ts'

const graph = await readGraph()
const stack = createStack(graph)
const root = join(import.meta.dirname, '..', '..')

test('exactly the listed functions are deployed', () => {
  expect(stack.all('lambda/function').map(({ inputs }) => inputs['name'])).toEqual(
    expect.arrayContaining(functions.map(({ name }) => `stillframe-production-${name}`)),
  )
  expect(stack.all('lambda/function')).toHaveLength(functions.length)
})

const deployed = functions.map((entry) => ({ entry, fn: stack.functionNamed(entry.name) }))

test('a function has an entry point, and is deployed from the output of scripts/build.ts', () => {
  for (const { entry, fn } of deployed) {
    expect(existsSync(join(root, entry.file)), entry.file).toBe(true)
    const build = graph.builds.find(({ functionId }) => fn.parent?.endsWith(`::${functionId}`))
    expect(build).toMatchObject({
      handler: 'index.handler',
      bundle: join(root, 'dist', 'functions', entry.name),
    })
  }
})

test('a function runs on Node 24 with the size of the list, traced', () => {
  for (const { entry, fn } of deployed) {
    expect(fn.inputs, entry.name).toMatchObject({
      runtime: 'nodejs24.x',
      architectures: ['x86_64'],
      handler: 'index.handler',
      memorySize: entry.memoryMb,
      timeout: entry.timeoutSeconds,
      ephemeralStorage: { size: entry.renders ? 2048 : 512 },
      tracingConfig: { mode: 'Active' },
    })
    expect(String(fn.inputs['name']).length).toBeLessThanOrEqual(64)
  }
})

test('a function writes JSON logs to its own log group with a retention', () => {
  for (const { entry, fn } of deployed) {
    const group = `/aws/lambda/stillframe-production-${entry.name}`
    expect(fn.inputs['loggingConfig']).toEqual({ logFormat: 'JSON', logGroup: group })
    const found = stack.all('cloudwatch/logGroup').find(({ inputs }) => inputs['name'] === group)
    expect(found?.inputs['retentionInDays'], entry.name).toBe(30)
  }
})

const bytesOf = (environment: Record<string, string>) =>
  Object.entries(environment).reduce((sum, entry) => sum + Buffer.byteLength(entry.join('')), 0)

/** The rest of the longest names that AWS may have: of 16 characters for a stage, 14 for a region, and the 8 that SST appends. */
const longerNames = (environment: Record<string, string>) => {
  const text = Object.values(environment).join()
  const count = (part: string) => text.split(part).length - 1
  return 6 * count('production') + 2 * count('eu-central-1') + 8 * Object.keys(environment).length
}

test('a function gets an environment that its configuration accepts, with the names of its resources', () => {
  const tables = stack.all('dynamodb/table').map(({ id }) => id)
  for (const { entry, fn } of deployed) {
    const environment = environmentOf(fn)
    // The texts of this stage are part of the sum.
    const bytes = bytesOf(environment) + longerNames(environment)
    expect(bytes, entry.name).toBeLessThan(4096 - freeTextBytesMax)
    const config = loadConfig({ ...environment, AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(entry.memoryMb) })
    expect(config, entry.name).toMatchObject({
      stage: 'production',
      publicUrl: 'https://render.example.com',
      cacheUrl: 'https://render.example.com/cache',
      scheduleGroup: 'stillframe-production-tasks',
      tiers: { free: { quota: 500 } },
      webhookRetrySeconds: [5, 300, 1800, 7200],
      serviceHosts: [
        'api-ApiApi.execute-api.eu-central-1.amazonaws.com',
        'edgedistribution.cloudfront.net',
        'render.example.com',
      ],
      resultsBucket: stack.one('s3/bucket', 'ResultsBucket').id,
      renderQueueUrl: stack.one('sqs/queue', 'RenderQueue').id,
      webhookQueueUrl: stack.one('sqs/queue', 'WebhookQueue').id,
      schedulerRoleArn: expect.stringMatching(/:role\/stillframe-production-eu-central-1-task-scheduler$/),
    })
    const { accountsTable, usageTable, requestsTable, tasksTable, cacheTable } = config
    const named = [accountsTable, usageTable, requestsTable, tasksTable, cacheTable]
    expect(named.toSorted()).toEqual(tables.toSorted())
    expect(stack.queue(config.renderQueueArn).name).toBe('RenderQueue')
    expect(stack.queue(config.scheduleDeadLetterArn).name).toBe('ScheduleDeadLettersQueue')
  }
})

test('functions that render for callers have the reservation if one is set, the others share', () => {
  const reserved = stack
    .all('lambda/function')
    .filter(({ inputs }) => inputs['reservedConcurrentExecutions'] !== undefined)
  expect(
    reserved.map(({ inputs }) => [inputs['name'], inputs['reservedConcurrentExecutions']]).sort(),
  ).toEqual(
    ['pdf', 'scrape', 'screencast', 'screenshot', 'snapshot'].map((name) => [
      `stillframe-production-${name}`,
      20,
    ]),
  )
})

test('no source map is uploaded or shipped', () => {
  const keys = stack.all('s3/bucketObjectv2').map(({ inputs }) => String(inputs['key']))
  expect(keys.filter((key) => key.includes('sourcemap') || key.endsWith('.map'))).toEqual([])
})
