import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { silentLogger } from '../../../../lib/logger.ts'
import type { BrowserProcess } from '../../../../lib/render/browser/browser-process.ts'
import type { OpenSession } from '../../../../lib/render/browser/page-session.ts'
import { guardRender } from '../../../../lib/render/browser/render-guard.ts'
import { SparePages } from '../../../../lib/render/browser/spare-pages.ts'

/** A browser outlives many renders: what each of them leaves behind would keep its page and its result in memory. */
const startFake = () => {
  const life = new AbortController()
  const process = {
    kind: 'plain',
    ended: life.signal,
    browser: { createBrowserContext: () => Promise.reject(new Error('no context')) },
    isAlive: () => true,
    memoryBytes: () => 0,
    kill: () => Promise.resolve(),
  } as unknown as BrowserProcess
  return { process, life, listeners: () => getEventListeners(life.signal, 'abort').length }
}

const session = { lost: new Promise<never>(() => {}) } as OpenSession

const guard = (process: BrowserProcess) =>
  guardRender({
    process,
    session,
    signal: new AbortController().signal,
    limits: { renderMemoryBytesMax: 1 },
    log: silentLogger,
  })

test('a render that is over leaves no listener on its browser', async () => {
  const { process, listeners } = startFake()
  for (let render = 0; render < 3; render++) {
    const guarded = guard(process)
    expect(listeners()).toBe(1)
    await guarded.run(async () => undefined)
    guarded.stop()
  }
  expect(listeners()).toBe(0)
})

test('a browser that ends stops its render', async () => {
  const { process, life } = startFake()
  const guarded = guard(process)
  const running = guarded.run(() => new Promise(() => {}))
  life.abort()
  await expect(running).rejects.toThrow('The browser stopped during the render')
  expect(guarded.tripped).toBe(true)
  guarded.stop()
})

test('a spare page that could not be opened leaves no listener and no open port', async () => {
  const { process, listeners } = startFake()
  const spares = new SparePages()
  spares.prepare(process)
  expect(await spares.handOut(process)).toBeUndefined()
  await expect.poll(listeners).toBe(0)
})
