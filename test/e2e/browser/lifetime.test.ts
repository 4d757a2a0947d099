import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BrowserLostError, PageCrashedError } from '../../../lib/base/errors.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import {
  type BrowserFixture,
  hasProcesses,
  startBrowserFixture,
} from '../../support/render/browser-fixture.ts'
import { capturePage } from '../../support/render/capture-page.ts'
import { page as html } from '../../support/sites/fixture-server.ts'

const routes = {
  '/plain': html('<title>plain</title><p>hello'),
  '/memory': html(
    '<script>const kept = []; setInterval(() => kept.push(new Uint8Array(64 << 20).fill(1)), 20)</script>',
  ),
}

const title = ({ render, site }: BrowserFixture) =>
  render(async ({ page }) => {
    await page.goto(`${site.url}/plain`)
    return page.title()
  })

const never = () => new Promise<never>(() => {})

describe('the browser is reused by the next render', () => {
  let fixture: BrowserFixture
  beforeAll(async () => {
    fixture = await startBrowserFixture(routes)
    await title(fixture)
  })
  afterAll(() => fixture[Symbol.asyncDispose]())

  test('the second render launches nothing', async () => {
    const report = createRenderReport()
    await fixture.render(async () => {}, { report })
    expect(fixture.launched).toHaveLength(1)
    expect(report.coldBrowser).toBe(false)
    expect(report.phasesMs.launch).toBeGreaterThanOrEqual(0)
  })

  test('a render that is aborted while it waits for its page keeps the browser', async () => {
    const budget = new AbortController()
    const waiting = fixture.render(never, { signal: budget.signal })
    budget.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    expect(await title(fixture)).toBe('plain')
    expect(fixture.launched).toHaveLength(1)
  })

  test('a render waits until the page of the one before it is closed', async () => {
    const counts: number[] = []
    const countPages = () =>
      fixture.render(async ({ page }) => {
        counts.push((await page.browser().pages()).length)
        await page.goto(`${fixture.site.url}/plain`)
      })
    await Promise.all([countPages(), countPages(), countPages()])
    expect(new Set(counts).size).toBe(1)
    expect(fixture.launched).toHaveLength(1)
  })
})

test('the browser is replaced after the maximum number of renders', async () => {
  await using fixture = await startBrowserFixture(routes, { rendersMax: 2 })
  for (let i = 0; i < 3; i++) expect(await title(fixture)).toBe('plain')
  expect(fixture.launched).toHaveLength(2)
  expect(fixture.launched.filter(hasProcesses)).toHaveLength(1)
})

describe('after a failure the next render works', () => {
  let fixture: BrowserFixture
  beforeAll(async () => {
    fixture = await startBrowserFixture(routes, { renderMemoryBytesMax: 700 * 1024 ** 2 })
    await title(fixture)
  })
  afterAll(() => fixture[Symbol.asyncDispose]())

  test('a browser that was killed between two renders is replaced', async () => {
    const launched = fixture.launched.length
    process.kill(fixture.browserId(), 'SIGKILL')
    expect(await title(fixture)).toBe('plain')
    expect(fixture.launched).toHaveLength(launched + 1)
  })

  test('a browser that is killed under a page ends the render', async () => {
    const killed = fixture.render(async ({ page, cdp }) => {
      await page.goto(`${fixture.site.url}/plain`)
      process.kill(fixture.browserId(), 'SIGKILL')
      await capturePage(cdp)
      await never()
    })
    await expect(killed).rejects.toThrow(BrowserLostError)
    expect(await title(fixture)).toBe('plain')
  })

  test('a page that crashes ends the render', async () => {
    const crashed = fixture.render(async ({ page, cdp }) => {
      await page.goto(`${fixture.site.url}/plain`)
      await cdp.send('Page.crash')
    })
    await expect(crashed).rejects.toThrow(PageCrashedError)
    expect(await title(fixture)).toBe('plain')
  })

  test('a page that exceeds the memory limit is stopped', async () => {
    const [first] = await Promise.allSettled([
      fixture.render(async ({ page }) => {
        await page.goto(`${fixture.site.url}/memory`)
        await never()
      }),
    ])
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(PageCrashedError) })
    expect(hasProcesses(fixture.browserId())).toBe(false)
    expect(await title(fixture)).toBe('plain')
  })

  test('a browser that does not close the page is killed, and one that does not open a page is replaced', async () => {
    await using stopped = await startBrowserFixture(routes, { openMs: 1_500, closeMs: 300 })
    const result = await stopped.render(async () => {
      process.kill(stopped.browserId(), 'SIGSTOP')
      return 'image'
    })
    expect(result).toBe('image')
    const first = stopped.browserId()
    await expect.poll(() => hasProcesses(first), { timeout: 5000 }).toBe(false)
    expect(await title(stopped)).toBe('plain')
    const second = stopped.browserId()
    process.kill(second, 'SIGSTOP')
    expect(await title(stopped)).toBe('plain')
    await expect.poll(() => hasProcesses(second)).toBe(false)
  })
})

test('a signal that aborts during the launch ends the wait', async () => {
  await using fixture = await startBrowserFixture(routes)
  const budget = new AbortController()
  const waiting = fixture.render(never, { signal: budget.signal })
  waiting.catch(() => {})
  await expect.poll(fixture.directories, { interval: 1 }).toHaveLength(1)
  budget.abort(new Error('over'))
  await expect(waiting).rejects.toThrow('over')
  await fixture.host.close()
  expect(fixture.launched.filter(hasProcesses)).toEqual([])
  expect(fixture.directories()).toEqual([])
})

describe('closing', () => {
  test('ends a running render, and removes every process and directory', async () => {
    await using fixture = await startBrowserFixture(routes)
    const { promise: opened, resolve } = Promise.withResolvers<void>()
    const interrupted = fixture.render(() => {
      resolve()
      return never()
    })
    interrupted.catch(() => {})
    await opened
    expect(fixture.directories()).toHaveLength(1)
    await fixture.host.close()
    await expect(interrupted).rejects.toThrow(BrowserLostError)
    expect(hasProcesses(fixture.browserId())).toBe(false)
    expect(fixture.directories()).toEqual([])
  })

  test('during a launch removes everything as well', async () => {
    await using fixture = await startBrowserFixture(routes)
    const interrupted = fixture.render(never)
    interrupted.catch(() => {})
    await expect.poll(fixture.directories, { interval: 1 }).toHaveLength(1)
    await fixture.host.close()
    await expect(interrupted).rejects.toThrow(BrowserLostError)
    expect(fixture.launched.filter(hasProcesses)).toEqual([])
    expect(fixture.directories()).toEqual([])
  })
})
