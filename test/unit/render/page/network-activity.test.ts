import { EventEmitter } from 'node:events'
import type { HTTPRequest, Page } from 'puppeteer-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRenderReport, type RenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { watchNetwork } from '../../../../lib/render/page/network-activity.ts'

const request = (url = 'http://a.example/', errorText = '') =>
  ({ url: () => url, resourceType: () => 'image', failure: () => ({ errorText }) }) as HTTPRequest

let events: EventEmitter
let report: RenderReport
const watch = () => watchNetwork(events as unknown as Page, report)

beforeEach(() => {
  vi.useFakeTimers()
  events = new EventEmitter()
  report = createRenderReport()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Whether the network counts as idle after each of these pauses. */
const idleAfter = async (idle: Promise<void>, ...pausesMs: number[]) => {
  let isIdle = false
  void idle.then(() => {
    isIdle = true
  })
  const seen: boolean[] = []
  for (const ms of pausesMs) {
    await vi.advanceTimersByTimeAsync(ms)
    seen.push(isIdle)
  }
  return seen
}

describe('the network is idle', () => {
  test('after half a second without a request', async () => {
    expect(await idleAfter(watch().idle(0), 499, 1)).toEqual([false, true])
  })

  test('not while a request is pending', async () => {
    const network = watch()
    events.emit('request', request())
    expect(await idleAfter(network.idle(0), 5_000)).toEqual([false])
  })

  test('while no more are pending than allowed', async () => {
    const network = watch()
    events.emit('request', request())
    events.emit('request', request())
    expect(await idleAfter(network.idle(2), 500)).toEqual([true])
  })

  test('only half a second after the last request ended', async () => {
    const network = watch()
    const one = request()
    setTimeout(() => events.emit('request', one), 300)
    setTimeout(() => events.emit('requestfinished', one), 400)
    expect(await idleAfter(network.idle(0), 400, 200, 299, 1)).toEqual([false, false, false, true])
  })
})

describe('requests', () => {
  test('that are pending are counted by type until they end', () => {
    const network = watch()
    const one = request()
    events.emit('request', one)
    expect([network.pending('image'), network.pending('font', 'stylesheet')]).toEqual([1, 0])
    events.emit('requestfailed', one)
    expect(network.pending('image')).toBe(0)
  })

  test('are counted, except data: URLs, and blocked or cancelled ones did not fail', () => {
    watch()
    for (const one of [request(), request('data:,x'), request('https://b.example/')])
      events.emit('request', one)
    events.emit('requestfailed', request('http://a.example/', 'net::ERR_CONNECTION_RESET'))
    events.emit('requestfailed', request('http://a.example/', 'net::ERR_BLOCKED_BY_CLIENT'))
    events.emit('requestfailed', request('http://a.example/', 'net::ERR_ABORTED'))
    expect(report.requests).toEqual({ made: 2, blocked: 0, failed: 1 })
  })
})
