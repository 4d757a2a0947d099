import { text } from 'node:stream/consumers'
import { ScanCommand } from '@aws-sdk/client-dynamodb'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import { defaultTiers } from '../../../lib/core/access/tiers.ts'
import { createCompareResults } from '../../../lib/jobs/compare-results.ts'
import { createEraseAccount } from '../../../lib/jobs/erase-account.ts'
import { sendEvent } from '../../../lib/jobs/events/announce.ts'
import { createSubscriptionJobs } from '../../../lib/jobs/events/subscriptions.ts'
import { createResults } from '../../../lib/jobs/results.ts'
import { createKeepBaselines } from '../../../lib/jobs/tasks/keep-baselines.ts'
import { createScheduleStore } from '../../../lib/store/schedules.ts'
import { runCommand } from '../../../local/accounts/commands.ts'
import { openData } from '../../../local/accounts/open-data.ts'
import { openStore } from '../../../local/accounts/open-store.ts'
import { toClientSettings } from '../../../local/credentials.ts'
import { scheduleGroup } from '../../../local/queues.ts'
import { writeCloudFile } from '../../../local/service-file.ts'
import { resultsBucket } from '../../../local/storage.ts'
import { tableNames } from '../../../local/tables.ts'
import { dyingAfter } from '../../support/faults/dying-process.ts'
import {
  artifact,
  drain,
  laterRequest,
  type RequestWorld,
  startRequestWorld,
} from '../../support/jobs/request-world.ts'
import { createWatchTools } from '../../support/jobs/watch-world.ts'
import { nowSeconds } from '../../support/now.ts'
import { objectKeys, scheduleDefinitions } from '../../support/service/embedded-data.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const start = async () => {
  const world = await startRequestWorld()
  await writeCloudFile(world.dataDir, world.access)
  return world
}

/** Runs a command as the operator does who has the names of a stage's resources. */
const run = async (world: RequestWorld, ...words: string[]) => {
  using store = await openStore({ DATA_DIR: world.dataDir })
  const output = await runCommand({ words }, store)
  return 'text' in output ? JSON.parse(await text(output.text)) : JSON.parse(JSON.stringify(output.json))
}

const settingsOf = ({ access }: RequestWorld) => toClientSettings(access)

const openWorld = (world: RequestWorld) =>
  openData(
    { accounts: world.accounts, dynamo: DynamoDBDocumentClient.from(world.cloud.dynamo) },
    { tables: tableNames, bucket: resultsBucket, scheduleGroup },
    settingsOf(world),
  )

const openScheduler = (world: RequestWorld) => {
  const scheduler = new SchedulerClient(settingsOf(world))
  return Object.assign(scheduler, { [Symbol.dispose]: () => scheduler.destroy() })
}

/** Makes an account store something in every place where the service stores something of an account. */
const fill = async (world: RequestWorld) => {
  const watch = createWatchTools(world)
  // The counters of a month that is over are in an archive.
  world.clock.aheadMs = -32 * dayMs
  const { id, accountId } = await watch.createTask()
  const account = { id: accountId, plan: 'scale' as const }
  await world.takeHits(account, 1)
  world.clock.aheadMs = 0
  await world.usage.admit({ ...account, keyId: 'key' })

  using scheduler = openScheduler(world)
  const schedules = createScheduleStore({
    scheduler,
    group: scheduleGroup,
    queueArn: world.cloud.queues.render.arn,
    roleArn: 'arn:aws:iam::000000000000:role/scheduler',
    deadLetterArn: '',
  })
  await schedules.put({
    taskId: id,
    accountId,
    expression: 'cron(0 0 * * ? *)',
    timezone: 'Etc/UTC',
    enabled: true,
  })
  watch.show('Price: 10\n', 'ten')
  const before = await watch.run({ id, accountId }, 0)
  watch.show('Price: 12\n', 'twelve')
  const after = await watch.run({ id, accountId }, 1)
  const compared = { before: before?.id ?? '', after: after?.id ?? '', threshold: 0 }
  const compare = createCompareResults({
    ...world,
    tiers: defaultTiers,
    results: createResults(world.performDeps),
  })
  await compare(account, compared, { requestId: after?.id ?? '', renderName: 'one' })
  // Only the task names the copy of a baseline.
  await createKeepBaselines({ ...world, log: silentLogger, nowMs: () => world.nowMs() + 6 * dayMs })(
    await world.tasks.listAll(),
  )

  const later = (options: Parameters<typeof laterRequest>[2]) =>
    world.accept()(laterRequest(world, account, options))
  world.behaviour.render = async () => ({
    ...artifact,
    snapshot: { parts: [{ ...artifact, output: 'screenshot' }], metadata: {} } as never,
  })
  await later({ html: 'a snapshot', cache: true })
  await drain(world)
  world.behaviour.render = async () => artifact
  await later({ cache: true, idempotencyKey: 'once', webhook_url: 'https://hooks.example.com/' })
  await drain(world)
  await later({ html: 'x'.repeat(10_000) })
  const logged = {
    accountId,
    operation: 'scrape',
    created: 1,
    finished: nowSeconds(),
    durationMs: 1,
  } as const
  await world.requests.putLogged({ ...logged, id: 'one', sent: { contentType: 'text/html', bytes: 1 } })
  const webhook_url = 'https://hooks.slack.com/services/secret'
  const subscription = { webhook_url, format: 'slack', topics: ['task.changed'] } as const
  const { id: subscriptionId } = await createSubscriptionJobs(world).create(accountId, {
    ...subscription,
    topics: [...subscription.topics],
  })
  const event = { type: 'test', data: { message: 'Hello' }, subject: 'one', atMs: world.nowMs() } as const
  await sendEvent(world, { accountId, subscriptionId }, event)
  await world.requests.putLogged({ ...logged, id: 'two', error: { code: 'page_timeout', message: 'Slow.' } })
  return accountId
}

/** Returns every item of every table, every schedule and the key of every object, as text. */
const everything = async ({ cloud, dataDir }: RequestWorld) => {
  const scans = await Promise.all(
    Object.values(tableNames).map(async (name) => {
      const { Items = [] } = await cloud.dynamo.send(new ScanCommand({ TableName: name }))
      return [name, Items.map((item) => JSON.stringify(item))] as const
    }),
  )
  const schedules = scheduleDefinitions(dataDir, '').map((schedule) => JSON.stringify(schedule))
  return {
    tables: Object.fromEntries(scans),
    items: [...scans.flatMap(([, items]) => items), ...schedules],
    objects: objectKeys(dataDir, resultsBucket, ''),
  }
}

const close = async (world: RequestWorld, id: string) => {
  world.clock.aheadMs = -11 * minuteMs
  await world.accounts.close(id)
  world.clock.aheadMs = 0
}

test('an erased account leaves nothing in any table, in the bucket and among the schedules, and others stay as they are', async () => {
  const world = await start()
  const other = await fill(world)
  const id = await fill(world)
  const filled = await everything(world)
  const own = filled.items.filter((item) => item.includes(id))
  for (const [table, items] of Object.entries(filled.tables)) expect(`${table} ${items}`).toContain(id)
  // An account, two counters, a task with a schedule, 7 requests, one of which is open, the places, an event, and 3 entries of the cache, one of which is an Idempotency-Key.
  expect(own).toHaveLength(18)
  expect(own.filter((item) => item.includes(`${id}#idempotency#`))).toHaveLength(1)

  await close(world, id)
  expect(await run(world, 'erase', id)).toEqual({
    id,
    erased: {
      tasks: 1,
      schedules: 1,
      // Two runs, three later requests, two entries of the log, and an event.
      requests: 10,
      // Of the runs with a difference and a copied baseline, each with a text, of the snapshot with its part, of the cached request, and of a comparison.
      files: 12,
      cacheEntries: 3,
      usage: 2,
      accounts: 1,
    },
  })
  const left = await everything(world)
  expect(left.items).toEqual(filled.items.filter((item) => !item.includes(id)))
  const others = left.items.join()
  expect(left.objects.filter((key) => !others.includes(key.slice('cache/'.length)))).toEqual([])
  expect(left.objects.length).toBeGreaterThan(0)
  expect(others).toContain(other)

  const nothing = { tasks: 0, schedules: 0, requests: 0, files: 0, cacheEntries: 0, usage: 0, accounts: 0 }
  expect(await run(world, 'erase', id)).toEqual({ id, erased: nothing })
})

test('an erasure that is killed again and again is complete in the end', async () => {
  const world = await start()
  const id = await fill(world)
  await close(world, id)
  using opened = openWorld(world)
  let deaths = 0
  for (;;) {
    const process = dyingAfter(deaths + 1)
    const { data, tasks, schedules, inputs, files } = opened
    const { requests, cacheEntries, usage, ...deletes } = data
    const erase = createEraseAccount({
      accounts: process.wrap(world.accounts),
      data: { requests, cacheEntries, usage, ...process.wrap(deletes) },
      tasks: { list: tasks.list, delete: process.wrap(tasks).delete },
      schedules: { list: schedules.list, delete: process.wrap(schedules).delete },
      inputs: process.wrap(inputs),
      files: process.wrap(files),
    })
    const isDone = await erase(id).then(
      () => true,
      () => false,
    )
    if (isDone) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(3)
  expect(await everything(world)).toMatchObject({ items: [], objects: [] })
})

test('an account is erased only after it was closed, and when nothing that began before can still run', async () => {
  const world = await start()
  const { id } = await world.createAccount()
  await expect(run(world, 'erase', id)).rejects.toThrow(`The account ${id} is open. Close it`)
  await run(world, 'close', id)
  await expect(run(world, 'erase', id)).rejects.toThrow('may still store results. Erase it from 20')
  expect(await world.accounts.find(id)).toBeDefined()
})

test('export prints everything that is stored of an account, and no key', async () => {
  const world = await start()
  const id = await fill(world)
  const storage = { region: 'eu-central-1', bucket: 'results', prefix: '', keyTemplate: '{id}', tested: 1 }
  await world.accounts.changeStorage(id, { ...storage, sealedKey: 'c2VhbGVk' }, 0)
  const { secretKey = '', keys = {} } = (await world.accounts.find(id)) ?? {}
  const exported = await run(world, 'export', id)
  expect(exported).toMatchObject({
    account: {
      ...{ id, plan: 'scale', keys: [{ name: 'First key', scope: 'full' }] },
      storage: { bucket: 'results', region: 'eu-central-1', role_arn: null },
    },
    usage: [{ id }, { id: expect.stringContaining(`${id}#`) }],
    tasks: [{ accountId: id, name: 'Watched', baseline: { file: { name: expect.any(String) } } }],
  })
  // Without the places, and the mark of an open request.
  expect(exported.requests).toHaveLength(8)
  expect(exported.account.subscriptions).toMatchObject([{ webhook_url: 'https://hooks.slack.com/***' }])
  const printed = JSON.stringify(exported)
  expect(printed).not.toContain('services/secret')
  for (const secret of [secretKey, 'c2VhbGVk', ...Object.values(keys).map(({ hash }) => hash)])
    expect(printed).not.toContain(secret)
})
