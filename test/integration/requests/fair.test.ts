import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { TierName } from '../../../lib/schema/tier-features.ts'
import { renderContext } from '../../support/jobs/render-now-tools.ts'
import {
  artifact,
  laterRequest,
  type RequestWorld,
  startRequestWorld,
} from '../../support/jobs/request-world.ts'

/** As many as `RENDER_WORKERS_MAX` by default. */
const workersMax = 3

const queue = async (world: RequestWorld, account: { id: string; plan: TierName }) => {
  const {
    requestId: id,
    created,
    options,
    operation,
  } = laterRequest(world, account, { external_id: account.id })
  await world.requests.putQueued({ accountId: account.id, id, operation, created, options, counted: false })
  await world.queues.sendRender({ accountId: account.id, id })
}

/** Receives one message after the other, as an event source does for each of its workers. */
const work = async (world: RequestWorld, isOver: () => boolean) => {
  while (!isOver()) {
    const message = await world.queues.receive('render')
    if (!message) return
    const { accountId, requestId: id } = JSON.parse(message.body)
    const { retrySeconds } = await world.worker()(
      { accountId, id },
      { ...renderContext(), remainingMs: () => 100_000, extendVisibility: async () => {} },
    )
    if (retrySeconds === undefined) await world.queues.deleteBatch('render', [message.receiptHandle])
    else await world.queues.changeVisibility('render', message.receiptHandle, retrySeconds)
  }
}

/** With the plan growth, the renders of the first account occupy all workers. With free, most of its messages find it busy. */
test.each([
  ['growth', 300],
  ['free', 300],
] as const)(
  'with the plan %s, %i queued renders delay the first one of another account by those in progress',
  async (plan, backlog) => {
    const world = await startRequestWorld()
    const [noisy, quiet] = [await world.createAccount(plan), await world.createAccount(plan)]
    const rendered: unknown[] = []
    let isSent = false
    world.behaviour.render = async (_operation, options) => {
      rendered.push(options['external_id'])
      await wait(10)
      if (!isSent && rendered.length >= 20) {
        isSent = true
        await queue(world, quiet)
        rendered.push('sent')
      }
      return artifact
    }
    for (let sent = 0; sent < backlog; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => queue(world, noisy)))
    await Promise.all(
      Array.from({ length: workersMax }, () => work(world, () => rendered.includes(quiet.id))),
    )
    const waited = rendered.slice(rendered.indexOf('sent') + 1, rendered.indexOf(quiet.id))
    expect(waited.length).toBeLessThanOrEqual(workersMax)
    expect((await world.counts('render')).visible).toBeGreaterThan(backlog / 2)
  },
)
