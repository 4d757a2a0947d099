import { expect, test } from 'vitest'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import type { CaptureContext } from '../../../../lib/render/outputs/screenshot/capture-context.ts'
import { chooseArea } from '../../../../lib/render/outputs/screenshot/choose-area.ts'
import { nowMs } from '../../../support/now.ts'
import { plan } from '../../../support/render/render.ts'

const box = { x: 10, y: 20, width: 30, height: 40 }

/** A page that shows the element in this many calls that frame it. */
const contextOf = (framed: number) => {
  const frame = () => (framed-- > 0 ? box : undefined)
  const results = new Map<string, () => unknown>([
    ['locateElement', () => box],
    ['frameSelection', frame],
    ['frameElement', frame],
    ['awaitImages', () => ({ awaited: 0, missing: 0, isExpired: false })],
    ['countUnbegunVideos', () => ({ pending: 0 })],
  ])
  return {
    plan: plan({ selector: '#wanted' }),
    report: createRenderReport(),
    world: { call: async (name: string) => results.get(name)?.() },
    frames: { hurry: (work: () => unknown) => work() },
    endsMs: nowMs() + 20_000,
  } as unknown as CaptureContext
}

const notFound = { code: 'selector_not_found', message: expect.stringContaining('#wanted') }

test('an element that vanishes while its images load is not captured in its old place', async () => {
  await expect(chooseArea(contextOf(0))).rejects.toMatchObject(notFound)
})

test('an element that vanishes between two captures is not captured in its old place', async () => {
  const area = await chooseArea(contextOf(1))
  expect(area?.region).toEqual(box)
  await expect(area?.find?.()).rejects.toMatchObject(notFound)
})
