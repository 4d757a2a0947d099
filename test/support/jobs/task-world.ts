import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { silentLogger } from '../../../lib/base/logger.ts'
import { parseTiers } from '../../../lib/core/access/tiers.ts'
import { allowNothing } from '../../../lib/core/network/egress-allow.ts'
import type { TaskDefinition } from '../../../lib/core/tasks/stored-task.ts'
import { createHits } from '../../../lib/jobs/hits.ts'
import { type CreateTaskDeps, createCreateTask } from '../../../lib/jobs/tasks/create-task.ts'
import { createDeleteTask } from '../../../lib/jobs/tasks/delete-task.ts'
import { createReconcileSchedules } from '../../../lib/jobs/tasks/reconcile-schedules.ts'
import { createRunTask, type TaskRun } from '../../../lib/jobs/tasks/run-task.ts'
import { createSweepSchedules } from '../../../lib/jobs/tasks/sweep-schedules.ts'
import { createUpdateTask } from '../../../lib/jobs/tasks/update-task.ts'
import type { TierName } from '../../../lib/schema/tier-features.ts'
import { createAccountStore } from '../../../lib/store/accounts.ts'
import { createHitStore } from '../../../lib/store/hits.ts'
import { createInputStore } from '../../../lib/store/inputs.ts'
import { createRequestStore } from '../../../lib/store/requests.ts'
import { createScheduleStore } from '../../../lib/store/schedules.ts'
import { createTaskStore } from '../../../lib/store/tasks.ts'
import { createUsageStore } from '../../../lib/store/usage.ts'
import { startAws } from '../../../local/aws/aws.ts'
import { createQueueServices } from '../../../local/aws/scheduler/queue-services.ts'
import { region, toClientSettings } from '../../../local/credentials.ts'
import { ensureQueues, ensureScheduleGroup, scheduleGroup } from '../../../local/queues.ts'
import { ensureBucket, resultsBucket } from '../../../local/storage.ts'
import { ensureTables, tableNames } from '../../../local/tables.ts'
import { createMortalProcess } from '../faults/mortal-process.ts'
import { scheduleDefinitions } from '../service/embedded-data.ts'
import { silentAnnouncer } from './silent-announcer.ts'

export const sampleTask: TaskDefinition = {
  name: 'Sample',
  api: 'screenshot',
  query: 'html=x',
  frequency: 'every_minute',
  timezone: 'Etc/UTC',
  enabled: true,
}

const minuteMs = 60_000

/** The jobs of scheduled tasks over the embedded cloud, with a fixed clock and a process that can die. */
export const startTaskWorld = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-tasks-'))
  const clock = { nowMs: Date.UTC(2026, 10, 21, 12) }
  const nowMs = () => clock.nowMs
  const aws = await startAws({ dataDir, region, nowMs, services: createQueueServices() })
  const settings = { ...toClientSettings(aws.access), maxAttempts: 1 }
  const process = createMortalProcess()
  const dynamo = process.watch(new DynamoDBClient(settings))
  const scheduler = process.watch(new SchedulerClient(settings))
  const documents = DynamoDBDocumentClient.from(dynamo, { marshallOptions: { removeUndefinedValues: true } })
  const sqs = new SQSClient(settings)
  const s3 = new S3Client(settings)
  await Promise.all([ensureTables(dynamo), ensureBucket(s3), ensureScheduleGroup(scheduler)])
  const queues = await ensureQueues(sqs)
  const stores = createStores({ documents, scheduler, s3, queues, nowMs })
  return {
    clock,
    documents,
    ...stores,
    ...createJobs(stores, nowMs),
    callsOf: process.callsOf,
    /** Moves the clock to an instant and fires what is due by then. */
    goTo(ms: number) {
      clock.nowMs = ms
      return aws.services.scheduler.runDue().length
    },
    /** All messages that wait in the render queue, parsed; they stay hidden. */
    async receiveRuns() {
      const runs: TaskRun[] = []
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: queues.render.url,
            MaxNumberOfMessages: 10,
            VisibilityTimeout: 43_200,
          }),
        )
        if (Messages.length === 0) return runs
        runs.push(...Messages.map(({ Body = '' }) => JSON.parse(Body)))
      }
    },
    /** The schedules of a task with their definitions. */
    findSchedules: (taskId: number) => scheduleDefinitions(dataDir, `task-${taskId}-`),
    /** The names of all schedules of the group. */
    async scheduleNames() {
      const names: string[] = []
      for await (const { name } of stores.schedules.list()) names.push(name)
      return names
    },
    queues,
    async [Symbol.asyncDispose]() {
      for (const client of [dynamo, scheduler, s3, sqs]) client.destroy()
      await aws.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type TaskWorld = Awaited<ReturnType<typeof startTaskWorld>>

interface Cloud {
  documents: DynamoDBDocumentClient
  scheduler: SchedulerClient
  s3: S3Client
  queues: Awaited<ReturnType<typeof ensureQueues>>
  nowMs: () => number
}

const tiers = parseTiers('{"scale": {"quota": 1000, "requestsPerMinute": 1000}}')

const createStores = ({ documents: dynamo, scheduler, s3, queues, nowMs }: Cloud) => ({
  hitStore: createHitStore({ dynamo, tableName: tableNames.usage, tiers, nowMs }),
  tasks: createTaskStore({ dynamo, tableName: tableNames.tasks }),
  accounts: createAccountStore({ dynamo, tableName: tableNames.accounts, nowMs }),
  usage: createUsageStore({ dynamo, tableName: tableNames.usage, tiers, nowMs }),
  inputs: createInputStore({ s3, bucket: resultsBucket }),
  requests: createRequestStore({ dynamo, tableName: tableNames.requests, nowMs }),
  schedules: createScheduleStore({
    scheduler,
    group: scheduleGroup,
    queueArn: queues.render.arn,
    roleArn: 'arn:aws:iam::000000000000:role/scheduler',
    deadLetterArn: queues.scheduleDeadLetters.arn,
  }),
})

const createJobs = (stores: ReturnType<typeof createStores>, nowMs: () => number) => {
  let draws = 0
  const webhooks: string[] = []
  const hits = createHits({ store: stores.hitStore, requests: stores.requests, log: silentLogger })
  const deps = {
    ...stores,
    hits,
    announcer: silentAnnouncer,
    queues: {
      sendRender: async () => {},
      sendWebhook: async ({ id }: { id: string }) => void webhooks.push(id),
    },
    tiers,
    rules: { egress: { allow: allowNothing, serviceHosts: [] } },
    nowMs,
    log: silentLogger,
    reconcileSchedules: createReconcileSchedules(stores),
    randomBytes: () => {
      draws += 1
      return Uint8Array.of(draws >> 8, draws)
    },
  }
  return {
    hits,
    /** Requests whose webhooks were queued. */
    webhooks,
    createTask: createCreateTask(deps),
    createTaskWith: (changed: Partial<CreateTaskDeps>) => createCreateTask({ ...deps, ...changed }),
    updateTask: createUpdateTask(deps),
    deleteTask: createDeleteTask(deps),
    runTask: createRunTask(deps),
    sweepSchedules: async () => createSweepSchedules(deps)(await stores.tasks.listAll()),
    newAccount: async (plan: TierName = 'scale') => ({ ...(await stores.accounts.create(plan)), plan }),
    /** The message of a minute. */
    messageOf: ({ id, accountId }: { id: number; accountId: string }, minute: number) => ({
      accountId,
      taskId: id,
      scheduledTime: new Date(minute * minuteMs).toISOString(),
    }),
  }
}
