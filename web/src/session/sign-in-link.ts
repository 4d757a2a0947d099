// The first module of the app: the keys of a sign-in link leave the address and the history before anything can read them.
import type { Keys } from './session.ts'

/** Removes the keys from the address and returns them. */
export const takeLinkedKeys = (): Keys | undefined => {
  const { hash, pathname, search } = location
  const values = new URLSearchParams(hash.slice(1))
  const accessKey = values.get('access_key')
  const secretKey = values.get('secret_key')
  if (accessKey === null && secretKey === null) return undefined
  history.replaceState(history.state, '', pathname + search)
  return accessKey ? { accessKey, ...(secretKey && { secretKey }) } : undefined
}

/** The keys of the link that opened the page. */
export const linkedKeys = takeLinkedKeys()
