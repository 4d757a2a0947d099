import { text as readText } from 'node:stream/consumers'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import type { Watch } from '../../../lib/core/watch/watch.ts'
import { createKeepBaselines } from '../../../lib/jobs/tasks/keep-baselines.ts'
import { createResultStore } from '../../../lib/store/results.ts'
import { resultsBucket } from '../../../local/storage.ts'
import { dyingAfter } from '../../support/faults/dying-process.ts'
import { startRequestWorld } from '../../support/jobs/request-world.ts'
import { createWatchTools } from '../../support/jobs/watch-world.ts'

const world = await startRequestWorld({ onEnd: afterAll })
const watch = createWatchTools(world)

const read = async (name = '') => {
  const stream = await world.files.open(name)
  return stream && readText(stream)
}

test('the first run sets the baseline, an equal one leaves it, a changed one is announced and replaces it', async () => {
  const task = await watch.createTask()
  watch.show('Price: 10\n')
  const first = await watch.run(task, 0)
  expect(first).toMatchObject({ status: 'done', change: { changed: false, ratio: 0, regions: [] } })
  expect(first?.change).not.toHaveProperty('before')
  expect(first).not.toHaveProperty('webhook')
  expect(await watch.baselineOf(task)).toMatchObject({
    requestId: first?.id,
    file: { name: first?.result?.name },
  })

  const second = await watch.run(task, 1)
  expect(second).toMatchObject({ change: { changed: false, before: { requestId: first?.id } } })
  expect(second?.change).not.toHaveProperty('difference')
  expect((await watch.baselineOf(task))?.requestId).toBe(first?.id)

  watch.show('Price: 12\n')
  const third = await watch.run(task, 2)
  expect(third).toMatchObject({
    change: { changed: true, ratio: 1, before: { requestId: first?.id, name: first?.result?.name } },
    webhook: { status: 'pending' },
  })
  expect(await read(third?.change?.difference?.name)).toContain('-Price: 10\n+Price: 12\n')
  expect(third?.change?.difference?.expires).toBe(third?.result?.expires)
  expect((await watch.baselineOf(task))?.requestId).toBe(third?.id)
})

test('a change of an image has the change of the text that it shows, which counts for nothing without the image', async () => {
  const query = 'url=https%3A%2F%2Fexample.com%2F&format=png'
  const mode = { mode: 'visual', threshold: 0, ignore_selectors: [], notify: 'change' } satisfies Watch
  const task = await watch.createTask({ api: 'screenshot', query, watch: mode })
  const imageOf = (red: number) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .png()
      .toBuffer()
  const [old, latest] = [await imageOf(0), await imageOf(255)]
  const runOf = (minute: number, image: Buffer, text?: string) => {
    watch.showImage(image, text)
    return watch.run(task, minute)
  }
  const first = await runOf(0, old, 'Price: 10')
  expect(await read(first?.result?.text)).toBe('Price: 10')
  expect((await watch.baselineOf(task))?.file.text).toBe(first?.result?.text)

  const same = await runOf(1, old, 'Price: 11')
  expect(same?.change).toMatchObject({ changed: false })
  expect(same?.change).not.toHaveProperty('textDifference')

  const changed = await runOf(2, latest, 'Price: 12')
  expect(changed?.change).toMatchObject({ changed: true, before: { text: first?.result?.text } })
  expect(await read(changed?.change?.textDifference?.name)).toContain('-Price: 10\n')
  expect(await read(changed?.change?.textDifference?.name)).toContain('+Price: 12\n')
  expect(changed?.change?.textDifference?.expires).toBe(changed?.result?.expires)

  const moved = await runOf(3, old, 'Price: 12')
  expect(moved?.change).toMatchObject({ changed: true })
  expect(moved?.change).not.toHaveProperty('textDifference')
  // A page that was too busy to be read.
  const unread = await runOf(4, latest)
  expect(unread?.change).toMatchObject({ changed: true })
  expect(unread?.change).not.toHaveProperty('textDifference')
  expect((await runOf(5, old, 'Price: 12'))?.change).not.toHaveProperty('textDifference')
})

test('while the permission to read is missing, a run waits, and its change is announced afterwards', async () => {
  const task = await watch.createTask()
  watch.show('Price: 10\n')
  const first = await watch.run(task, 0)
  watch.show('Price: 12\n')
  const key = await watch.start(task, 1)
  const denied = Object.assign(new Error('denied'), { name: 'AccessDenied', $metadata: {} })
  const s3 = {
    send: (command: object, ...rest: []) =>
      command instanceof GetObjectCommand
        ? Promise.reject(denied)
        : world.cloud.s3.send(command as never, ...rest),
  }
  const files = createResultStore({ s3: s3 as never, bucket: resultsBucket, log: silentLogger })
  await expect(watch.perform(key, world.worker({ files }))).rejects.toBe(denied)
  expect(await world.requests.find(key)).toMatchObject({ status: 'queued', attempts: 0 })
  expect((await watch.baselineOf(task))?.requestId).toBe(first?.id)

  await watch.perform(key)
  expect(await world.requests.find(key)).toMatchObject({
    change: { changed: true, before: { requestId: first?.id } },
    webhook: { status: 'pending' },
  })
})

test('with notify always, a run without a change is announced too', async () => {
  const task = await watch.createTask({
    watch: { mode: 'text', threshold: 0, ignore_selectors: [], notify: 'always' },
  })
  watch.show('same')
  await watch.run(task, 0)
  expect(await watch.run(task, 1)).toMatchObject({
    change: { changed: false },
    webhook: { status: 'pending' },
  })
})

test('differences below the threshold add up until they are a change', async () => {
  const task = await watch.createTask({
    watch: { mode: 'text', threshold: 0.3, ignore_selectors: [], notify: 'change' },
  })
  const show = (...changed: number[]) =>
    watch.show(Array.from({ length: 10 }, (_, line) => `${line}${changed.includes(line)}\n`).join(''))
  show()
  await watch.run(task, 0)
  const changes = []
  for (const [minute, lines] of [[1], [1, 3], [1, 3, 5], [1, 3, 5, 7]].entries()) {
    show(...lines)
    changes.push((await watch.run(task, minute + 1))?.change?.changed)
  }
  expect(changes).toEqual([false, false, false, true])
})

test('a failed run is never a baseline', async () => {
  const task = await watch.createTask()
  world.behaviour.render = async () => {
    throw Object.assign(new Error('down'))
  }
  const key = await watch.start(task, 0)
  for (let attempt = 0; attempt < 3; attempt++) await watch.perform(key)
  expect(await world.requests.find(key)).toMatchObject({ status: 'failed' })
  expect(await watch.baselineOf(task)).toBeUndefined()
})

test('a changed run whose worker dies after any step ends done with one change, announced once, and is the baseline', async () => {
  let died = 0
  for (let step = 1; step <= 30; step++) {
    const task = await watch.createTask()
    watch.show('Price: 10\n')
    await watch.run(task, 0)
    watch.show('Price: 12\n')
    const key = await watch.start(task, 1)
    const process = dyingAfter(step)
    const { requests, inputs, hits, queues, accounts, files, cache, tasks } = world
    const parts = { requests, inputs, hits, queues, accounts, files, cache, tasks }
    const wrapped = Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, process.wrap(part as object)]),
    )
    await watch.perform(key, world.worker(wrapped)).catch(() => undefined)
    if (process.isDead()) died += 1
    for (let delivery = 0; delivery < 2; delivery++) {
      world.clock.aheadMs += 150_000
      await watch.perform(key)
    }
    const record = await world.requests.find(key)
    expect(record, `step ${step}`).toMatchObject({
      status: 'done',
      change: { changed: true },
      webhook: { status: 'pending' },
    })
    expect(await read(record?.change?.difference?.name)).toContain('+Price: 12')
    expect(await watch.baselineOf(task)).toMatchObject({
      requestId: key.id,
      file: { name: record?.result?.name },
    })
    expect(await read(record?.result?.name)).toBe('Price: 12\n')
    if (!process.isDead()) break
  }
  // find, claim, account, store, task, baseline, difference, finish, follow, webhook
  expect(died).toBeGreaterThanOrEqual(9)
})

test('two simultaneous runs each have one change, and the later one is the baseline', async () => {
  const task = await watch.createTask()
  watch.show('a')
  const first = await watch.run(task, 0)
  watch.show('b')
  const keys = [await watch.start(task, 1), await watch.start(task, 2)]
  await Promise.all([...keys, ...keys].map((key) => watch.perform(key)))
  const records = await Promise.all(keys.map((key) => world.requests.find(key)))
  for (const record of records) {
    expect(record?.status).toBe('done')
    // The other run may have ended before this one is compared.
    const earlier = [first, ...keys].flatMap((run) => (run && run.id !== record?.id ? [run.id] : []))
    expect(earlier).toContain(record?.change?.before?.requestId)
  }
  expect((await watch.baselineOf(task))?.requestId).toBe(keys[1]?.id)
})

test('after a change of what is rendered, the next run sets a new baseline, also while older runs are queued', async () => {
  const task = await watch.createTask()
  watch.show('a')
  await watch.run(task, 0)
  const old = await watch.start(task, 1)
  const changed = await watch.moveTask(task, 'url=https%3A%2F%2Fexample.com%2Fb&format=md')
  watch.show('b')
  await watch.perform(old)
  expect(await world.requests.find(old)).toMatchObject({ change: { changed: false } })
  const next = await watch.run(changed ?? task, 2)
  expect(next?.change).not.toHaveProperty('before')
  expect((await watch.baselineOf(task))?.requestId).toBe(next?.id)
})

test('the file of a run that cannot be compared is removed, and the run is tried again', async () => {
  const task = await watch.createTask()
  watch.show('a')
  const key = await watch.start(task, 0)
  const names: string[] = []
  const files = {
    ...world.files,
    put: async (...call: Parameters<typeof world.files.put>) => {
      names.push(call[0].name)
      await world.files.put(...call)
    },
  }
  const find = () => Promise.reject(new Error('no table'))
  const worker = world.worker({ files, tasks: { ...world.tasks, find } })
  expect(await watch.perform(key, worker)).toMatchObject({ outcome: 'retry' })
  expect(names).toHaveLength(1)
  expect(await read(names[0])).toBeUndefined()
})

test('a span of time before the first run has no runs', async () => {
  const { accountId, id: taskId, created } = await watch.createTask()
  const list = (to: number) => world.requests.list(accountId, { taskId, from: created, to, limit: 10 })
  expect(await list(created)).toEqual({ records: [] })
  expect(await list(created - 1000)).toEqual({ records: [] })
})

test('the file of a baseline is kept while it is one, and a baseline whose file has expired is replaced', async () => {
  const task = await watch.createTask()
  const keep = createKeepBaselines({ ...world, log: silentLogger })
  watch.show('kept', 'shown')
  const first = await watch.run(task, 0)
  for (let days = 0; days < 36; days += 2) {
    await keep(await world.tasks.listAll())
    world.clock.aheadMs += 2 * 86_400_000
    const { file } = (await watch.baselineOf(task)) ?? {}
    expect(file?.expires).toBeGreaterThan(world.nowMs() / 1000 + 86_000)
    // The bucket uses the clock of the test world, so the file was deleted if it was not copied.
    expect(await read(file?.name)).toBe('kept')
    expect(await read(file?.text)).toBe('shown')
  }
  const baseline = await watch.baselineOf(task)
  expect(baseline?.file.name).not.toBe(first?.result?.name)
  await world.files.remove(baseline?.file.name ?? '')
  const next = await watch.run(task, 1)
  expect(next?.change).not.toHaveProperty('before')
  expect((await watch.baselineOf(task))?.requestId).toBe(next?.id)
})

test('keep_runs decides how long the file of a run is kept, within 48 hours and 30 days', async () => {
  watch.show('a')
  const hoursOf = async (keepRuns: number, crontab: string) => {
    const task = await watch.createTask({ keep_runs: keepRuns, frequency: 'custom', crontab })
    const started = world.nowMs() / 1000
    const record = await watch.run(task, 0)
    return ((record?.result?.expires ?? 0) - started) / 3600
  }
  expect(await hoursOf(5, '* * * * *')).toBeCloseTo(48, 0)
  const { hour, minute } = {
    hour: new Date(world.nowMs()).getUTCHours(),
    minute: new Date(world.nowMs()).getUTCMinutes(),
  }
  expect(await hoursOf(5, `${minute} ${hour} * * *`)).toBeCloseTo(5 * 24, 0)
  expect(await hoursOf(50, `${minute} ${hour} * * *`)).toBeCloseTo(30 * 24, 0)
})
