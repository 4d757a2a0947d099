import { useSyncExternalStore } from 'react'
import type { SignInOffer } from '../../../lib/core/access/sign-in-link.ts'
import { type Keys, toAccountId } from './keys.ts'
import { revokeCode } from './redeem-code.ts'
import { linkedOffer, takeSignInLink } from './sign-in-link.ts'

export interface Session {
  /** Undefined while signed out. */
  keys: Keys | undefined
  /** A sign-in link to another account than the one that is signed in. */
  offered: SignInOffer | undefined
  /** Why the previous session ended. */
  notice: string | undefined
}

const storageKey = 'stillframe-session'

const readStored = (): Keys | undefined => {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? undefined : (JSON.parse(text) as Keys)
}

const isOther = (keys: Keys, others: Keys) => toAccountId(keys.accessKey) !== toAccountId(others.accessKey)

/** Returns the offer, unless the session is already that of its account. */
const toOffered = (keys: Keys | undefined, offer: SignInOffer | undefined) => {
  if (!keys || toAccountId(keys.accessKey) !== offer?.accountId) return offer
  revokeCode(offer.code)
  return undefined
}

const startSession = (keys: Keys | undefined): Session => ({
  keys,
  offered: toOffered(keys, linkedOffer),
  notice: undefined,
})

let session = startSession(readStored())
const listeners = new Set<() => void>()

const store = (keys: Keys | undefined) => {
  if (keys) sessionStorage.setItem(storageKey, JSON.stringify(keys))
  else sessionStorage.removeItem(storageKey)
}

const change = (next: Session) => {
  isAsking = false
  store(next.keys)
  session = next
  for (const listener of listeners) listener()
}

store(session.keys)

// A link that is opened in a tab of the dashboard does not load the page again.
addEventListener('hashchange', () => {
  const offer = takeSignInLink()
  if (offer) change({ ...session, offered: toOffered(session.keys, offer) })
})

type Message = { type: 'ask' } | { type: 'keys'; keys: Keys } | { type: 'sign-out'; accessKey: string }

/** Tabs of this origin share their session: a new tab has an empty session storage, even one that a link opened. */
const channel = new BroadcastChannel(storageKey)

const tell = (message: Message) => channel.postMessage(message)

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  const { keys } = session
  if (data.type === 'ask') {
    if (keys) tell({ type: 'keys', keys })
  } else if (data.type === 'keys') {
    if (keys ? !isOther(keys, data.keys) : isAsking)
      change({
        keys: { ...keys, ...data.keys },
        offered: toOffered(data.keys, session.offered),
        notice: undefined,
      })
  } else if (keys?.accessKey === data.accessKey) {
    change({ keys: undefined, offered: undefined, notice: 'You signed out in another tab.' })
  }
}

const handoverMs = 150

/** Whether a session of another tab is accepted: until one begins or ends in this tab. A busy tab answers late. */
let isAsking = false

/** Resolves when the other tabs had time to hand over their session. */
export const askOtherTabs = async (): Promise<void> => {
  if (session.keys) return
  isAsking = true
  tell({ type: 'ask' })
  await new Promise<void>((resolve) => {
    const unsubscribe = subscribe(() => resolve())
    setTimeout(() => {
      unsubscribe()
      resolve()
    }, handoverMs)
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const readSession = (): Session => session

export const useSession = (): Session => useSyncExternalStore(subscribe, readSession)

/** Starts a session, or replaces the keys of the current one after a rotation. */
export const signIn = (keys: Keys): void => {
  const isRotation = session.keys && !isOther(session.keys, keys)
  change({ keys, offered: undefined, notice: undefined })
  if (isRotation) tell({ type: 'keys', keys })
}

/** Ends the session in every tab that has the same key. */
export const signOut = (notice?: string): void => {
  const { keys } = session
  if (!keys) return
  tell({ type: 'sign-out', accessKey: keys.accessKey })
  change({ keys: undefined, offered: undefined, notice })
}

/** Keeps the current session, if any, and makes the link useless. */
export const declineOffer = (): void => {
  if (session.offered) revokeCode(session.offered.code)
  change({ ...session, offered: undefined })
}
