import { afterAll, expect, test } from 'vitest'
import { bodiesOf, startTestSqs } from './test-sqs.ts'

const sqs = await startTestSqs()
const { createQueue, send, receive, hide, counts } = sqs
afterAll(sqs.close)

/** The longest poll of SQS. One that returns before half of it did not wait until its end, also on a busy machine. */
const pollMs = 20_000

const elapsed = async <T>(work: Promise<T>) => {
  const startMs = performance.now()
  const result = await work
  return { result, elapsedMs: performance.now() - startMs }
}

test('a long poll returns as soon as a message is sent', async () => {
  const url = await createQueue('wakes')
  const poll = receive(url, { WaitTimeSeconds: pollMs / 1000 })
  // After two round trips the poll is waiting.
  await counts(url)
  await counts(url)
  const { elapsedMs } = await elapsed(send(url, 'x').then(() => poll))
  expect(bodiesOf(await poll)).toEqual(['x'])
  expect(elapsedMs).toBeLessThan(pollMs / 2)
})

test('a long poll does not wait if a message is visible', async () => {
  const url = await createQueue('there')
  await send(url, 'x')
  const { result, elapsedMs } = await elapsed(receive(url, { WaitTimeSeconds: pollMs / 1000 }))
  expect(bodiesOf(result)).toEqual(['x'])
  expect(elapsedMs).toBeLessThan(pollMs / 2)
})

test('a long poll without a message ends after its time', async () => {
  const url = await createQueue('empty')
  const { result, elapsedMs } = await elapsed(receive(url, { WaitTimeSeconds: 1 }))
  expect(result).toEqual([])
  expect(elapsedMs).toBeGreaterThan(950)
  expect(elapsedMs).toBeLessThan(pollMs / 2)
})

test('one of five long polls receives the message, and the others continue to wait', async () => {
  const url = await createQueue('five')
  let ended = 0
  const polls = Array.from({ length: 5 }, async () => {
    const messages = await receive(url, { WaitTimeSeconds: 2 })
    ended++
    return messages
  })
  await counts(url)
  await send(url, 'only')
  await expect.poll(() => ended).toBe(1)
  expect(bodiesOf((await Promise.all(polls)).flat())).toEqual(['only'])
})

test('the oldest poll is served first', async () => {
  const url = await createQueue('order')
  const first = receive(url, { WaitTimeSeconds: pollMs / 1000 })
  await counts(url)
  const second = receive(url, { WaitTimeSeconds: pollMs / 1000 })
  await counts(url)
  await send(url, 'a')
  expect(bodiesOf(await first)).toEqual(['a'])
  await send(url, 'b')
  expect(bodiesOf(await second)).toEqual(['b'])
})

test('a long poll whose caller disconnects is removed: the next message is not lost', async () => {
  const url = await createQueue('hung-up')
  const caller = new AbortController()
  const dead = receive(url, { WaitTimeSeconds: pollMs / 1000 }, { abortSignal: caller.signal })
  await counts(url)
  caller.abort()
  await expect(dead).rejects.toMatchObject({ name: 'AbortError' })
  await counts(url)
  // In the line behind the dead one; it would wait on if the dead one took the message.
  const alive = receive(url, { WaitTimeSeconds: pollMs / 1000 })
  await counts(url)
  await send(url, 'x')
  const { result, elapsedMs } = await elapsed(alive)
  expect(bodiesOf(result)).toEqual(['x'])
  expect(elapsedMs).toBeLessThan(pollMs / 2)
  expect(await counts(url)).toEqual({ visible: 0, inFlight: 1, delayed: 0 })
})

test('a long poll returns when a visibility timeout ends', async () => {
  const url = await createQueue('timeout-ends')
  await send(url, 'x')
  await receive(url, { VisibilityTimeout: 1 })
  const { result, elapsedMs } = await elapsed(receive(url, { WaitTimeSeconds: pollMs / 1000 }))
  expect(bodiesOf(result)).toEqual(['x'])
  expect(elapsedMs).toBeGreaterThan(700)
  expect(elapsedMs).toBeLessThan(pollMs / 2)
})

test('a long poll returns when a delay ends', async () => {
  const url = await createQueue('delay-ends')
  await send(url, 'x', { DelaySeconds: 1 })
  const { result, elapsedMs } = await elapsed(receive(url, { WaitTimeSeconds: pollMs / 1000 }))
  expect(bodiesOf(result)).toEqual(['x'])
  expect(elapsedMs).toBeGreaterThan(700)
  expect(elapsedMs).toBeLessThan(pollMs / 2)
})

test('a long poll returns when a consumer releases a message', async () => {
  const url = await createQueue('given-back')
  await send(url, 'x')
  const [message] = await receive(url)
  const poll = receive(url, { WaitTimeSeconds: pollMs / 1000 })
  await counts(url)
  await hide(url, message, 0)
  expect(bodiesOf(await poll)).toEqual(['x'])
})

test('closing the service ends every long poll', async () => {
  const other = await startTestSqs()
  const url = await other.createQueue('closing')
  const poll = other.receive(url, { WaitTimeSeconds: pollMs / 1000 }).catch(() => 'cut off')
  await other.counts(url)
  const { elapsedMs } = await elapsed(other.close())
  expect(await poll).toBe('cut off')
  expect(elapsedMs).toBeLessThan(pollMs / 2)
})
