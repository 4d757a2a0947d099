import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ImageQueue } from '../../../../lib/render/screencast/image-queue.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The images that the frames have by now, in the order of the frames. */
const images = async (...frames: { image: Promise<Buffer | undefined> }[]) => {
  const texts: (string | undefined)[] = frames.map(() => 'none yet')
  for (const [index, { image }] of frames.entries())
    void image.then((bytes) => {
      texts[index] = bytes?.toString()
    })
  await vi.advanceTimersByTimeAsync(0)
  return texts
}

/** Two frames that are requested 10 ms after each other. */
const twoFrames = () => {
  const queue = new ImageQueue()
  const first = queue.expect()
  vi.setSystemTime(1_010)
  const second = queue.expect()
  const add = (text: string, capturedMs: number) => queue.add(Buffer.from(text), capturedMs)
  return { queue, first, second, add }
}

test('an image that was captured before the next frame is that of the first', async () => {
  const { first, second, add } = twoFrames()
  add('first', 1_008)
  expect(await images(first, second)).toEqual(['first', 'none yet'])
  add('second', 1_015)
  expect(await images(first, second)).toEqual(['first', 'second'])
})

test('two images belong to the frames in the order in which they were captured, not in which they arrive', async () => {
  const { first, second, add } = twoFrames()
  add('second', 1_018)
  expect(await images(first, second)).toEqual(['none yet', 'none yet'])
  add('first', 1_012)
  expect(await images(first, second)).toEqual(['first', 'second'])
})

test('an image is assigned when the next frame turns out to have none', async () => {
  const { first, second, add } = twoFrames()
  add('first', 1_012)
  second.drop()
  expect(await images(first, second)).toEqual(['first', undefined])
})

test('a frame whose image is lost leaves the next one its own', async () => {
  const { first, second, add } = twoFrames()
  add('second', 1_015)
  first.drop()
  expect(await images(first, second)).toEqual([undefined, 'second'])
})

test('an image that was captured before any frame was requested belongs to none', async () => {
  const { queue, first, second, add } = twoFrames()
  add('before', 990)
  expect(await images(first, second)).toEqual(['none yet', 'none yet'])
  add('first', 1_005)
  add('second', 1_015)
  add('after', 1_020)
  vi.setSystemTime(1_030)
  const third = queue.expect()
  expect(await images(first, second, third)).toEqual(['first', 'second', 'none yet'])
})
