import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { silentLogger } from '../../../../lib/base/logger.ts'
import type { Chromium } from '../../../../lib/render/browser/chromium.ts'
import type { OpenSession } from '../../../../lib/render/browser/page-session.ts'
import { guardRender } from '../../../../lib/render/browser/render-guard.ts'

/** A browser outlives many renders. A listener that a render leaves would keep its page and its result in memory. */
const startFake = () => {
  const life = new AbortController()
  const chromium = {
    kind: 'plain',
    ended: life.signal,
    isAlive: () => true,
    memoryBytes: () => 0,
    kill: () => Promise.resolve(),
  } as unknown as Chromium
  return { chromium, life, listeners: () => getEventListeners(life.signal, 'abort').length }
}

const session = { lost: new Promise<never>(() => {}), frames: { start() {} } } as unknown as OpenSession

const guard = (chromium: Chromium) =>
  guardRender({
    chromium,
    session,
    signal: new AbortController().signal,
    limits: { renderMemoryBytesMax: 1 },
    log: silentLogger,
  })

test('a completed render leaves no listener on its browser', async () => {
  const { chromium, listeners } = startFake()
  for (let render = 0; render < 3; render++) {
    const guarded = guard(chromium)
    expect(listeners()).toBe(1)
    await guarded.run(async () => undefined)
    guarded.stop()
  }
  expect(listeners()).toBe(0)
})

test('a browser that ends stops its render', async () => {
  const { chromium, life } = startFake()
  const guarded = guard(chromium)
  const running = guarded.run(() => new Promise(() => {}))
  life.abort()
  await expect(running).rejects.toThrow('The browser stopped during the render')
  expect(guarded.tripped).toBe(true)
  guarded.stop()
})
