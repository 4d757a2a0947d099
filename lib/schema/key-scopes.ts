/** The access that a key gives: everything; renders and their results; reads; or only signed links. */
export const keyScopes = ['full', 'render', 'read', 'links'] as const

export type KeyScope = (typeof keyScopes)[number]

/** Names where results go, so only its owner reads it. */
const ownPath = '/v1/account/storage'

/** What a client that renders reads. */
const resultPath = /^\/v1\/(?:requests|usage|devices)(?:\/|$)/

/** A batch only renders, and canceling it only renders less. A comparison reads two results. */
const batchPath = /^\/v1\/(?:batches(?:\/\{id\})?|compare)$/

const opens: Readonly<Record<KeyScope, (operation: ScopedOperation, method: string) => boolean>> = {
  full: () => true,
  render: ({ renders, path }, method) =>
    renders || batchPath.test(path) || (method === 'GET' && resultPath.test(path)),
  read: ({ renders, path }, method) => !renders && method === 'GET' && path !== ownPath,
  links: ({ renders }, method) => renders && method === 'GET',
}

/** What of an operation decides; the rows of the table import this module through their schemas. */
interface ScopedOperation {
  renders: boolean
  path: string
}

/** Returns whether keys of a scope open an operation. For the scope `links` the request must also be signed. */
export const isOpenTo = (scope: KeyScope, operation: ScopedOperation, method: string): boolean =>
  opens[scope](operation, method)
