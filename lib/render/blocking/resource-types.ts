import type { CDPSession, Protocol } from 'puppeteer-core'
import { until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { ResourceType } from '../../core/plan/render-plan.ts'
import { noteExpired, type RenderReport } from '../../core/telemetry/render-report.ts'

type ChromiumType = Protocol.Network.ResourceType

const apiTypes: Partial<Record<ChromiumType, ResourceType>> = {
  Document: 'document',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  Script: 'script',
  TextTrack: 'texttrack',
  XHR: 'xhr',
  Fetch: 'fetch',
  EventSource: 'eventsource',
  WebSocket: 'websocket',
  Manifest: 'manifest',
}

/** Maps Chromium's resource type to the name in the API. */
export const toResourceType = (type: ChromiumType): ResourceType => apiTypes[type] ?? 'other'

/**
 * A paused request has the type `XHR` for three types, `Media` for two, and `Fetch` also for a prefetch. `Network.requestWillBeSent`
 * has the exact type.
 */
const sharedNames: Partial<Record<ChromiumType, ResourceType[]>> = {
  XHR: ['xhr', 'fetch', 'eventsource'],
  Media: ['media', 'texttrack'],
  Fetch: ['fetch', 'other'],
}

/** Returns Chromium's types of which only some API types are blocked. */
export const ambiguousTypes = (blocked: ReadonlySet<ResourceType>): ReadonlySet<ChromiumType> =>
  new Set(
    Object.entries(sharedNames)
      .filter(
        ([, types]) => types.some((type) => blocked.has(type)) && !types.every((type) => blocked.has(type)),
      )
      .map(([name]) => name as ChromiumType),
  )

/** Learns the true types of requests from the sessions it listens to. Names `block_resources` in the report if it had to guess one. */
export const createTypeRecord = (report: Pick<RenderReport, 'waitsExpired'>) => {
  const types = new Map<string, ChromiumType>()
  const waiting = new Map<string, (type: ChromiumType) => void>()
  const announced = async (networkId: string) => {
    const { promise, resolve } = Promise.withResolvers<ChromiumType>()
    waiting.set(networkId, resolve)
    const type = await until(promise, limitsMs.load.report)
    waiting.delete(networkId)
    return type
  }
  return {
    async listen(session: CDPSession) {
      session.on('Network.requestWillBeSent', ({ requestId, type }) => {
        if (!type) return
        types.set(requestId, type)
        waiting.get(requestId)?.(type)
      })
      await session.send('Network.enable')
    },
    /** Falls back to the type of the paused request if no event arrives. */
    async typeOf({ networkId, resourceType }: Protocol.Fetch.RequestPausedEvent): Promise<ChromiumType> {
      const type =
        networkId === undefined ? undefined : (types.get(networkId) ?? (await announced(networkId)))
      if (!type) noteExpired(report, 'block_resources')
      return type ?? resourceType
    },
  }
}
