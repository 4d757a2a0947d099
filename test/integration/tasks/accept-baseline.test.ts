import { afterAll, expect, test } from 'vitest'
import type { StoredTask } from '../../../lib/core/tasks/stored-task.ts'
import { createAcceptBaseline } from '../../../lib/jobs/tasks/accept-baseline.ts'
import { startRequestWorld } from '../../support/jobs/request-world.ts'
import { createWatchTools } from '../../support/jobs/watch-world.ts'

const world = await startRequestWorld({ onEnd: afterAll })
const watch = createWatchTools(world)

const accept = (task: StoredTask, run?: string) =>
  createAcceptBaseline(world)({ accountId: task.accountId, id: String(task.id) }, run)

test('the latest run can be accepted as the baseline, again and again', async () => {
  const task = await watch.createTask({
    watch: { mode: 'text', threshold: 0.9, ignore_selectors: [], notify: 'change' },
  })
  watch.show('a\nb\n')
  await watch.run(task, 0)
  watch.show('a\nc\n')
  const latest = await watch.run(task, 1)
  expect((await accept(task)).baseline).toMatchObject({ requestId: latest?.id })
  expect((await accept(task)).baseline).toMatchObject({ requestId: latest?.id })
  expect((await watch.run(task, 2))?.change).toMatchObject({ ratio: 0, before: { requestId: latest?.id } })
})

test('a run is not accepted if a later one is done, even if that ends during the call', async () => {
  const task = await watch.createTask({
    watch: { mode: 'text', threshold: 0.9, ignore_selectors: [], notify: 'change' },
  })
  watch.show('a\nb\n')
  const first = await watch.run(task, 0)
  watch.show('a\nc\n')
  const second = await watch.run(task, 1)
  await expect(accept(task, first?.id)).rejects.toMatchObject({ statusCode: 409, code: 'run_not_latest' })
  expect((await watch.baselineOf(task))?.requestId).toBe(first?.id)

  const seen = await world.tasks.find(task.id)
  watch.show('x\ny\n')
  const third = await watch.run(task, 2)
  let reads = 0
  const find = async (id: number) => (reads++ === 0 ? seen : world.tasks.find(id))
  const late = createAcceptBaseline({ ...world, tasks: { ...world.tasks, find } })
  await expect(late({ accountId: task.accountId, id: String(task.id) }, second?.id)).rejects.toMatchObject({
    code: 'run_not_latest',
  })
  expect((await accept(task, third?.id)).baseline).toMatchObject({ requestId: third?.id })
})

test('a run that is done can be accepted before its worker has told the task', async () => {
  const task = await watch.createTask()
  watch.show('a')
  await watch.run(task, 0)
  watch.show('b')
  const key = await watch.start(task, 1)
  const setLatest = () => Promise.reject(new Error('no table'))
  const worker = world.worker({ tasks: { ...world.tasks, setLatest } })
  await expect(watch.perform(key, worker)).rejects.toThrow('no table')
  expect(await world.requests.find(key)).toMatchObject({ status: 'done' })

  const other = await watch.createTask({ accountId: task.accountId })
  await watch.run(other, 0)
  await expect(accept(other, key.id)).rejects.toMatchObject({ code: 'run_not_latest' })
  expect((await accept(task, key.id)).baseline).toMatchObject({ requestId: key.id })
  expect((await world.tasks.find(task.id))?.latest).toMatchObject({ requestId: key.id })
})

test('nothing can be accepted without a run that can be compared', async () => {
  const task = await watch.createTask()
  await expect(accept(task)).rejects.toThrow('There is no run to accept.')
  watch.show('a')
  await watch.run(task, 0)
  const changed = await watch.moveTask(task, 'url=https%3A%2F%2Fexample.com%2Fc&format=md')
  await expect(accept(changed ?? task)).rejects.toThrow('There is no run to accept.')
  await expect(accept(await watch.createTask({ watch: undefined }))).rejects.toThrow('has no `watch`')
  await expect(accept({ ...task, accountId: 'other' })).rejects.toThrow('no task with this id')
})
