import { expect, test } from 'vitest'
import { runActions } from '../../../../lib/render/actions/run-actions.ts'
import { createPageStage } from '../../../../lib/render/actions/stage.ts'
import type { StepContext } from '../../../../lib/render/page/steps/step.ts'

test('an element that moves from frame to frame is clicked where it comes to rest, also if frames are slow', async () => {
  const frameMs = 40
  let frames = 0
  const clicks: unknown[] = []
  const world = {
    async call(name: string) {
      if (name === 'twoFrames') {
        await new Promise((resolve) => setTimeout(resolve, frameMs))
        frames++
      }
      const top = Math.max(0, 30 - frames * 10)
      return name === 'findTarget' ? { x: 5, y: top, left: 0, top, isCovered: false } : null
    },
  }
  const context = {
    budget: { reachMs: () => 5000 },
    openedMs: 0,
    signal: new AbortController().signal,
    report: { waitsExpired: [] },
    document: { isLeaving: () => false },
    world,
  } as unknown as StepContext
  const send = async (_method: string, input: { type: string; y: number }) => {
    if (input.type === 'mousePressed') clicks.push(input.y)
    return {}
  }
  await runActions(createPageStage({ send } as never, context), [{ action: 'click', selector: '#a' }])
  expect(clicks).toEqual([0])
})
