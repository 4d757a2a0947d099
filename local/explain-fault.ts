import { ConfigError } from '../lib/config.ts'
import { ServiceStartError } from './aws/service.ts'
import { StartFault } from './start-fault.ts'

/** Returns the message for the developer if the service does not start. It consists of sentences, never of a stack trace. */
export const explainFault = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof StartFault) return error.message
  const chain = causesOf(error)
  const codes = new Set(chain.map(({ code }) => code))
  if (codes.has('EADDRINUSE'))
    return 'PORT: another program uses this port. Set another port, or 0 for a free one.'
  if (chain.some(({ code, syscall }) => code === 'EACCES' && syscall === 'listen'))
    return 'PORT: this user cannot listen on this port. Set one above 1023, or 0 for a free one.'
  if (codes.has('LEVEL_LOCKED'))
    return 'DATA_DIR: another service runs in this folder. Stop it, or set another folder.'
  const reason = reasonOf(error)
  const store = chain.find((cause) => cause instanceof ServiceStartError)
  if (store)
    return `DATA_DIR: ${store.folder} cannot be opened (${reason}). Make it writable, restore it from a copy, or delete it to start without its data.`
  return `The service could not start: ${reason}`
}

/** Returns the message for the developer if the service fails while it stops. */
export const explainStopFault = (error: unknown): string =>
  `The service did not stop completely: ${reasonOf(error)}`

/** Returns the message of the first cause, on one line. */
export const reasonOf = (error: unknown): string => oneLine(causesOf(error).at(-1)?.message ?? String(error))

const causesOf = (error: unknown): NodeJS.ErrnoException[] => {
  const chain: NodeJS.ErrnoException[] = []
  for (let cause = error; cause instanceof Error && chain.length < 10; cause = cause.cause) chain.push(cause)
  return chain
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
