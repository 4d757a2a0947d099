import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { findOverdue } from '../core/access/open-hits.ts'
import { type OpenRenders, placesPartition, type RenderOrigin, renderOrigins } from '../core/access/places.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { openEntry } from './request-items.ts'
import { createTable, type ItemChange, type TableDeps } from './table.ts'

/** The item with the renders of an account that are in progress. */
export interface Places {
  renders?: OpenRenders
  /** How many renders the account may have in progress, as of the latest one. */
  concurrency?: number
  /** How often a request began to wait for a place. */
  waits?: number
  /** Set while requests may wait: the sweep finds the item. */
  openShard?: string
}

/** A render that is to begin. */
export interface NewRender {
  /** Random. */
  name: string
  /** Unix ms. Its process has ended by then. */
  untilMs: number
  /** The most that may be in progress, with this one. */
  places: number
  /** The most that the account may have in progress. */
  concurrency: number
}

/** A request that waits for a place. */
export interface Waiting extends RequestKey {
  origin: RenderOrigin
  /** Unix seconds, when the request was created. */
  created: number
}

/**
 * The places of an account in the table of requests, what waits for one, and which background requests are open. Every render writes its
 * place twice, so they are not in the large item with the hits. Every method is safe to repeat.
 */
export interface PlaceStore {
  /** A consistent read. */
  find(accountId: string): Promise<Places>
  /** Begins a render. Returns false if too many are in progress. */
  begin(accountId: string, render: NewRender): Promise<boolean>
  /** Ends a render, whether or not it is in progress. Returns the item after it. */
  end(accountId: string, name: string): Promise<Places>
  /** Adds a request to those that wait, unless a place is free. Returns whether none is. */
  wait(request: Waiting, render: Pick<NewRender, 'places' | 'concurrency'>): Promise<boolean>
  stopWaiting(request: Waiting): Promise<void>
  /** Returns whether a request waits and its message was not sent. */
  isWaiting(request: Waiting): Promise<boolean>
  /** Returns the oldest requests of each origin, with whether their message was sent. A consistent read. */
  listWaiting(accountId: string, limit: number): Promise<(Waiting & { isSent: boolean })[]>
  /** Notes that the message of a waiting request is sent. False if it was sent already, or the request no longer waits. */
  noteSent(request: Waiting, atMs: number): Promise<boolean>
  /** Takes the note back. */
  noteNotSent(request: Waiting, atMs: number): Promise<void>
  /** Notes that no request waits. False if one has begun to wait since the item was read. */
  noteNoneWaits(accountId: string, read: Places): Promise<boolean>
  /** Adds a request to the open ones, for the few minutes in which it is recorded. */
  open(key: RequestKey): Promise<void>
  /** Keeps a recorded request among the open ones until it is closed. Nothing happens if that is done. */
  keepOpen(key: RequestKey): Promise<void>
  /** Returns whether at most so many requests are open. A consistent read. */
  isWithin(accountId: string, most: number): Promise<boolean>
  close(key: RequestKey): Promise<void>
}

/** Longer than a request is queued. */
const keptSeconds = 8 * 3600

/** If the process dies before it records a request, the request is open for no longer. */
const openedSeconds = 5 * 60

/** A message that was sent is in the queue for a while if few workers are free. After this time it may be lost. */
const sentMs = 15 * 60_000

const toOpenId = (id: string) => `open#${id}`

const toWaitingPrefix = (origin: RenderOrigin) => `waiting#${renderOrigins.indexOf(origin)}#`

/** Sorts the requests of an origin by age. Ids do not: those of a batch begin with the time of the batch. */
const toWaitingId = ({ origin, created, id }: Waiting) => `${toWaitingPrefix(origin)}${created}#${id}`

/** Each rejected write means that another process made the same step, so a few tries always suffice. */
const stepsMax = 8

interface Deps extends TableDeps {
  nowMs: () => number
}

const keyOf = (accountId: string, id: string) => ({ accountId: placesPartition(accountId), id })

const rendersOf = (accountId: string) => keyOf(accountId, 'renders')

const createPlaceTable = ({ dynamo, tableName }: Deps) =>
  createTable<{ accountId: string; id: string }, Places>({ dynamo, tableName })

const toList = ({ tableName }: Deps, accountId: string, prefix: string) => ({
  TableName: tableName,
  KeyConditionExpression: 'accountId = :partition AND begins_with(id, :prefix)',
  ExpressionAttributeValues: { ':partition': placesPartition(accountId), ':prefix': prefix },
  ConsistentRead: true,
})

/** Returns changes of the entries of waiting and open requests. */
const createEntries = (deps: Deps) => {
  const table = createPlaceTable(deps)
  return {
    async put(accountId: string, id: string, seconds = keptSeconds) {
      const ttl = toSeconds(deps.nowMs()) + seconds
      await table.change(keyOf(accountId, id), { set: { ttl }, remove: ['sentMs'] })
    },
    async keep(accountId: string, id: string) {
      const ttl = toSeconds(deps.nowMs()) + keptSeconds
      await table.change(keyOf(accountId, id), { set: { ttl }, condition: 'attribute_exists(#id)' })
    },
    async remove(accountId: string, id: string) {
      await table.delete(keyOf(accountId, id), { condition: 'attribute_exists(#id)' })
    },
  }
}

export const createPlaceStore = (deps: Deps): PlaceStore => ({
  ...createRenders(deps),
  ...createWaits(deps),
  ...createOpenRequests(deps),
})

const createRenders = (deps: Deps): Pick<PlaceStore, 'find' | 'begin' | 'end'> => {
  const table = createPlaceTable(deps)
  /** Ends the renders of processes that died. Returns whether there were any. */
  const endOverdue = async (accountId: string, { renders }: Places) => {
    const overdue = findOverdue(renders, deps.nowMs())
    if (overdue.length > 0) await table.change(rendersOf(accountId), toEnd(overdue))
    return overdue.length > 0
  }
  return {
    find: async (accountId) => (await table.find(rendersOf(accountId))) ?? {},

    async begin(accountId, render) {
      let isFirst = false
      for (let steps = 0; steps < stepsMax; steps += 1) {
        const { written, item = {} } = await table.change(rendersOf(accountId), toBegin(render, isFirst))
        const { renders } = item
        // The SDK repeats a write whose response was lost.
        if (written || renders?.[render.name] !== undefined) return true
        isFirst = renders === undefined
        const isFull = Object.keys(renders ?? {}).length >= render.places
        if (isFull && !(await endOverdue(accountId, item))) return false
      }
      return false
    },

    end: async (accountId, name) => (await table.change(rendersOf(accountId), toEnd([name]))).item ?? {},
  }
}

const createWaits = (
  deps: Deps,
): Pick<
  PlaceStore,
  'wait' | 'stopWaiting' | 'isWaiting' | 'listWaiting' | 'noteSent' | 'noteNotSent' | 'noteNoneWaits'
> => {
  const { dynamo, nowMs } = deps
  const table = createPlaceTable(deps)
  const entries = createEntries(deps)
  return {
    async wait(request, { places, concurrency }) {
      const { accountId } = request
      // First, so that the renders which are in progress after the second write find it when they end.
      await entries.put(accountId, toWaitingId(request))
      const key = rendersOf(accountId)
      const { openShard, openSince } = openEntry('places', key, toSeconds(nowMs()))
      const { written } = await table.change(key, {
        set: { openShard, concurrency },
        assign: { openSince: 'if_not_exists(#openSince, :since)' },
        count: { waits: 1 },
        condition: 'size(#renders) >= :places',
        values: { places, since: openSince },
      })
      return written
    },

    stopWaiting: (request) => entries.remove(request.accountId, toWaitingId(request)),

    async isWaiting(request) {
      const entry = await table.find(keyOf(request.accountId, toWaitingId(request)))
      return entry !== undefined && !('sentMs' in entry)
    },

    async listWaiting(accountId, limit) {
      const lists = renderOrigins.map(async (origin) => {
        const prefix = toWaitingPrefix(origin)
        const list = new QueryCommand({ ...toList(deps, accountId, prefix), Limit: limit })
        const { Items = [] } = await dynamo.send(list)
        return Items.map((entry) => {
          const [created, id = ''] = entry['id'].slice(prefix.length).split('#')
          const isSent = (entry['sentMs'] ?? 0) + sentMs > nowMs()
          return { accountId, id, origin, created: Number(created), isSent }
        })
      })
      return (await Promise.all(lists)).flat()
    },

    async noteSent(request, atMs) {
      const { written } = await table.change(keyOf(request.accountId, toWaitingId(request)), {
        set: { sentMs: atMs },
        condition: 'attribute_exists(#id) AND (attribute_not_exists(#sentMs) OR #sentMs <= :lost)',
        values: { lost: atMs - sentMs },
      })
      return written
    },

    async noteNotSent(request, atMs) {
      await table.change(keyOf(request.accountId, toWaitingId(request)), {
        remove: ['sentMs'],
        condition: '#sentMs = :at',
        values: { at: atMs },
      })
    },

    async noteNoneWaits(accountId, { waits }) {
      const { written } = await table.change(rendersOf(accountId), {
        remove: ['openShard', 'openSince'],
        condition: '#waits = :waits',
        values: { waits },
      })
      return written
    },
  }
}

const createOpenRequests = (deps: Deps): Pick<PlaceStore, 'open' | 'keepOpen' | 'isWithin' | 'close'> => {
  const { put, keep, remove } = createEntries(deps)
  return {
    open: ({ accountId, id }) => put(accountId, toOpenId(id), openedSeconds),

    keepOpen: ({ accountId, id }) => keep(accountId, toOpenId(id)),

    async isWithin(accountId, most) {
      const { ExpressionAttributeValues, ...list } = toList(deps, accountId, toOpenId(''))
      const pages = paginateQuery(
        { client: deps.dynamo },
        {
          ...list,
          // DynamoDB can take days to remove what has expired.
          FilterExpression: '#ttl > :now',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ':now': toSeconds(deps.nowMs()) },
          Select: 'COUNT',
        },
      )
      let open = 0
      for await (const { Count = 0 } of pages) {
        open += Count
        if (open > most) return false
      }
      return true
    },

    close: ({ accountId, id }) => remove(accountId, toOpenId(id)),
  }
}

/** The first render of an account creates the list. */
const toBegin = ({ name, untilMs, places, concurrency }: NewRender, isFirst: boolean): ItemChange => ({
  set: { ...(isFirst ? { renders: { [name]: untilMs } } : { 'renders.render': untilMs }), concurrency },
  condition: isFirst ? 'attribute_not_exists(#renders)' : 'size(#renders) < :places',
  ...(!isFirst && { names: { render: name }, values: { places } }),
})

const toEnd = (names: readonly string[]): ItemChange => ({
  remove: names.map((_name, index) => `renders.render${index}`),
  condition: 'attribute_exists(#renders)',
  names: Object.fromEntries(names.map((name, index) => [`render${index}`, name])),
})
