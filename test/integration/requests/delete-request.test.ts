import { afterAll, expect, test } from 'vitest'
import type { StoredTask } from '../../../lib/core/tasks/stored-task.ts'
import { createDeleteRequest } from '../../../lib/jobs/delete-request.ts'
import { createResults } from '../../../lib/jobs/results.ts'
import { createAcceptBaseline } from '../../../lib/jobs/tasks/accept-baseline.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { resultsBucket } from '../../../local/storage.ts'
import {
  artifact,
  drain,
  laterRequest,
  type RequestWorld,
  readResult,
  startRequestWorld,
} from '../../support/jobs/request-world.ts'
import { createWatchTools } from '../../support/jobs/watch-world.ts'
import { objectKeys } from '../../support/service/embedded-data.ts'

const world = await startRequestWorld({ onEnd: afterAll })

const remove = (key: { accountId: string; id: string }) => createDeleteRequest(world.performDeps)(key)

/** Accepts a request, and returns its key and the request as its worker sees it. */
const accept = async (
  account: Awaited<ReturnType<RequestWorld['createAccount']>>,
  options: Parameters<typeof laterRequest>[2] = {},
) => {
  const request = laterRequest(world, account, options)
  await world.accept()(request)
  return { ...request, key: { accountId: account.id, id: request.requestId } }
}

const files = () => objectKeys(world.dataDir, resultsBucket, '')

const caching = ({ requestId, account, options }: ReturnType<typeof laterRequest>) => ({
  requestId,
  account,
  operation: operations.screenshot,
  options,
})

test('a request goes with its file and its entry in the cache, and only its account can delete it', async () => {
  const account = await world.createAccount()
  const before = files()
  const first = await accept(account, { cache: true })
  await drain(world)
  const record = await world.requests.find(first.key)
  expect(await world.cache.find(record?.result?.cacheKey ?? '')).toMatchObject({ name: record?.result?.name })
  const { id: stranger } = await world.createAccount()
  await expect(remove({ ...first.key, accountId: stranger })).rejects.toMatchObject({ statusCode: 404 })

  await remove(first.key)
  expect(await world.requests.findAny(first.key)).toBeUndefined()
  expect(files()).toEqual(before)
  // Nothing announces the file that is gone: the next request renders again.
  expect(await createResults(world.performDeps).find(caching(first))).toBeUndefined()
  await expect(remove(first.key)).rejects.toMatchObject({ statusCode: 404 })
  expect(await world.hitsUsed(account.id)).toBe(1)
})

test('a file that goes while it is added to the cache is not announced again', async () => {
  const account = await world.createAccount()
  const first = await accept(account, { cache: true })
  const put: RequestWorld['cache']['put'] = async (...entry) => {
    await remove(first.key)
    await world.cache.put(...entry)
  }
  await drain(world, world.worker({ cache: { ...world.cache, put } }))
  const { length } = world.renders
  const second = await accept(account, { cache: true })
  await drain(world)
  expect(world.renders).toHaveLength(length + 1)
  const name = (await world.requests.find(second.key))?.result?.name ?? ''
  expect((await readResult(world, name)).body).toBe('an image')
})

test('a copy of a cached file goes alone, the cached file also for the requests that share it', async () => {
  const account = await world.createAccount()
  const first = await accept(account, { cache: true })
  await drain(world)
  const copy = await accept(account, { cache: true, attachment_name: 'copy' })
  const shared = await accept(account, { cache: true })
  await drain(world)
  const nameOf = async ({ key }: typeof first) => (await world.requests.find(key))?.result?.name ?? ''
  const name = await nameOf(first)
  expect(await nameOf(shared)).toBe(name)
  expect(await nameOf(copy)).not.toBe(name)

  await remove(copy.key)
  expect((await createResults(world.performDeps).find(caching(first)))?.result.name).toBe(name)
  await remove(shared.key)
  expect(await createResults(world.performDeps).find(caching(first))).toBeUndefined()
  expect(await world.files.open(name)).toBeUndefined()
  await remove(first.key)
})

test('all files of a snapshot go', async () => {
  const account = await world.createAccount()
  const before = files()
  const part = { ...artifact, output: 'screenshot' }
  world.behaviour.render = async () => ({ ...artifact, snapshot: { parts: [part], metadata: {} } as never })
  const { key } = await accept(account)
  await drain(world)
  world.behaviour.render = async () => artifact
  expect(files()).toHaveLength(before.length + 2)
  await remove(key)
  expect(files()).toEqual(before)
})

test('a request that waits is canceled: its hit is refunded, its input deleted, and it is never rendered or announced', async () => {
  const account = await world.createAccount()
  const before = files()
  const { key } = await accept(account, {
    html: 'x'.repeat(10_000),
    webhook_url: 'https://hooks.example.com/',
    webhook_errors: true,
  })
  expect(files()).toHaveLength(before.length + 1)
  const { length } = world.renders
  const waiting = (await world.counts('webhook')).visible
  await remove(key)
  expect(files()).toEqual(before)
  expect(await world.hitsUsed(account.id)).toBe(0)
  await drain(world)
  expect(world.renders).toHaveLength(length)
  expect((await world.counts('webhook')).visible).toBe(waiting)
})

test('a request that is being rendered is refused, and one that a worker claims during the deletion leaves nothing', async () => {
  const account = await world.createAccount()
  const before = files()
  const { key } = await accept(account)
  let refusal: unknown
  world.behaviour.render = async () => {
    refusal = await remove(key).catch((error: unknown) => error)
    // As if the deletion had read the record before the worker claimed it.
    await createDeleteRequest({ ...world.performDeps, requests: { ...world.requests, find: unclaimed } })(key)
    return artifact
  }
  const unclaimed: RequestWorld['requests']['find'] = async (wanted) => {
    const record = await world.requests.find(wanted)
    if (!record) return undefined
    const { leaseUntilMs: _, ...rest } = record
    return rest
  }
  await drain(world)
  world.behaviour.render = async () => artifact
  expect(refusal).toMatchObject({ statusCode: 409, code: 'request_in_use' })
  expect(await world.requests.find(key)).toBeUndefined()
  expect(files()).toEqual(before)
  expect(await world.hitsUsed(account.id)).toBe(0)
})

test('an entry of the log goes', async () => {
  const { id: accountId } = await world.createAccount()
  const key = { accountId, id: 'one' }
  const finished = Math.floor(world.nowMs() / 1000)
  const sent = { contentType: 'image/png', bytes: 1 }
  await world.requests.putLogged({ ...key, operation: 'pdf', created: 1, finished, durationMs: 1, sent })
  await remove(key)
  expect(await world.requests.findAny(key)).toBeUndefined()
})

const acceptLatest = ({ accountId, id }: StoredTask, tasks = world.tasks) =>
  createAcceptBaseline({ ...world, tasks })({ accountId, id: String(id) })

test('the baseline of a task stays, and its latest run is forgotten', async () => {
  const watch = createWatchTools(world)
  const task = await watch.createTask()
  watch.show('Price: 10\n')
  const first = await watch.run(task, 0)
  const second = await watch.run(task, 1)
  const keyOf = (id = '') => ({ accountId: task.accountId, id })
  await expect(remove(keyOf(first?.id))).rejects.toMatchObject({
    code: 'request_in_use',
    message: expect.stringContaining(`baseline of the task ${task.id}`),
  })
  await remove(keyOf(second?.id))
  await expect(acceptLatest(task)).rejects.toThrow('There is no run to accept.')

  watch.show('Price: 12\n')
  const third = await watch.run(task, 2)
  expect(third?.change).toMatchObject({ changed: true, before: { requestId: first?.id } })
  await remove(keyOf(first?.id))
  world.behaviour.render = async () => artifact
})

test('a run that is deleted before its task follows it is the baseline, and one that changed nothing is forgotten', async () => {
  const watch = createWatchTools(world)
  const task = await watch.createTask()
  const refusals: unknown[] = []
  const runWhileDeleted = async (minute: number) => {
    const key = await watch.start(task, minute)
    const setLatest: RequestWorld['tasks']['setLatest'] = async (...run) => {
      await remove(key).catch((error: unknown) => refusals.push(error))
      return world.tasks.setLatest(...run)
    }
    await watch.perform(key, world.worker({ tasks: { ...world.tasks, setLatest } }))
    return key
  }
  watch.show('Price: 10\n')
  const first = await runWhileDeleted(0)
  expect(refusals).toMatchObject([{ code: 'request_in_use' }])
  const { name = '' } = (await watch.baselineOf(task))?.file ?? {}
  expect((await readResult(world, name)).body).toBe('Price: 10\n')

  const second = await runWhileDeleted(1)
  expect(await world.requests.find(second)).toBeUndefined()
  await expect(acceptLatest(task)).rejects.toThrow('There is no run to accept.')
  watch.show('Price: 12\n')
  const third = await watch.run(task, 2)
  expect(third?.change).toMatchObject({ changed: true, before: { requestId: first.id } })
  world.behaviour.render = async () => artifact
})

test('a run that is accepted while it is deleted is either the baseline or deleted', async () => {
  const watch = createWatchTools(world)
  const task = await watch.createTask({
    watch: { mode: 'text', threshold: 0.9, ignore_selectors: [], notify: 'change' },
  })
  watch.show('a\nb\n')
  await watch.run(task, 0)
  watch.show('a\nc\n')
  const { accountId, id = '' } = (await watch.run(task, 1)) ?? task
  const key = { accountId, id: String(id) }
  const acceptFirst: RequestWorld['tasks']['forgetLatest'] = async (seen) => {
    await acceptLatest(task)
    return world.tasks.forgetLatest(seen)
  }
  const tasks = { ...world.tasks, forgetLatest: acceptFirst }
  await expect(createDeleteRequest({ ...world.performDeps, tasks })(key)).rejects.toMatchObject({
    code: 'request_in_use',
  })
  expect((await watch.baselineOf(task))?.requestId).toBe(key.id)

  const next = await watch.run(task, 2)
  const removeFirst: RequestWorld['tasks']['acceptLatest'] = async (...latest) => {
    if (await world.requests.find({ accountId, id: next?.id ?? '' }))
      await remove({ accountId, id: next?.id ?? '' })
    return world.tasks.acceptLatest(...latest)
  }
  await expect(acceptLatest(task, { ...world.tasks, acceptLatest: removeFirst })).rejects.toThrow(
    'There is no run to accept.',
  )
  expect((await watch.baselineOf(task))?.requestId).toBe(key.id)
  world.behaviour.render = async () => artifact
})
