import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { SQSRecord } from 'aws-lambda'
import { onTestFinished } from 'vitest'
import { type Logger, silentLogger } from '../../../lib/base/logger.ts'
import { defaultTiers } from '../../../lib/core/access/tiers.ts'
import { allowNothing } from '../../../lib/core/network/egress-allow.ts'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { silentMetrics } from '../../../lib/core/telemetry/metrics-publisher.ts'
import { type AcceptDeps, createAcceptRequest } from '../../../lib/jobs/accept-request.ts'
import { type Batches, createBatches } from '../../../lib/jobs/batches/follow-batch.ts'
import { createEndDeadRequest } from '../../../lib/jobs/end-dead-request.ts'
import { createAnnounceUse } from '../../../lib/jobs/events/announce.ts'
import { type Announcer, createAnnouncer } from '../../../lib/jobs/events/announcer.ts'
import { createHits, type Hits } from '../../../lib/jobs/hits.ts'
import { createPerformRequest, type PerformDeps } from '../../../lib/jobs/perform-request.ts'
import { createPlaces, type Places } from '../../../lib/jobs/places.ts'
import { createResults } from '../../../lib/jobs/results.ts'
import { createSweep, type SweepDeps } from '../../../lib/jobs/sweep.ts'
import { createWatchRuns } from '../../../lib/jobs/tasks/watch-runs.ts'
import { createRenderConsumer, type RenderConsumerOptions } from '../../../lib/queue/renders.ts'
import type { RenderContext } from '../../../lib/render/render-page.ts'
import type { Renderers } from '../../../lib/render/renderers.ts'
import { operations, type RenderOperationId } from '../../../lib/schema/operations.ts'
import type { TierName } from '../../../lib/schema/tier-features.ts'
import { createAccountStore } from '../../../lib/store/accounts.ts'
import { createBatchStore } from '../../../lib/store/batches.ts'
import { type CacheStore, createCacheStore } from '../../../lib/store/cache.ts'
import { createEventStore } from '../../../lib/store/events.ts'
import { createHitStore } from '../../../lib/store/hits.ts'
import { createIdempotencyStore } from '../../../lib/store/idempotency.ts'
import { createInputStore } from '../../../lib/store/inputs.ts'
import { createPlaceStore } from '../../../lib/store/places.ts'
import { createQueues } from '../../../lib/store/queues.ts'
import { createRequestStore } from '../../../lib/store/requests.ts'
import { createResultStore, type ResultStore } from '../../../lib/store/results.ts'
import { createTaskStore, type TaskStore } from '../../../lib/store/tasks.ts'
import { createUsageStore } from '../../../lib/store/usage.ts'
import { startAws } from '../../../local/aws/aws.ts'
import { createQueueServices } from '../../../local/aws/scheduler/queue-services.ts'
import { provisionCloud } from '../../../local/cloud.ts'
import { region } from '../../../local/credentials.ts'
import { resultsBucket } from '../../../local/storage.ts'
import { tableNames } from '../../../local/tables.ts'
import { nowMs as machineMs } from '../now.ts'

type Render = (
  operation: RenderOperationId,
  options: Record<string, unknown>,
  context: RenderContext,
) => Promise<Artifact>

type QueueKey = 'render' | 'renderDeadLetters' | 'webhook'

/** The result of every render by default. */
export const artifact: Artifact = {
  body: Buffer.from('an image'),
  contentType: 'image/png',
  extension: 'png',
  metadata: { Title: 'Front page' },
}

/** Starts everything behind the API and the render queue, over a separate embedded cloud, with scripted renders. */
export const startRequestWorld = async ({
  onEnd = onTestFinished as (close: () => Promise<void>) => void,
} = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-requests-'))
  const clock = { aheadMs: 0 }
  // A whole second, so that differences in seconds do not depend on when the test begins.
  const startMs = Math.floor(machineMs() / 1000) * 1000
  let readings = 0
  // Each reading takes a millisecond, however long the machine takes for what is between two.
  const nowMs = () => startMs + clock.aheadMs + readings++
  const aws = await startAws({ dataDir, region, nowMs, services: createQueueServices() })
  const cloud = await provisionCloud(aws.access)
  onEnd(async () => {
    cloud.close()
    await aws.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const { hitStore, placeStore, ...rest } = createStores(cloud, aws.url, nowMs)
  const cacheUrl = 'https://files.example/cache'
  const announceUse = createAnnounceUse({
    ...rest,
    store: hitStore,
    tiers: defaultTiers,
    log: silentLogger,
    nowMs,
  })
  const hits = createHits({ store: hitStore, requests: rest.requests, announceUse, log: silentLogger })
  const announcer = createAnnouncer({ ...rest, cacheUrl })
  const places = createPlaces({
    ...rest,
    store: placeStore,
    tiers: defaultTiers,
    log: silentLogger,
    nowMs,
  })
  const stores = { ...rest, hitStore, hits, placeStore, places, announceUse, announcer }
  const lines: Record<string, unknown>[] = []
  const write = (fields: object, message: string) => void lines.push({ ...fields, message })
  const log: Logger = { info: write, warn: write, error: write }
  const renders: string[] = []
  const behaviour: { render: Render } = { render: async () => artifact }
  // The plan is what the test scripts: the options.
  const renderers = {
    resolve: (_operation, options) => options as never,
    async render(operation, plan, context) {
      renders.push(operation)
      return behaviour.render(operation, plan as never, context)
    },
  } satisfies Renderers
  const rules = { egress: { allow: allowNothing, serviceHosts: [] } }
  const performDeps = {
    ...stores,
    ...createBatches({ ...stores, tiers: defaultTiers, rules, nowMs }),
    renderers,
    tiers: defaultTiers,
    rules,
    random: () => 0.5,
    isStopping: async () => false,
    log,
    nowMs,
    cacheUrl,
  }
  const tools = createTools(performDeps, cloud)
  const names = { dataDir, access: aws.access }
  return { ...stores, ...tools, ...names, cloud, clock, nowMs, lines, renders, behaviour, performDeps }
}

type Cloud = Awaited<ReturnType<typeof provisionCloud>>

const createStores = (cloud: Cloud, endpointUrl: string, nowMs: () => number) => {
  const dynamo = DynamoDBDocumentClient.from(cloud.dynamo, {
    marshallOptions: { removeUndefinedValues: true },
  })
  const urlOf = ({ url }: { url: string }) => endpointUrl + new URL(url).pathname
  return {
    requests: createRequestStore({ dynamo, tableName: tableNames.requests, nowMs }),
    batches: createBatchStore({ dynamo, tableName: tableNames.requests, nowMs }),
    accounts: createAccountStore({ dynamo, tableName: tableNames.accounts, nowMs }),
    usage: createUsageStore({ dynamo, tableName: tableNames.usage, tiers: defaultTiers, nowMs }),
    idempotency: createIdempotencyStore({ dynamo, tableName: tableNames.cache, nowMs }),
    hitStore: createHitStore({ dynamo, tableName: tableNames.usage, tiers: defaultTiers, nowMs }),
    placeStore: createPlaceStore({ dynamo, tableName: tableNames.requests, nowMs }),
    inputs: createInputStore({ s3: cloud.s3, bucket: resultsBucket }),
    queues: createQueues({
      sqs: cloud.sqs,
      urls: { render: urlOf(cloud.queues.render), webhook: urlOf(cloud.queues.webhook) },
    }),
    events: createEventStore({ dynamo, tableName: tableNames.requests, nowMs }),
    tasks: createTaskStore({ dynamo, tableName: tableNames.tasks }),
    files: createResultStore({ s3: cloud.s3, bucket: resultsBucket, log: silentLogger }),
    cache: createCacheStore({ dynamo, tableName: tableNames.cache, nowMs }),
  }
}

export type WorkerDeps = Omit<PerformDeps, 'results' | 'watchRuns'> & {
  tasks: TaskStore
  files: ResultStore
  cache: CacheStore
  cacheUrl: string
}

type Stores = ReturnType<typeof createStores> & { hits: Hits; places: Places }

const createTools = (
  deps: WorkerDeps & Stores & Batches & { announcer: Announcer; nowMs: () => number; log: Logger },
  cloud: Cloud,
) => {
  const { nowMs, log } = deps
  const worker = (changed: Partial<WorkerDeps> = {}) => {
    const own = { ...deps, ...changed }
    const results = createResults(own)
    return createPerformRequest({ ...own, results, watchRuns: createWatchRuns({ ...own, results }) })
  }
  const consumer = (perform: RenderConsumerOptions['perform'], queue = 'render') =>
    createRenderConsumer({
      queue,
      perform,
      runTask: async () => ({ outcome: 'absent' }),
      changeVisibility: (handle, seconds) => deps.queues.changeVisibility('render', handle, seconds),
      log,
      metrics: silentMetrics,
      nowMs,
    })

  const receive = async (queue: QueueKey, max = 10): Promise<SQSRecord[]> => {
    const { Messages = [] } = await cloud.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: cloud.queues[queue].url,
        MaxNumberOfMessages: max,
        MessageSystemAttributeNames: ['All'],
      }),
    )
    return Messages.map((message) => ({
      messageId: message.MessageId ?? '',
      receiptHandle: message.ReceiptHandle ?? '',
      body: message.Body ?? '',
      attributes: message.Attributes as unknown as SQSRecord['attributes'],
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: cloud.queues[queue].arn,
      awsRegion: region,
    }))
  }

  const remove = (queue: QueueKey, { receiptHandle }: SQSRecord) =>
    cloud.sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: cloud.queues[queue].url,
        Entries: [{ Id: 'one', ReceiptHandle: receiptHandle }],
      }),
    )

  /** As an event source does: one batch to a worker, and what it does not report as failed is deleted. */
  const deliver = async (
    perform: RenderConsumerOptions['perform'],
    { queue = 'render' as QueueKey, remainingMs = 100_000 } = {},
  ) => {
    const records = await receive(queue)
    const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => remainingMs }
    const { batchItemFailures } = await consumer(perform, queue)({ Records: records }, context)
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    for (const record of records) if (!failed.has(record.messageId)) await remove(queue, record)
    return { received: records.length, failed: failed.size }
  }

  const counts = async (queue: QueueKey) => {
    const { Attributes = {} } = await cloud.sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: cloud.queues[queue].url, AttributeNames: ['All'] }),
    )
    return {
      visible: Number(Attributes['ApproximateNumberOfMessages']),
      hidden:
        Number(Attributes['ApproximateNumberOfMessagesNotVisible']) +
        Number(Attributes['ApproximateNumberOfMessagesDelayed']),
    }
  }

  return {
    worker,
    consumer,
    receive,
    remove,
    deliver,
    counts,
    accept: ({ queues = deps.queues, ...changed }: Partial<AcceptDeps> = {}) =>
      createAcceptRequest({
        ...deps,
        queues,
        places: createPlaces({ ...deps, queues, store: deps.placeStore }),
        ...changed,
      }),
    endDead: createEndDeadRequest(deps),
    sweep: createSweep(deps),
    sweepWith: (changed: Partial<SweepDeps>) => createSweep({ ...deps, ...changed })(),
    send: (queue: QueueKey, message: unknown) =>
      cloud.sqs.send(
        new SendMessageCommand({ QueueUrl: cloud.queues[queue].url, MessageBody: JSON.stringify(message) }),
      ),
    createAccount: (plan: TierName = 'growth') => deps.accounts.create(plan),
    /** Takes hits as renders do that are over. */
    async takeHits(account: { id: string; plan: TierName }, count: number) {
      for (let taken = 0; taken < count; taken++) {
        const hit = await deps.hits.take(account, { id: 'another request', operation: 'screenshot' })
        if (hit) await deps.hits.keep(account.id, hit)
      }
    },
    hitsUsed: async (id: string) => (await deps.usage.read({ id, plan: 'growth' })).hits.used,
  }
}

export type RequestWorld = Awaited<ReturnType<typeof startRequestWorld>>

/** A screenshot request as the API's edge hands it on. */
export const laterRequest = (
  world: Pick<RequestWorld, 'nowMs'>,
  account: { id: string; plan: TierName },
  { idempotencyKey, ...options }: Record<string, unknown> & { idempotencyKey?: string } = {},
) => ({
  requestId: createRequestId(world.nowMs(), randomBytes(10)),
  created: Math.floor(world.nowMs() / 1000),
  account,
  operation: 'screenshot' as const,
  options: readOptions(operations.screenshot, {
    kind: 'body',
    value: {
      async: true,
      format: artifact.extension,
      ...(options['html'] ? {} : { url: 'https://example.com/' }),
      ...options,
    },
  }),
  idempotencyKey,
})

/** Starts a world with one account, and a function that accepts a request of it and returns its key. */
export const startAccountWorld = async (plan?: TierName) => {
  const world = await startRequestWorld()
  const account = await world.createAccount(plan)
  const accept = async (options: Parameters<typeof laterRequest>[2] = {}) => {
    const { requestId: id } = await world.accept()(laterRequest(world, account, options))
    return { accountId: account.id, id }
  }
  return { world, account, accept }
}

/** Delivers what is in the render queue until it is empty, moving the clock past every wait. */
export const drain = async (
  world: RequestWorld,
  perform: RenderConsumerOptions['perform'] = world.worker(),
  { workers = 1 } = {},
) => {
  for (let rounds = 0; rounds < 100; rounds++) {
    const { visible, hidden } = await world.counts('render')
    if (visible > 0) await Promise.all(Array.from({ length: workers }, () => world.deliver(perform)))
    else if (hidden > 0) world.clock.aheadMs += 30_000
    else return
  }
  throw new Error('The render queue does not become empty.')
}

/** The body of a stored result, with whether it is what its record says. */
export const readResult = async (world: RequestWorld, name: string) => {
  const stream = await world.files.open(name)
  const body = stream && (await text(stream))
  return { body, sha256: body === undefined ? undefined : createHash('sha256').update(body).digest('hex') }
}
