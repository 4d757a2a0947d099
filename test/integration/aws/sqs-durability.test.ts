import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { expect, test, vi } from 'vitest'
import { queues } from '../../../infra/queues.ts'
import { ensureQueues } from '../../../local/queues.ts'
import { newDataDir, spawnQueues } from './spawn-queues.ts'

type Queues = Awaited<ReturnType<typeof spawnQueues>>

const acknowledgedMin = 100

/** Sends until the process dies; returns the bodies that were acknowledged. */
const sendUntilKilled = async ({ send, kill }: Queues, url: string) => {
  const acknowledged: string[] = []
  const writer = async (name: string) => {
    for (let number = 0; ; number++) {
      const body = `${name}-${number}`
      try {
        await send(url, body)
      } catch {
        return
      }
      acknowledged.push(body)
    }
  }
  const writers = Promise.all(['a', 'b', 'c', 'd'].map(writer))
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(acknowledgedMin), {
    timeout: 20_000,
    interval: 5,
  })
  await kill()
  await writers
  return acknowledged
}

const receiveAll = async ({ receive, remove }: Queues, url: string) => {
  const bodies: (string | undefined)[] = []
  for (;;) {
    const messages = await receive(url)
    if (messages.length === 0) return bodies
    for (const message of messages) {
      bodies.push(message.Body)
      await remove(url, message)
    }
  }
}

test('every message acknowledged before a kill -9 exists after it', async () => {
  const dataDir = newDataDir()
  const first = await spawnQueues(dataDir)
  const acknowledged = await sendUntilKilled(first, await first.createQueue('crash'))
  const second = await spawnQueues(dataDir)
  const received = await receiveAll(second, await second.createQueue('crash'))
  expect(received).toEqual(expect.arrayContaining(acknowledged))
  // At most one message for each of the four writers was stored without an acknowledgement.
  expect(received.length).toBeLessThanOrEqual(acknowledged.length + 4)
  expect(new Set(received).size).toBe(received.length)
})

const prepare = async (first: Queues) => {
  const url = await first.createQueue('states', { VisibilityTimeout: '3000' })
  await first.send(url, 'deleted')
  const [deleted] = await first.receive(url)
  await first.remove(url, deleted)
  await first.send(url, 'in flight')
  await first.receive(url)
  await first.send(url, 'delayed', { DelaySeconds: 900 })
  await first.send(url, 'waiting')
  await first.kill()
}

test('messages in flight, delayed or deleted before a kill -9 are so after it', async () => {
  const dataDir = newDataDir()
  await prepare(await spawnQueues(dataDir))
  const second = await spawnQueues(dataDir)
  const url = await second.createQueue('states')
  expect(await second.counts(url)).toEqual({ visible: 1, inFlight: 1, delayed: 1 })
  expect(await receiveAll(second, url)).toEqual(['waiting'])
})

test('a start without earlier consumers makes messages in flight visible, with their receive counts', async () => {
  const dataDir = newDataDir()
  await prepare(await spawnQueues(dataDir))
  const second = await spawnQueues(dataDir, { release: true })
  const url = await second.createQueue('states')
  expect(await second.counts(url)).toEqual({ visible: 2, inFlight: 0, delayed: 1 })
  const [message] = await second.receive(url)
  expect(message).toMatchObject({ Body: 'in flight', Attributes: { ApproximateReceiveCount: '2' } })
})

test('queues that an earlier version created keep their messages and get the settings of this one', async () => {
  const { sqs, createQueue, send, receive } = await spawnQueues(newDataDir())
  const url = await createQueue('render', { VisibilityTimeout: '30' })
  await send(url, 'queued')
  const { render } = await ensureQueues(sqs)
  const command = new GetQueueAttributesCommand({ QueueUrl: render.url, AttributeNames: ['All'] })
  const { Attributes } = await sqs.send(command)
  expect(Attributes).toMatchObject({
    VisibilityTimeout: String(queues.render.visibilitySeconds),
    RedrivePolicy: expect.stringContaining(String(queues.render.deadLetters.receives)),
  })
  expect((await receive(render.url)).map(({ Body }) => Body)).toEqual(['queued'])
})
