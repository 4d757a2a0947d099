import type { CDPSession, Protocol } from 'puppeteer-core'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { ResourceType } from '../../core/plan/render-plan.ts'

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

/** Learns the true types of requests from the sessions it listens to. */
export const createTypeRecord = () => {
  const types = new Map<string, ChromiumType>()
  const waiting = new Map<string, (type: ChromiumType) => void>()
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
      if (networkId === undefined) return resourceType
      const known = types.get(networkId)
      if (known) return known
      const { promise, resolve } = Promise.withResolvers<ChromiumType>()
      waiting.set(networkId, resolve)
      const timer = setTimeout(resolve, limitsMs.load.report, resourceType)
      const type = await promise
      clearTimeout(timer)
      waiting.delete(networkId)
      return type
    },
  }
}
