import { toAccountId } from '../session/keys.ts'
import { readSession } from '../session/session.ts'

/** The account's id is part of every key, the keys of the account are part of none. */
const account = () => toAccountId(readSession().keys?.accessKey ?? '')

/** The keys of all queries. A change invalidates those that it affects. */
export const queryKeys = {
  account: () => [account(), 'account'],
  /** Invalidated with the account, whose generation changes with every key. */
  keys: () => [account(), 'account', 'keys'],
  storage: () => [account(), 'account', 'storage'],
  overview: () => [account(), 'overview'],
  usage: () => [account(), 'usage'],
  history: (days: number) => [account(), 'usage', 'history', days],
  requests: () => [account(), 'requests'],
  requestList: (search: string) => [account(), 'requests', 'list', search],
  request: (id: string) => [account(), 'requests', 'one', id],
  batches: () => [account(), 'batches'],
  batchList: (search: string) => [account(), 'batches', 'list', search],
  batch: (id: string) => [account(), 'batches', 'one', id],
  events: () => [account(), 'events'],
  /** Invalidated with the events, which show its host. */
  subscriptions: () => [account(), 'events', 'subscriptions'],
  eventList: (search: string) => [account(), 'events', 'list', search],
  event: (id: string) => [account(), 'events', 'one', id],
  tasks: () => [account(), 'tasks'],
  runs: (id: number) => [account(), 'requests', 'runs', id],
} as const
