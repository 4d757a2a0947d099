import { expect, test } from 'vitest'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { settle, type Wait } from '../../../../lib/render/page/settle.ts'
import { needsOf } from '../../../../lib/render/use.ts'
import { inFakeTime } from '../../../support/in-fake-time.ts'
import { nowMs } from '../../../support/now.ts'
import { plan } from '../../../support/render/render.ts'

const never = new Promise<never>(() => {})

/**
 * A page that has its first frame with the n-th that is requested.
 * @param silent how often it does not say whether it has drawn
 * @param styles how many style sheets are still loading, which then never load
 * @param images how many are loading, by the number of frames requested so far
 * @param further how many images of styles it has
 * @param lost which frames are never completed
 * @param leftMs how long it may take to settle
 * @param report that of an earlier call, if there is one
 */
const settleWith = async (
  firstFrame: number,
  {
    silent = 0,
    styles = 0,
    images = [] as number[],
    further = 0,
    lost = [] as number[],
    leftMs = 60_000,
    isFollowed = true,
    report = createRenderReport(),
  } = {},
) => {
  let drawn = 0
  let asked = 0
  const calls = new Set<string>()
  const counts = { awaited: 0, missing: 0, isExpired: false }
  const results = new Map<string, () => unknown>([
    ['hasDrawn', () => (++asked > silent ? drawn >= firstFrame : never)],
    ['awaitStyles', () => (styles > 0 ? never : undefined)],
    ['awaitFonts', () => counts],
    ['awaitImages', () => counts],
    ['awaitFrames', () => undefined],
    ['awaitFurtherImages', () => ({ ...counts, awaited: further })],
  ])
  const wait = {
    world: {
      call: async (name: string) => {
        calls.add(name)
        return results.get(name)?.()
      },
    },
    network: { isFollowed, pending: (type: string) => (type === 'image' ? (images[drawn] ?? 0) : styles) },
    frames: {
      draw: async () => {
        drawn++
        return lost.includes(drawn) ? never : { hasDamage: false }
      },
    },
    report,
    needs: needsOf('image', plan()),
  }
  await inFakeTime(() => settle(wait as unknown as Wait, nowMs() + leftMs))
  return { drawn, calls, report }
}

test('a page that does not say whether it has drawn while a style sheet is pending stops to load it', async () => {
  const { calls } = await settleWith(0, { silent: Number.POSITIVE_INFINITY, styles: 1, leftMs: 20 })
  expect(calls).toContain('stopLoading')
})

test.each([
  ['says late that it has drawn', 0, { silent: 1 }, []],
  ['never says whether it has drawn', 0, { silent: Number.POSITIVE_INFINITY }, ['frame']],
  ['says it only after its styles were given up', 0, { silent: 1, styles: 1 }, ['styles']],
  ['draws its second frame, but not its first', 2, { lost: [1] }, []],
  ['draws its second frame, but not its first, and is not followed', 2, { lost: [1], isFollowed: false }, []],
  ['does not draw its last frame', 0, { lost: [1] }, ['frame']],
  ['does not draw its last frame, and is not followed', 0, { lost: [1], isFollowed: false }, ['frame']],
  ['has its images although one frame is lost', 0, { images: [0, 1, 0], lost: [1] }, []],
  ['has an image that stays away although one frame is lost', 0, { images: [0, 1, 1], lost: [1] }, []],
  ['requests images in the frame after a lost one', 0, { images: [0, 1, 2], lost: [1] }, ['frame']],
  ['requests images in its last frame', 0, { images: [0, 1, 2] }, []],
  ['does not draw the frame after its images', 0, { images: [0, 1, 0], lost: [2] }, ['frame']],
  ['has images of styles although one frame is lost', 0, { isFollowed: false, further: 1, lost: [1] }, []],
  ['does not draw its images of styles', 0, { isFollowed: false, further: 1, lost: [2] }, ['frame']],
])('what the report names of a page that %s', async (_case, firstFrame, page, names) => {
  expect((await settleWith(firstFrame, { leftMs: 20, ...page })).report.waitsExpired).toEqual(names)
})

test('a frame that an earlier call missed is not missing if a later call draws', async () => {
  const { report } = await settleWith(0, { leftMs: 20, lost: [1] })
  expect(report.waitsExpired).toEqual(['frame'])
  await settleWith(0, { report })
  expect(report.waitsExpired).toEqual([])
})
