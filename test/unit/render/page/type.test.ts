import { expect, test } from 'vitest'
import { runActions } from '../../../../lib/render/actions/run-actions.ts'
import { createPageStage } from '../../../../lib/render/actions/stage.ts'
import type { StepContext } from '../../../../lib/render/page/steps/step.ts'

test('a page that does not handle the keys within the timeout is a page_timeout that names the action', async () => {
  const answers: Record<string, unknown> = {
    findTarget: { x: 1, y: 1, left: 0, top: 0, isCovered: false },
    focusTarget: true,
  }
  const context = {
    budget: { reachMs: () => 20 },
    openedMs: 0,
    signal: new AbortController().signal,
    report: { waitsExpired: [] },
    world: { call: async (name: string) => answers[name] ?? null },
  } as unknown as StepContext
  const send = (method: string) =>
    method === 'Input.dispatchKeyEvent' ? new Promise(() => {}) : Promise.resolve({})
  const stage = createPageStage({ send } as never, context)
  await expect(runActions(stage, [{ action: 'type', selector: '#q', text: 'a' }])).rejects.toMatchObject({
    code: 'page_timeout',
    message:
      '`actions[0]` (type): the page did not handle the text within the 0.0 s that were left of `timeout`.',
  })
})
