import type { Readable, Writable } from 'node:stream'
import type { CDPSession, ConnectionTransport } from 'puppeteer-core'
import { ignore } from '../../../base/timers.ts'
import { decodeMessage, encodeMessage, headerBytes, messageBytes } from './cbor.ts'

type Connection = NonNullable<ReturnType<CDPSession['connection']>>

interface Message {
  method?: string
  sessionId?: string
}

/** Puppeteer's session with the method that its connection calls for each message. Not in its public types. */
type Receiver = CDPSession & { onMessage(message: Message): void }

/** The connection keeps the list of sessions, so it must see these. */
const isAboutSessions = (method: string | undefined) =>
  method === 'Target.attachedToTarget' || method === 'Target.detachedFromTarget'

/**
 * Puppeteer's connection with a browser whose pipe has the binary form of the protocol. In JSON, images are base64: a frame of a video
 * with 470 KB takes Node 9.5 ms of CPU time instead of 3.4, and the browser 7 % more.
 */
export class DevToolsPipe implements ConnectionTransport {
  onmessage?: (message: string) => void
  onclose?: () => void
  readonly #commands: Writable
  readonly #messages: Readable
  #connection: Connection | undefined
  #chunks: Buffer[] = []
  #length = 0

  constructor(commands: Writable, messages: Readable) {
    this.#commands = commands
    this.#messages = messages
    // When the browser ends, `messages` closes too, which closes the connection.
    commands.on('error', ignore)
    messages.on('error', ignore)
    messages.on('data', (chunk: Buffer) => {
      try {
        this.#receive(chunk)
      } catch (error) {
        // A browser that sends something else cannot be used, so it counts as lost.
        messages.destroy(error as Error)
      }
    })
    messages.on('close', () => this.onclose?.())
  }

  /** Delivers messages to the sessions of the connection directly, instead of as JSON, which has no bytes. */
  deliverTo(connection: Connection): void {
    this.#connection = connection
  }

  /** Sends the commands of one turn of the event loop with one system call. */
  send(message: string): void {
    if (this.#commands.writableCorked === 0) {
      this.#commands.cork()
      process.nextTick(() => this.#commands.uncork())
    }
    this.#commands.write(encodeMessage(JSON.parse(message)))
  }

  /**
   * Delivers nothing more, but reads on, because a full pipe would block the browser. The streams remain open until the browser ends,
   * because their end would stop it before its zygote has reaped the renderers.
   */
  close(): void {
    this.#messages.removeAllListeners('data').resume()
  }

  #receive(chunk: Buffer) {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    for (let bytes = this.#take(); bytes !== undefined; bytes = this.#take()) {
      const message = decodeMessage(bytes)
      // Code that awaits a message continues before the next message is delivered.
      setImmediate(() => this.#deliver(message))
    }
  }

  /** Returns the bytes of the next message when it has arrived. */
  #take(): Buffer | undefined {
    if (this.#length < headerBytes) return undefined
    const [first] = this.#chunks as [Buffer]
    if (first.length < headerBytes) this.#join()
    const bytes = messageBytes(this.#chunks[0] as Buffer)
    if (this.#length < bytes) return undefined
    const received = this.#join()
    this.#chunks = received.length > bytes ? [received.subarray(bytes)] : []
    this.#length -= bytes
    return received.subarray(0, bytes)
  }

  #join(): Buffer {
    const joined = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks)
    this.#chunks = [joined]
    return joined
  }

  #deliver(message: Message) {
    const { sessionId, method } = message
    if (!this.#connection || sessionId === undefined || isAboutSessions(method))
      return this.onmessage?.(JSON.stringify(message))
    // A session that has been closed receives nothing anymore.
    const session = this.#connection.session(sessionId)
    if (session) (session as Receiver).onMessage(message)
  }
}

/**
 * Returns the bytes in the response to a command of a page, or in a frame of a screencast, which puppeteer's types describe as base64.
 * Puppeteer's own methods for images, such as `page.screenshot`, do not accept them.
 */
export const bytesOf = (value: string): Buffer => value as unknown as Buffer
