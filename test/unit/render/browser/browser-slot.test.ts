import { expect, onTestFinished, test, vi } from 'vitest'
import { BrowserLostError } from '../../../../lib/base/errors.ts'
import { silentLogger } from '../../../../lib/base/logger.ts'
import { BrowserSlot, type OpenPage, openPage } from '../../../../lib/render/browser/browser-slot.ts'
import type { Chromium } from '../../../../lib/render/browser/chromium.ts'
import type { Scripts } from '../../../../lib/render/browser/scripts.ts'

interface Fake {
  renders: number
  bytes: number
  alive: boolean
  pages: number
}

/** How the pages of the fake browsers behave. */
interface Behaviour {
  open?: (pages: number) => Promise<void>
  lost?: (pages: number) => Promise<never>
  close?: () => Promise<void>
}

const never = () => new Promise<never>(() => {})

const setUp = ({ open = async () => {}, close = async () => {}, lost = never }: Behaviour = {}) => {
  const recycled: string[] = []
  const warnings: string[] = []
  const fakes: Fake[] = []
  const openPorts = new Set<number>()
  /** Ports of the pages that were closed. */
  const closed: number[] = []
  let ports = 0
  const launch = async () => {
    const fake = { renders: 0, bytes: 100, alive: true, pages: 0 }
    fakes.push(fake)
    return Object.assign(fake, {
      isAlive: () => fake.alive,
      memoryBytes: () => fake.bytes,
      kill: async () => {
        fake.alive = false
      },
    }) as unknown as Chromium
  }
  const openPage = async (chromium: Chromium) => {
    const fake = chromium as unknown as Fake
    fake.pages++
    await open(fake.pages)
    const port = ++ports
    openPorts.add(port)
    const closePage = () => {
      closed.push(port)
      return close()
    }
    return {
      chromium,
      session: { close: closePage, lost: lost(port) },
      port: { close: () => openPorts.delete(port) },
    } as unknown as OpenPage
  }
  const slot = new BrowserSlot({
    limits: { rendersMax: 2, idleMemoryBytesMax: 500, openMs: 20, closeMs: 20 },
    launch,
    openPage,
    onRecycle: (_chromium, reason) => void recycled.push(reason),
    log: { warn: ({ cause }, message) => void warnings.push(`${message}: ${String(cause).split('\n')[0]}`) },
  })
  const report = { coldBrowser: false }
  /** One render; tells whether it launched a browser. */
  const render = async () => {
    report.coldBrowser = false
    const page = await slot.open(report)
    await slot.release(page)
    page.port.close()
    return { isNew: report.coldBrowser }
  }
  return { slot, render, recycled, warnings, fakes, openPorts, closed, report }
}

test.each([
  { reason: 'renders', after: { renders: 2 } },
  { reason: 'memory', after: { bytes: 501 } },
  { reason: 'ended', after: { alive: false } },
])('a browser is replaced, and the reason logged: $reason', async ({ reason, after }) => {
  const { render, recycled, fakes } = setUp()
  await render()
  for (const fake of fakes) Object.assign(fake, after)
  expect(await render()).toEqual({ isNew: true })
  expect(recycled).toEqual([reason])
})

test('a browser that holds more than a limit of memory is discarded', async () => {
  const { slot, render, recycled, fakes } = setUp()
  await slot.limitMemory(0)
  await render()
  await slot.limitMemory(100)
  expect(recycled).toEqual([])
  await slot.limitMemory(99)
  expect(recycled).toEqual(['memory'])
  expect(fakes.map(({ alive }) => alive)).toEqual([false])
})

test('the next page is opened ahead, and only once', async () => {
  const { render, fakes } = setUp()
  await render()
  expect(fakes[0]?.pages).toBe(2)
  await render()
  expect(fakes[0]?.pages).toBe(3)
})

test('a spare page that could not be opened is logged and does not replace the browser', async () => {
  const { render, recycled, warnings, fakes } = setUp({
    open: (pages) => (pages === 2 ? Promise.reject(new Error('no context')) : Promise.resolve()),
  })
  await render()
  expect(await render()).toEqual({ isNew: false })
  expect(fakes).toHaveLength(1)
  expect(recycled).toEqual([])
  expect(warnings).toEqual(['spare page not opened: Error: no context'])
})

test('a spare page of a browser that ends is not logged, because the end is', async () => {
  const { slot, report, recycled, warnings, fakes } = setUp({
    open: async (pages) => {
      if (pages === 1) return
      for (const fake of fakes) fake.alive = false
      throw new Error('disconnected')
    },
  })
  await slot.release(await slot.open(report))
  await slot.ready()
  expect(recycled).toEqual(['ended'])
  expect(warnings).toEqual([])
})

const lostPage = () => {
  const lost = Promise.reject(new Error('crashed'))
  lost.catch(() => {})
  return lost
}

test('a spare page whose renderer was lost is closed, and another one opened in the same browser', async () => {
  const { slot, report, fakes, openPorts, closed } = setUp({
    lost: (pages) => (pages === 2 ? lostPage() : never()),
  })
  await slot.release(await slot.open(report))
  await slot.open(report)
  expect(fakes.map(({ pages }) => pages)).toEqual([3])
  expect(closed).toEqual([1, 2])
  expect([...openPorts]).toEqual([1, 3])
})

test('a browser that opens no page after it was replaced is an error', async () => {
  const { slot, report, recycled, warnings, openPorts } = setUp({
    open: () => Promise.reject(new Error('no context')),
  })
  await expect(slot.open(report)).rejects.toMatchObject({
    code: 'browser_lost',
    cause: new Error('no context'),
  })
  expect(recycled).toEqual(['unresponsive', 'unresponsive'])
  expect(warnings).toEqual(['page not opened: Error: no context'])
  expect(openPorts.size).toBe(0)
})

test('a page that closes late because the process was stopped ends its browser as frozen', async () => {
  const { slot, report, recycled } = setUp({ close: () => new Promise(() => {}) })
  const page = await slot.open(report)
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const released = slot.release(page)
  await vi.advanceTimersByTimeAsync(0)
  const stopped = vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER)
  onTestFinished(() => stopped.mockRestore())
  await vi.advanceTimersByTimeAsync(200)
  await released
  expect(recycled).toEqual(['frozen'])
})

test('the end of the environment is not counted as recycling, closes the spare page and starts no browser', async () => {
  const { slot, render, recycled, fakes, openPorts } = setUp()
  await render()
  await slot.close()
  await expect(render()).rejects.toMatchObject({ code: 'browser_lost' })
  expect(fakes.map(({ alive }) => alive)).toEqual([false])
  expect(recycled).toEqual([])
  await expect.poll(() => openPorts.size).toBe(0)
})

test('a page that is being opened when its browser ends is not waited for', async () => {
  const ended = new AbortController()
  const chromium = {
    browser: { createBrowserContext: () => new Promise(() => {}) },
    ended: ended.signal,
    isAlive: () => !ended.signal.aborted,
    kill: async () => {},
  } as unknown as Chromium
  let launches = 0
  const slot = new BrowserSlot({
    limits: { rendersMax: 2, idleMemoryBytesMax: 500, openMs: 60_000, closeMs: 20 },
    openPage: (chromium) => openPage(chromium, {} as Scripts, () => {}),
    launch: async () => {
      launches++
      setTimeout(() => ended.abort(), 5)
      return chromium
    },
    onRecycle: () => {},
    log: silentLogger,
  })
  await expect(slot.open({ coldBrowser: false })).rejects.toThrow(BrowserLostError)
  expect(launches).toBe(2)
})
