import { describeCause } from '../base/describe-cause.ts'
import { ConcurrencyLimitedError, QueueFullError } from '../base/errors.ts'
import type { Logger } from '../base/logger.ts'
import {
  countRenders,
  openRequestsMax,
  originOf,
  placeMs,
  placesFor,
  renderOrigins,
  urgencyOf,
} from '../core/access/places.ts'
import { limitsOf, type Tiers } from '../core/access/tiers.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { Account } from '../store/accounts.ts'
import type { PlaceStore, Places as StoredPlaces, Waiting } from '../store/places.ts'
import type { Queues } from '../store/queues.ts'

/**
 * The renders that an account may have in progress at the same time, and the requests in the background that wait for one of these places.
 *
 * A request that finds no place is noted, and its message is deleted. The end of a render sends the message of the next one. A request is
 * noted before the write that requires all places to be taken, and a render looks for waiting requests after the write that ends it, so one of the
 * two always sees the other. What a crash leaves is begun by the next end of a render, or by the sweep.
 */
export interface Places {
  /**
   * Begins a render whose caller waits.
   * @param name that of no other render of the account
   * @throws ConcurrencyLimitedError
   */
  take(account: AccountPlan, name: string): Promise<void>
  /** Begins a render in the background. Returns false if the request waits for a place, and needs no message until then. */
  takeOrWait(account: AccountPlan, request: BackgroundRequest, render: BackgroundRender): Promise<boolean>
  /** Ends a render, and sends the messages of requests that are next. Never rejects. */
  end(accountId: string, name: string): Promise<void>
  /** Sends the messages of requests that are next, if places are free. */
  resume(accountId: string): Promise<void>
  /** Sends the message of a request, unless it has to wait for a place. */
  send(account: AccountPlan, request: BackgroundRequest): Promise<void>
  /** Notes that the message of a request that waited has arrived. */
  stopWaiting(request: Waiting): Promise<void>
  /** Returns whether a request waits because the renders of its account take all places, and not for a worker. */
  isHeldBack(request: BackgroundRequest): Promise<boolean>
  /**
   * Adds a background request to those that are open, until it is kept or closed, or a few minutes are over.
   * @throws QueueFullError if the account has too many
   */
  open(account: AccountPlan, request: BackgroundRequest): Promise<void>
  /** Keeps a request that is on record open, unless it has been closed. */
  keep(request: BackgroundRequest): Promise<void>
  /** Removes a request that has ended, or does not begin, from those that are open, and from those that wait unless a worker ended it. */
  close(request: BackgroundRequest & { durationMs?: number }): Promise<void>
  read(account: AccountPlan): Promise<{ limit: number; in_progress: number }>
}

type AccountPlan = Pick<Account, 'id' | 'plan' | 'limits'>

/** `created` in Unix seconds. */
type BackgroundRequest = RequestKey & { created: number } & Parameters<typeof originOf>[0]

interface BackgroundRender {
  name: string
  /** Unix ms. Its process has ended by then. */
  untilMs: number
}

interface Deps {
  store: PlaceStore
  queues: Pick<Queues, 'sendRender'>
  tiers: Tiers
  log: Pick<Logger, 'warn'>
  nowMs: () => number
}

/** In each try another process has changed the places in between. */
const triesMax = 8

type TermsOf = (account: AccountPlan, waiting: Waiting) => { concurrency: number; places: number }

const toWaiting = ({ accountId, id, created, ...request }: BackgroundRequest): Waiting => ({
  accountId,
  id,
  created,
  origin: originOf(request),
})

export const createPlaces = (deps: Deps): Places => {
  const { store, tiers, log, nowMs } = deps
  const sendNext = createSendNext(deps)
  const termsOf: TermsOf = (account, { origin, created }) => {
    const { concurrency } = limitsOf(tiers, account)
    return { concurrency, places: placesFor(urgencyOf(origin, created, toSeconds(nowMs())), concurrency) }
  }
  return {
    ...createWaits(deps, termsOf),
    ...createOpenRequests(deps),

    async take(account, name) {
      const { concurrency } = limitsOf(tiers, account)
      const render = { name, untilMs: nowMs() + placeMs, concurrency, places: concurrency }
      if (!(await store.begin(account.id, render))) throw new ConcurrencyLimitedError()
    },

    async end(accountId, name) {
      try {
        await sendNext(accountId, await store.end(accountId, name))
      } catch (error) {
        // It counts as in progress until its time is over, and the sweep begins what waits.
        log.warn({ account: accountId, cause: describeCause(error) }, 'render not ended')
      }
    },

    resume: async (accountId) => sendNext(accountId, await store.find(accountId)),

    read: createReadPlaces({ store, tiers, nowMs }),
  }
}

/** Returns what reads the places of an account, for functions that need no queue. */
export const createReadPlaces =
  ({ store, tiers, nowMs }: Pick<Deps, 'store' | 'tiers' | 'nowMs'>): Places['read'] =>
  async (account) => {
    const { renders } = await store.find(account.id)
    return { limit: limitsOf(tiers, account).concurrency, in_progress: countRenders(renders, nowMs()) }
  }

/** Returns what sends the messages of waiting requests. One that is refused stops no other, and is sent again by the next call. */
const createSendAll =
  ({ store, queues, nowMs }: Deps) =>
  async (waiting: readonly Waiting[]): Promise<void> => {
    const sending = waiting.map(async (request) => {
      const atMs = nowMs()
      if (!(await store.noteSent(request, atMs))) return
      const { origin, created } = request
      await queues.sendRender(request, { waited: { origin, created } }).catch(async (error: unknown) => {
        await store.noteNotSent(request, atMs)
        throw error
      })
    })
    const sent = await Promise.allSettled(sending)
    for (const one of sent) if (one.status === 'rejected') throw one.reason
  }

/** Returns requests in the order in which they begin: by urgency, then by age. */
const toTurns = <T extends Waiting>(waiting: readonly T[], nowMs: number) =>
  waiting
    .map((one) => ({ ...one, urgency: urgencyOf(one.origin, one.created, toSeconds(nowMs)) }))
    .sort(
      (one, other) =>
        renderOrigins.indexOf(one.urgency) - renderOrigins.indexOf(other.urgency) ||
        one.created - other.created,
    )

/**
 * Returns what sends the messages of as many waiting requests as places are free. A request whose message is on its way takes one of the
 * places.
 */
const createSendNext = (deps: Deps) => {
  const { store, nowMs } = deps
  const sendAll = createSendAll(deps)
  return async (accountId: string, first: StoredPlaces): Promise<void> => {
    let places = first
    for (let tries = 0; tries < triesMax && places.openShard !== undefined; tries += 1) {
      const { concurrency = 1, renders } = places
      const taken = countRenders(renders, nowMs())
      if (taken >= concurrency) return
      const free = concurrency - taken
      const waiting = toTurns(await store.listWaiting(accountId, free), nowMs()).slice(0, free)
      const next = waiting.filter(
        ({ urgency, isSent }, index) => !isSent && taken + index < placesFor(urgency, concurrency),
      )
      await sendAll(next)
      if (waiting.length > 0 || (await store.noteNoneWaits(accountId, places))) return
      places = await store.find(accountId)
    }
  }
}

const createWaits = (
  { store, queues, nowMs }: Deps,
  termsOf: TermsOf,
): Pick<Places, 'takeOrWait' | 'send' | 'stopWaiting' | 'isHeldBack'> => ({
  async takeOrWait(account, request, render) {
    const waiting = toWaiting(request)
    const terms = termsOf(account, waiting)
    for (let tries = 0; tries < triesMax; tries += 1) {
      if (await store.begin(account.id, { ...render, ...terms })) {
        if (tries > 0) await store.stopWaiting(waiting)
        return true
      }
      if (await store.wait(waiting, terms)) return false
    }
    throw new Error('The places of an account changed faster than one could be taken.')
  },

  async send(account, request) {
    const waiting = toWaiting(request)
    const terms = termsOf(account, waiting)
    const { renders } = await store.find(account.id)
    const isFull = countRenders(renders, nowMs()) >= terms.places
    if (isFull && (await store.wait(waiting, terms))) return
    await queues.sendRender(request)
    if (isFull) await store.stopWaiting(waiting)
  },

  stopWaiting: (request) => store.stopWaiting(request),

  async isHeldBack(request) {
    const { renders, concurrency = 1 } = await store.find(request.accountId)
    return countRenders(renders, nowMs()) >= concurrency && store.isWaiting(toWaiting(request))
  },
})

const createOpenRequests = ({ store, tiers }: Deps): Pick<Places, 'open' | 'keep' | 'close'> => ({
  async open(account, request) {
    if (originOf(request) !== 'request') return
    await store.open(request)
    // Counted afterwards: of two at the same time both may be refused, but never both be accepted as the last one.
    if (await store.isWithin(account.id, openRequestsMax(limitsOf(tiers, account)))) return
    throw new QueueFullError()
  },

  async keep(request) {
    if (originOf(request) === 'request') await store.keepOpen(request)
  },

  async close(request) {
    if (originOf(request) === 'request') await store.close(request)
    if (request.durationMs === undefined) await store.stopWaiting(toWaiting(request))
  },
})
