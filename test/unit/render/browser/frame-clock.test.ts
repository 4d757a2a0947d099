import { setImmediate as turn } from 'node:timers/promises'
import type { CDPSession } from 'puppeteer-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFrameClock } from '../../../../lib/render/browser/frame-clock.ts'

interface Request {
  screenshot?: { format: string }
  noDisplayUpdates?: boolean
}

/** A page that draws a frame in one turn of the event loop. */
const setUp = () => {
  let inProgress = 0
  let most = 0
  const drawn: string[] = []
  const send = async (_method: string, { screenshot, noDisplayUpdates }: Request) => {
    most = Math.max(most, ++inProgress)
    await turn()
    inProgress--
    drawn.push(screenshot?.format ?? (noDisplayUpdates ? 'layout' : 'frame'))
    return screenshot ? { screenshotData: Buffer.from('image') } : {}
  }
  const clock = createFrameClock({ send } as unknown as Pick<CDPSession, 'send' | 'on'>)
  return { clock, drawn, inProgress: () => inProgress, most: () => most }
}

test('only one frame is in progress at a time, and the image shows its frame', async () => {
  const { clock, drawn, most } = setUp()
  clock.start()
  const [, { image }] = await Promise.all([
    clock.draw(),
    clock.draw({ screenshot: { format: 'png' } }),
    clock.draw(),
  ])
  expect(image).toEqual(Buffer.from('image'))
  expect(most()).toBe(1)
  expect(drawn.slice(0, 3)).toEqual(['frame', 'png', 'frame'])
  await clock.stop()
})

test('frames are displayed, unless the work that hurries them does not need it', async () => {
  const { clock, drawn } = setUp()
  clock.start()
  await clock.draw()
  expect(new Set(drawn)).toEqual(new Set(['frame']))
  await clock.hurry(async () => {
    while (!drawn.includes('layout')) await turn()
  }, false)
  await clock.draw()
  expect(drawn.at(-1)).toBe('frame')
  await clock.stop()
})

test('a change of the page begins and ends between two frames, also after a frame that failed', async () => {
  const { clock, inProgress, drawn } = setUp()
  clock.start()
  await expect(clock.between(() => Promise.reject(new Error('closed')))).rejects.toThrow('closed')
  const overlaps: number[] = []
  const changed = clock.between(async () => {
    overlaps.push(inProgress())
    await turn()
    overlaps.push(inProgress())
  })
  await Promise.all([changed, clock.draw()])
  expect(overlaps).toEqual([0, 0])
  expect(drawn).toEqual(['frame', 'frame'])
  await clock.stop()
})

test('a capture begins between two frames, and frames are drawn until it is done', async () => {
  const { clock, inProgress, drawn } = setUp()
  clock.start()
  const startedAt = await clock.hurry(async () => {
    const overlap = inProgress()
    while (drawn.length < 4) await turn()
    return overlap
  })
  expect(startedAt).toBe(0)
  await clock.stop()
})

test('a page is not asked for frames of the clock while others follow each other faster', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { clock, drawn } = setUp()
  clock.start()
  for (let count = 0; count < 20; count++) {
    await clock.draw()
    await vi.advanceTimersByTimeAsync(4)
  }
  expect(drawn.length).toBeLessThanOrEqual(21)
  for (let count = 0; count < 10; count++) {
    await vi.advanceTimersByTimeAsync(20)
    await turn()
  }
  expect(drawn.length).toBeGreaterThanOrEqual(28)
  await clock.stop()
})

/** A page whose frames fail. */
const failing = (message: string) => {
  let calls = 0
  const clock = createFrameClock({
    send: () => {
      calls++
      return Promise.reject(new Error(message))
    },
  } as unknown as Pick<CDPSession, 'send' | 'on'>)
  const failed = clock.failed.catch((error: Error) => error.message)
  return { clock, failed, calls: () => calls }
}

test('a frame that fails stops the clock, which says why', async () => {
  const { clock, failed, calls } = failing('Another frame is pending')
  clock.start()
  expect(await failed).toBe('Another frame is pending')
  await clock.stop()
  expect(calls()).toBe(1)
})

test('a clock that is stopped draws no frame, and the clock of a page that was closed stops', async () => {
  const { clock, drawn } = setUp()
  clock.start()
  await clock.stop()
  const { length } = drawn
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(drawn).toHaveLength(length)
  const closed = failing('Target closed')
  closed.clock.start()
  await turn()
  await closed.clock.stop()
  expect(await Promise.race([closed.failed, turn('no failure')])).toBe('no failure')
  expect(closed.calls()).toBe(1)
})
