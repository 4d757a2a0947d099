import { expect, test } from 'vitest'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { settle, type Wait } from '../../../../lib/render/page/settle.ts'

const never = new Promise<never>(() => {})

/**
 * A page that has its first frame with the n-th that is requested.
 * @param pending how many style sheets are still loading, which then never load
 * @param isEnded whether there is no time left
 * @param lost which frames are never completed
 */
const settleWith = async (
  firstFrame: number,
  { isBusy = false, pending = 0, isEnded = false, lost = [] as number[] } = {},
) => {
  let drawn = 0
  const report = createRenderReport()
  const calls = new Set<string>()
  const counts = { awaited: 0, missing: 0, isExpired: false }
  const results = new Map<string, () => unknown>([
    ['hasDrawn', () => (isBusy ? never : drawn >= firstFrame)],
    ['awaitStyles', () => (pending > 0 ? never : undefined)],
    ['awaitFonts', () => counts],
    ['awaitImages', () => counts],
    ['awaitFrames', () => undefined],
  ])
  const wait = {
    world: {
      call: async (name: string) => {
        calls.add(name)
        return results.get(name)?.()
      },
    },
    network: { isFollowed: true, pending: () => pending },
    frames: {
      draw: async () => {
        drawn++
        return lost.includes(drawn) ? never : { hasDamage: false }
      },
    },
    report,
    needsFonts: true,
  }
  await settle(false, wait as unknown as Wait, Date.now() + (isEnded || pending > 0 ? 20 : 60_000))
  return { drawn, calls, waitsExpired: report.waitsExpired }
}

test.each([
  ['is drawn once after it has settled', 0, 1],
  ['is drawn until the browser can draw it, and once more', 3, 4],
])('a page %s', async (_case, firstFrame, frames) => {
  expect((await settleWith(firstFrame)).drawn).toBe(frames)
})

test('a page that does not say whether it has drawn while a style sheet is pending stops to load it', async () => {
  const { calls } = await settleWith(0, { isBusy: true, pending: 1 })
  expect(calls).toContain('stopLoading')
})

// 0.5 s each.
test.each([
  ['does not say whether it has drawn, but then draws', 0, { isBusy: true }, []],
  ['draws its second frame, but not its first', 2, { lost: [1] }, []],
  ['does not draw its last frame', 0, { lost: [1] }, ['frame']],
])('what the report names of a page that %s', async (_case, firstFrame, page, names) => {
  expect((await settleWith(firstFrame, { ...page, isEnded: true })).waitsExpired).toEqual(names)
})
