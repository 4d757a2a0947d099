import { expect, test } from 'vitest'
import type { StepContext } from '../../../../lib/render/page/step.ts'
import { createWorld } from '../../../../lib/render/page/world.ts'
import { maskSelectors } from '../../../../lib/render/steps/mask.ts'
import { plan } from '../../../support/render/render.ts'
import { scaleLimits } from '../../../support/scale-limits.ts'

const frame = { loaderId: '', url: '' }

/** Masks a page with one frame, which responds to each call as `respond` does. */
const maskWith = (respond: () => Promise<object>) => {
  const send = async (method: string, { frameId = '', executionContextId = 0 } = {}) => {
    if (method === 'Page.getFrameTree')
      return {
        frameTree: { frame: { ...frame, id: 'main' }, childFrames: [{ frame: { ...frame, id: 'child' } }] },
      }
    if (method === 'Page.createIsolatedWorld') return { executionContextId: frameId === 'child' ? 2 : 1 }
    return executionContextId === 2 ? respond() : { result: { value: null } }
  }
  const session = { cdp: { send }, scripts: { core: { name: 'stillframe', source: '' } } }
  type Session = Parameters<typeof maskSelectors>[0]
  const context = {
    world: createWorld(session as unknown as Session),
    signal: new AbortController().signal,
    budget: { reachMs: () => 0 },
  }
  return maskSelectors(
    session as unknown as Session,
    plan({ mask: { selectors: ['.secret'], color: '#000' } }),
    context as unknown as StepContext,
  )
}

test('a frame that is busy fails the render, because it may show an element that is not masked', async () => {
  using _ = scaleLimits(0.01)
  await expect(maskWith(() => new Promise(() => {}))).rejects.toMatchObject({
    code: 'page_timeout',
    message: expect.stringContaining('`mask_selectors`'),
  })
})

test('a frame that cannot be masked fails the render', async () => {
  const exceptionDetails = {
    text: '',
    exception: { description: 'TypeError: replaceSync is not a function' },
  }
  await expect(maskWith(async () => ({ result: {}, exceptionDetails }))).rejects.toThrow('replaceSync')
})

test('a frame that was closed needs no mask', async () => {
  await maskWith(async () => {
    throw new Error('Session closed. Most likely the page has been closed.')
  })
})
