import { SchedulerClient } from '@aws-sdk/client-scheduler'
import type { QueueName } from '../../infra/queues.ts'
import type { TableName } from '../../infra/tables.ts'
import { silentLogger } from '../../lib/base/logger.ts'
import { parseTiers } from '../../lib/core/access/tiers.ts'
import { allowNothing } from '../../lib/core/network/egress-allow.ts'
import { webhookRetrySeconds } from '../../lib/core/requests/delivery-schedule.ts'
import type { CallReceiver } from '../../lib/egress/call-receiver.ts'
import { createAcceptRequest } from '../../lib/jobs/accept-request.ts'
import { createAcceptBatch } from '../../lib/jobs/batches/accept-batch.ts'
import { createCancelBatch } from '../../lib/jobs/batches/cancel-batch.ts'
import { createBatches } from '../../lib/jobs/batches/follow-batch.ts'
import { createDeleteStorage, createPutStorage } from '../../lib/jobs/change-storage.ts'
import { createDeliver } from '../../lib/jobs/deliver.ts'
import { createEndDeadRequest } from '../../lib/jobs/end-dead-request.ts'
import { createEraseAccount } from '../../lib/jobs/erase-account.ts'
import { createAnnounceUse } from '../../lib/jobs/events/announce.ts'
import { createAnnouncer } from '../../lib/jobs/events/announcer.ts'
import { createSubscriptionJobs } from '../../lib/jobs/events/subscriptions.ts'
import { createGiveUp } from '../../lib/jobs/give-up.ts'
import { createHits } from '../../lib/jobs/hits.ts'
import { createPerformRequest } from '../../lib/jobs/perform-request.ts'
import { createPlaces } from '../../lib/jobs/places.ts'
import { createFindStorageKey } from '../../lib/jobs/put-object.ts'
import { createRecordFailure, createRecordResult } from '../../lib/jobs/record-result.ts'
import { createRenderNow } from '../../lib/jobs/render-now.ts'
import { createRepeatWebhook } from '../../lib/jobs/repeat-webhook.ts'
import { createResults } from '../../lib/jobs/results.ts'
import { createSweep } from '../../lib/jobs/sweep.ts'
import { createCreateTask } from '../../lib/jobs/tasks/create-task.ts'
import { createDeleteTask } from '../../lib/jobs/tasks/delete-task.ts'
import { createKeepBaselines } from '../../lib/jobs/tasks/keep-baselines.ts'
import { createReconcileSchedules } from '../../lib/jobs/tasks/reconcile-schedules.ts'
import { createRunTask } from '../../lib/jobs/tasks/run-task.ts'
import { createStartRun } from '../../lib/jobs/tasks/start-run.ts'
import { createSweepSchedules } from '../../lib/jobs/tasks/sweep-schedules.ts'
import { createUpdateTask } from '../../lib/jobs/tasks/update-task.ts'
import { createWatchRuns } from '../../lib/jobs/tasks/watch-runs.ts'
import type { Renderers } from '../../lib/render/renderers.ts'
import { createAccountData } from '../../lib/store/account-data.ts'
import { createAccountStore } from '../../lib/store/accounts.ts'
import { createBatchStore } from '../../lib/store/batches.ts'
import { createCacheStore } from '../../lib/store/cache.ts'
import { createEventStore } from '../../lib/store/events.ts'
import { createHitStore } from '../../lib/store/hits.ts'
import { createIdempotencyStore } from '../../lib/store/idempotency.ts'
import { createInputStore } from '../../lib/store/inputs.ts'
import { createPlaceStore } from '../../lib/store/places.ts'
import { createQueues } from '../../lib/store/queues.ts'
import { createRequestStore } from '../../lib/store/requests.ts'
import { createResultStore } from '../../lib/store/results.ts'
import { createScheduleStore } from '../../lib/store/schedules.ts'
import { createKmsSecrets } from '../../lib/store/sealed-secrets.ts'
import { createTaskStore } from '../../lib/store/tasks.ts'
import { createUsageStore } from '../../lib/store/usage.ts'
import type { Bucket } from './bucket.ts'
import type { CallAws } from './calls.ts'
import { createDocuments, type Database } from './dynamodb.ts'
import type { Engine, Process } from './engine.ts'
import type { SimulatedQueues } from './queues.ts'
import type { SimulatedScheduler } from './schedules.ts'

export interface Cloud {
  engine: Engine
  callAws: CallAws
  database: Database
  bucket: Bucket
  queues: SimulatedQueues
  scheduler: SimulatedScheduler
}

/** What the service meets outside of AWS. */
export interface Outside {
  render: Renderers['render']
  post: CallReceiver
}

/** Small quotas, few renders at the same time, few open requests and few free failures, which some seeds use up. */
export const tiers = parseTiers(
  '{"free": {"quota": 12, "concurrency": 1, "freeFailures": 0}, "growth": {"requestsPerMinute": 30, "concurrency": 4, "freeFailures": 2, "features": ["tasks"]}, "scale": {"requestsPerMinute": 100000, "concurrency": 2, "freeFailures": 2}}',
)

export const cacheUrl = 'https://files.test'

/** A client whose calls have the name of the command and the input of the SDK. */
const clientOf = (send: (name: string, input: Record<string, unknown>) => Promise<unknown>) => ({
  send: (command: { constructor: { name: string }; input: object }) =>
    send(command.constructor.name.replace('Command', ''), command.input as Record<string, unknown>),
})

/** KMS: what was encrypted for one account can be decrypted only for the same one. */
const seal = ({ engine }: Cloud, name: string, input: { context: string } & Record<string, unknown>) => {
  const { context, Plaintext, CiphertextBlob } = input
  if (name === 'Encrypt') {
    const sealed = { context, text: String(Plaintext), salt: engine.random(1_000_000) }
    return { CiphertextBlob: Buffer.from(JSON.stringify(sealed)) }
  }
  const sealed = JSON.parse(String(CiphertextBlob))
  if (name !== 'Decrypt' || sealed.context !== context) throw new Error(`The simulated KMS refuses ${name}.`)
  return { Plaintext: Buffer.from(sealed.text) }
}

const createClients = (cloud: Cloud, process: Process) => {
  const { callAws, bucket, queues, scheduler } = cloud
  const sqs: Record<string, (queue: QueueName, input: Record<string, unknown>) => unknown> = {
    SendMessage: (queue, input) =>
      queues.send(queue, String(input['MessageBody']), {
        delaySeconds: Number(input['DelaySeconds'] ?? 0),
        lineage: process.lineage,
      }),
    ReceiveMessage: (queue) => ({
      Messages: queues.receive(queue, 1).map(({ id, receipt, body, receives, sentMs }) => ({
        ...{ MessageId: id, ReceiptHandle: receipt, Body: body },
        Attributes: { ApproximateReceiveCount: String(receives), SentTimestamp: String(sentMs) },
      })),
    }),
    DeleteMessageBatch: (queue, input) => {
      for (const { ReceiptHandle } of input['Entries'] as { ReceiptHandle: string }[])
        queues.delete(queue, ReceiptHandle)
    },
    ChangeMessageVisibility: (queue, input) =>
      queues.hide(queue, String(input['ReceiptHandle']), Number(input['VisibilityTimeout'])),
  }
  return {
    dynamo: createDocuments(cloud.database, callAws, process),
    s3: clientOf((name, input) =>
      callAws(process, { service: 's3', name, target: String(input['Key']) }, () =>
        bucket.execute(name, input),
      ),
    ),
    sqs: clientOf((name, input) => {
      const queue = String(input['QueueUrl']) as QueueName
      const target = `${queue} ${input['MessageBody'] ?? input['VisibilityTimeout'] ?? ''}`
      return callAws(process, { service: 'sqs', name, target }, () => {
        const operation = sqs[name]
        if (!operation) throw new Error(`The simulated SQS does not know ${name}.`)
        return operation(queue, input) ?? {}
      })
    }),
    kms: clientOf((name, { EncryptionContext, ...input }) =>
      callAws(process, { service: 'kms', name, target: JSON.stringify(EncryptionContext) }, () =>
        seal(cloud, name, { ...input, context: JSON.stringify(EncryptionContext) }),
      ),
    ),
    scheduler: Object.assign(
      Object.create(SchedulerClient.prototype) as SchedulerClient,
      clientOf((name, input) =>
        callAws(process, { service: 'scheduler', name, target: String(input['Name'] ?? '') }, () =>
          scheduler.execute(name, input),
        ),
      ),
    ),
  }
}

const createStores = (cloud: Cloud, process: Process) => {
  const nowMs = () => cloud.engine.nowMs() + process.aheadMs
  const { dynamo, s3, sqs, scheduler, kms } = createClients(cloud, process)
  const tableOf = (tableName: TableName) => ({ dynamo, tableName, nowMs, tiers })
  return {
    accounts: createAccountStore(tableOf('accounts')),
    data: createAccountData({
      dynamo,
      tables: { requests: 'requests', cache: 'cache', usage: 'usage' },
      nowMs,
    }),
    requests: createRequestStore(tableOf('requests')),
    batches: createBatchStore(tableOf('requests')),
    events: createEventStore(tableOf('requests')),
    tasks: createTaskStore(tableOf('tasks')),
    usage: createUsageStore(tableOf('usage')),
    hitStore: createHitStore(tableOf('usage')),
    placeStore: createPlaceStore(tableOf('requests')),
    cache: createCacheStore(tableOf('cache')),
    idempotency: createIdempotencyStore(tableOf('cache')),
    inputs: createInputStore({ s3: s3 as never, bucket: 'results' }),
    files: createResultStore({ s3: s3 as never, bucket: 'results', log: silentLogger }),
    queues: createQueues({ sqs: sqs as never, urls: { render: 'render', webhook: 'webhook' } }),
    secrets: createKmsSecrets({ kms: kms as never, keyId: 'key' }),
    schedules: createScheduleStore({
      scheduler,
      group: 'tasks',
      queueArn: 'render',
      roleArn: 'role',
      deadLetterArn: 'scheduleDeadLetters',
    }),
  }
}

export type Service = ReturnType<typeof createService>

/** Composes the service as `functions/` does, for one process of it. */
export const createService = (cloud: Cloud, process: Process, outside: Outside) => {
  const { engine } = cloud
  const stores = createStores(cloud, process)
  const log = {
    ...silentLogger,
    warn(fields: object, text: string) {
      if (!process.isAlive) return
      process.hasWarned = true
      engine.note(process.name, () => `${text} ${JSON.stringify(fields)}`)
    },
  }
  const nowMs = () => engine.nowMs() + process.aheadMs
  const announceUse = createAnnounceUse({ ...stores, store: stores.hitStore, tiers, log, nowMs })
  const hits = createHits({ store: stores.hitStore, requests: stores.requests, announceUse, log })
  const places = createPlaces({ ...stores, store: stores.placeStore, tiers, log, nowMs })
  const shared = {
    ...stores,
    hits,
    places,
    announceUse,
    log,
    cacheUrl,
    tiers,
    nowMs,
    announcer: createAnnouncer({ ...stores, cacheUrl }),
    random: () => engine.random(1000) / 1000,
    isStopping: async () => false,
    randomBytes: engine.randomBytes,
    rules: { egress: { allow: allowNothing, serviceHosts: [] } },
    retrySeconds: webhookRetrySeconds,
    post: outside.post,
    renderers: { resolve: (_operation: string, options: object) => options as never, render: outside.render },
    reconcileSchedules: createReconcileSchedules(stores),
  }
  const common = { ...shared, ...createBatches(shared) }
  // Roles of customers are not simulated.
  const storage = { ...common, assumeRole: async () => undefined, principal: undefined }
  const results = createResults(common)
  const watchRuns = createWatchRuns({ ...common, results })
  const accept = createAcceptRequest(common)
  const sweepTasks = async () => {
    const all = await stores.tasks.listAll()
    const parts = [createSweepSchedules(common), createKeepBaselines(common)]
    await Promise.allSettled(parts.map((part) => part(all)))
  }
  return {
    ...stores,
    hits,
    log,
    accept,
    acceptBatch: createAcceptBatch({ ...common, readSitemap: async () => [] }),
    cancelBatch: createCancelBatch(common),
    perform: createPerformRequest({ ...common, results, watchRuns }),
    erase: createEraseAccount(stores),
    endDead: createEndDeadRequest(common),
    deliverWebhook: createDeliver({
      ...common,
      findKey: createFindStorageKey(storage),
      publicUrl: undefined,
    }),
    failDelivery: createGiveUp(common),
    repeatWebhook: createRepeatWebhook(common),
    renderNow: createRenderNow({
      ...common,
      results,
      recordResult: createRecordResult(common),
      recordFailure: createRecordFailure(common),
    }),
    runTask: createRunTask(common),
    putStorage: createPutStorage(storage),
    deleteStorage: createDeleteStorage(storage),
    subscriptions: createSubscriptionJobs(common),
    createTask: createCreateTask(common),
    updateTask: createUpdateTask(common),
    deleteTask: createDeleteTask(common),
    startRun: createStartRun({ ...common, accept }),
    sweeps: [createSweep(common), sweepTasks],
  }
}
