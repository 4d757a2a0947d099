import { expect, test } from 'vitest'
import { BrowserPool, type PoolLimits } from '../../../../lib/render/browser/browser-pool.ts'
import type { BrowserProcess } from '../../../../lib/render/browser/browser-process.ts'

interface Fake {
  kind: string
  renders: number
  bytes: number
  alive: boolean
}

const setUp = (limits: Partial<PoolLimits> = {}) => {
  const recycled: string[] = []
  const fakes: Fake[] = []
  const launch = async (kind: string) => {
    const fake = { kind, renders: 0, bytes: 100, alive: true }
    fakes.push(fake)
    return Object.assign(fake, {
      isAlive: () => fake.alive,
      memoryBytes: () => fake.bytes,
      kill: async () => {
        fake.alive = false
      },
    }) as unknown as BrowserProcess
  }
  const pool = new BrowserPool(
    launch,
    { rendersMax: 2, idleMemoryBytesMax: 500, idleBrowsersMax: 1, ...limits },
    { prepare: () => {}, recycled: (_process, reason) => void recycled.push(reason) },
  )
  return { pool, recycled, fakes }
}

/** One render, after which something has happened to its browser. */
const afterRender = async (change: Partial<Fake>) => {
  const { pool, recycled, fakes } = setUp()
  const { process } = await pool.take('plain')
  await pool.giveBack(process)
  for (const fake of fakes) Object.assign(fake, change)
  const next = await pool.take('plain')
  return { recycled, isNew: next.launched }
}

test.each([
  { reason: 'renders', after: { renders: 2 } },
  { reason: 'memory', after: { bytes: 501 } },
  { reason: 'ended', after: { alive: false } },
])('a browser is replaced, and the reason said: $reason', async ({ reason, after }) => {
  expect(await afterRender(after)).toEqual({ recycled: [reason], isNew: true })
})

test('a browser that is fit is used again', async () => {
  expect(await afterRender({})).toEqual({ recycled: [], isNew: false })
})

test('another kind of browser takes the place of an idle one', async () => {
  const { pool, recycled } = setUp()
  await pool.giveBack((await pool.take('plain')).process)
  await pool.take('video')
  expect(recycled).toEqual(['kind'])
})

test('a page that does not close takes its browser with it', async () => {
  const { pool, recycled } = setUp()
  pool.release((await pool.take('plain')).process, Promise.resolve(false))
  await pool.take('plain')
  expect(recycled).toEqual(['unresponsive'])
})

test('one browser more than are kept is surplus', async () => {
  const { pool, recycled } = setUp()
  const [first, second] = [await pool.take('plain'), await pool.take('plain')]
  await pool.giveBack(first.process)
  await pool.giveBack(second.process)
  expect(recycled).toEqual(['surplus'])
})

test('the end of the environment is no recycling', async () => {
  const { pool, recycled, fakes } = setUp()
  await pool.take('plain')
  await pool.close()
  expect(fakes.map(({ alive }) => alive)).toEqual([false])
  expect(recycled).toEqual([])
})
