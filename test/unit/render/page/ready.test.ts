import { expect, test } from 'vitest'
import { splitBudget } from '../../../../lib/core/plan/budgets.ts'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { InPageError } from '../../../../lib/render/browser/protocol-errors.ts'
import type { Facts, Lack } from '../../../../lib/render/in-page/facts.ts'
import { awaitReady, readyWaits, type Waiting } from '../../../../lib/render/page/ready.ts'
import { needsOf, type Use } from '../../../../lib/render/use.ts'
import { inFakeTime } from '../../../support/in-fake-time.ts'
import { nowMs as timeMs } from '../../../support/now.ts'
import { plan } from '../../../support/render/render.ts'

const never = new Promise<never>(() => {})

/** A page whose time is that of the fake timers. */
interface FakePage {
  /** Until when the page lacks this, in ms. Forever if it is Infinity. */
  lacks?: Partial<Record<Lack, number>>
  /** How many videos in view have not begun. They never do. */
  videos?: number
  /** Until when the page responds to nothing. */
  silentMs?: number
  /** The page makes every call fail. */
  isLost?: boolean
  /** Until when a dialog is declined. */
  consentMs?: number
  /** Frames that are never drawn, by their number. */
  lost?: number[]
  /** Types of requests that are in progress. */
  pending?: string[]
  scriptsDisabled?: boolean
  /** In how many ms animations of the page end. */
  endsMs?: number[]
  /** The page never comes to rest. */
  isMoving?: boolean
}

const after = (ms: number) =>
  ms === Number.POSITIVE_INFINITY ? never : new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Reads facts as `lib/render/in-page/facts.ts` does. */
const createReadFacts = (
  { lacks: until = {}, videos = 0, endsMs: ends = [] }: FakePage,
  nowMs: () => number,
) => {
  const isLacking = (name: Lack) => nowMs() < (until[name] ?? 0)
  const lacksOf = (wanted: readonly Lack[]) => {
    const lacking = readyWaits().filter(({ name }) => wanted.includes(name) && isLacking(name))
    const first = Math.min(...lacking.map(({ stage }) => stage))
    return lacking.filter(({ stage }) => stage === first).map(({ name }) => name)
  }
  const describe = (lacks: Lack[], hadProgress: boolean, stageMs: number): Facts => {
    const hadStyleImages = lacks.includes('style_images')
    const counts = { awaited: 0, missing: 0 }
    const hasDrawn = !isLacking('first_frame')
    return {
      lacks,
      stageMs,
      hasDrawn,
      hadProgress,
      fonts: counts,
      hadStyleImages,
      images: counts,
      endsMs: ends,
      videos,
      isCut: false,
    }
  }
  return async (wanted: readonly Lack[], _isWhole: boolean, capMs: number | null): Promise<Facts> => {
    const endsMs = nowMs() + (capMs ?? 0)
    const hadProgress = lacksOf(wanted).includes('progress')
    let last = { lacks: '', sinceMs: nowMs() }
    for (;;) {
      const lacks = lacksOf(wanted)
      if (lacks.join() !== last.lacks) last = { lacks: lacks.join(), sinceMs: nowMs() }
      const isShown = hadProgress && !lacks.includes('progress')
      if (lacks.length === 0 || nowMs() >= endsMs || isShown)
        return describe(lacks, hadProgress, nowMs() - last.sinceMs)
      await after(10)
    }
  }
}

const readyWith = (page: FakePage, use: Use = 'image') => inFakeTime(() => readyInTime(page, use))

const readyInTime = async (page: FakePage, use: Use) => {
  const startMs = timeMs()
  const nowMs = () => timeMs() - startMs
  const calls: string[] = []
  const report = createRenderReport()
  let frames = 0
  const readFacts = createReadFacts(page, nowMs)
  const call = async (name: string, ...args: never[]) => {
    calls.push(name)
    if (page.isLost) throw new InPageError('TypeError')
    if (nowMs() < (page.silentMs ?? 0)) await after((page.silentMs ?? 0) - nowMs())
    if (name === 'readFacts') return (readFacts as (...values: never[]) => unknown)(...args)
    if (name === 'countUnbegunVideos') return { unbegun: page.videos, pending: page.videos }
    return name === 'awaitPageRest' && !page.isMoving
  }
  const waiting = {
    world: { call },
    network: { pending: (type: string) => (page.pending?.includes(type) ? 1 : 0) },
    signal: new AbortController().signal,
    report,
    budget: splitBudget({ startMs, timeoutMs: 30_000, delayMs: 0 }),
    needs: needsOf(use, plan()),
    plan: { scriptsDisabled: page.scriptsDisabled },
    declineConsent: () => after(page.consentMs ?? 0),
    frames: {
      draw: () => {
        frames++
        return page.lost?.includes(frames) ? never : Promise.resolve({ hasDamage: false })
      },
      hurry: <T>(work: () => Promise<T>) => work(),
      time: { nowMs },
    },
  } as unknown as Waiting
  await awaitReady(waiting)
  return { calls, frames, tookMs: nowMs(), expired: report.waitsExpired, incomplete: report.incomplete }
}

test('a page that is ready takes two calls and one frame', async () => {
  const { calls, frames, tookMs } = await readyWith({})
  expect({ calls, frames, tookMs }).toEqual({ calls: ['readFacts', 'readFacts'], frames: 1, tookMs: 0 })
})

const forever = Number.POSITIVE_INFINITY

test.each<[string, FakePage, number, string[]]>([
  ['never has its styles, and has drawn', { lacks: { styles: forever } }, 3_000, ['styles']],
  ['never has an import', { lacks: { imports: forever } }, 1_000, ['styles']],
  ['never has its fonts', { lacks: { fonts: forever } }, 3_000, ['fonts']],
  ['never has an image of a style', { lacks: { style_images: forever } }, 3_000, ['images']],
  ['never has a frame', { lacks: { frames: forever } }, 1_500, ['frames']],
  ['never draws, because it is blank', { lacks: { first_frame: forever } }, 500, []],
  [
    'has its frames late and never an image',
    { lacks: { frames: 1_400, images: forever } },
    3_000,
    ['images'],
  ],
  [
    'gives frames their time after the styles',
    { lacks: { styles: 1_000, frames: forever } },
    2_500,
    ['frames'],
  ],
  [
    'shows progress for 2 s, and gives the rest its time',
    { lacks: { progress: 2_000, fonts: 4_900 } },
    4_900,
    [],
  ],
  ['shows progress forever', { lacks: { progress: forever } }, 3_000, ['progress']],
  ['has a request for a script', { pending: ['script'] }, 0, ['scripts']],
  ['makes calls fail', { isLost: true }, 0, ['styles', 'progress', 'fonts', 'images', 'frames', 'frame']],
  ['does not draw its frame', { lost: [1] }, 1_000, ['frame']],
])('a page that %s', async (_case, page, tookMs, expired) => {
  const ready = await readyWith(page)
  expect(ready.expired).toEqual(expired)
  expect(ready.incomplete).toEqual(expired.includes('frames') ? [{ part: 'frame', reason: 'timeout' }] : [])
  expect(ready.tookMs).toBeGreaterThanOrEqual(tookMs)
  expect(ready.tookMs).toBeLessThan(tookMs + 60)
})

test('a page that never responds ends with all limits, and is asked once in each wait', async () => {
  const { expired, calls, tookMs } = await readyWith({ silentMs: forever })
  expect(expired).toEqual(['styles', 'progress', 'fonts', 'images', 'frames', 'frame'])
  expect(calls.filter((name) => name === 'readFacts').length).toBeLessThanOrEqual(3)
  expect(tookMs).toBeLessThan(4_500)
})

test('a page that cannot draw because of a style sheet stops to load it', async () => {
  const { calls } = await readyWith({ lacks: { styles: forever, first_frame: forever } })
  expect(calls).toContain('stopLoading')
})

test('images of styles are requested by one frame and shown by the next', async () => {
  expect((await readyWith({ lacks: { style_images: 600 } })).frames).toBe(2)
})

test.each<[FakePage, Use, number]>([
  [{ endsMs: [1_050, 2_550] }, 'image', 2_600],
  [{ endsMs: [40_000, 900] }, 'image', 950],
  [{ endsMs: [1_000], scriptsDisabled: true }, 'paper', 1_050],
  [{ endsMs: [40_000] }, 'image', 0],
  [{ endsMs: [900] }, 'text', 0],
  [{ endsMs: [900] }, 'video', 0],
])('animations that are scheduled are awaited, for what shows them: %o %s', async (page, use, tookMs) => {
  const ready = await readyWith(page, use)
  expect(ready.tookMs).toBeGreaterThanOrEqual(tookMs)
  expect(ready.tookMs).toBeLessThan(tookMs + 20)
  expect({ frames: ready.frames, incomplete: ready.incomplete }).toEqual({ frames: 1, incomplete: [] })
})

test.each([
  [false, []],
  [true, [{ part: 'section', reason: 'moving' }]],
])('a page that moves behind its progress screen is reported: %s', async (isMoving, incomplete) => {
  expect((await readyWith({ lacks: { progress: 500 }, isMoving })).incomplete).toEqual(incomplete)
})

test('the text of a page needs neither fonts nor images of styles', async () => {
  const { tookMs } = await readyWith({ lacks: { fonts: forever, style_images: forever } }, 'text')
  expect(tookMs).toBe(0)
})
