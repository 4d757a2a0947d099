import type { CDPSession, Protocol } from 'puppeteer-core'
import type { ResourceType } from '../../core/plan/render-plan.ts'

type ChromiumType = Protocol.Network.ResourceType

const contractTypes: Partial<Record<ChromiumType, ResourceType>> = {
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
export const toResourceType = (type: ChromiumType): ResourceType => contractTypes[type] ?? 'other'

/**
 * A paused request says `XHR` for three types and `Media` for two, and `Fetch` for a prefetch; the page's own report of
 * the request tells them apart.
 */
const sharedNames: Partial<Record<ChromiumType, ResourceType[]>> = {
  XHR: ['xhr', 'fetch', 'eventsource'],
  Media: ['media', 'texttrack'],
  Fetch: ['fetch', 'other'],
}

/** Chromium's names whose requests are partly blocked and partly not. */
export const ambiguousTypes = (blocked: ReadonlySet<ResourceType>): ReadonlySet<ChromiumType> =>
  new Set(
    Object.entries(sharedNames)
      .filter(
        ([, types]) => types.some((type) => blocked.has(type)) && !types.every((type) => blocked.has(type)),
      )
      .map(([name]) => name as ChromiumType),
  )

/** The two reports of one request come from two processes, in either order, a few ms apart. */
const reportWaitMs = 500

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
    /** Falls back to what the paused request said when no report comes. */
    async typeOf({ networkId, resourceType }: Protocol.Fetch.RequestPausedEvent): Promise<ChromiumType> {
      if (networkId === undefined) return resourceType
      const known = types.get(networkId)
      if (known) return known
      const { promise, resolve } = Promise.withResolvers<ChromiumType>()
      waiting.set(networkId, resolve)
      const timer = setTimeout(resolve, reportWaitMs, resourceType)
      const type = await promise
      clearTimeout(timer)
      waiting.delete(networkId)
      return type
    },
  }
}
