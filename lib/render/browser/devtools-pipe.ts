import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'
import { ignore } from '../../base/timers.ts'

/** Puppeteer's connection with a browser through the pipe of `--remote-debugging-pipe`, in which a zero byte ends each message. */
export class DevToolsPipe implements ConnectionTransport {
  onmessage?: (message: string) => void | Promise<void>
  onclose?: () => void
  readonly #commands: Writable
  readonly #messages: Readable
  #chunks: Buffer[] = []

  constructor(commands: Writable, messages: Readable) {
    this.#commands = commands
    this.#messages = messages
    // When the browser ends, `messages` closes too, which closes the connection.
    commands.on('error', ignore)
    messages.on('error', ignore)
    messages.on('data', (chunk: Buffer) => this.#receive(chunk))
    messages.on('close', () => this.onclose?.())
  }

  /** Sends the commands of one turn of the event loop with one system call. */
  send(message: string): void {
    if (this.#commands.writableCorked === 0) {
      this.#commands.cork()
      process.nextTick(() => this.#commands.uncork())
    }
    this.#commands.write(`${message}\0`)
  }

  /**
   * Delivers nothing more, but reads on, because a full pipe would block the browser. The streams remain open until the browser ends,
   * because their end would stop it before its zygote has reaped the renderers.
   */
  close(): void {
    this.#messages.removeAllListeners('data').resume()
  }

  #receive(chunk: Buffer) {
    let start = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...this.#chunks, chunk.subarray(start, end)]).toString()
      this.#chunks = []
      start = end + 1
      // Code that awaits a message continues before the next message is delivered.
      setImmediate(() => this.#deliver(message))
    }
    if (start < chunk.length) this.#chunks.push(chunk.subarray(start))
  }

  async #deliver(message: string) {
    try {
      await this.onmessage?.(message)
    } catch (error) {
      // A browser that sends something else cannot be used, so it counts as lost.
      this.#messages.destroy(error as Error)
    }
  }
}

/** Returns the bytes in the response to a command. */
export const bytesOf = (value: string): Buffer => Buffer.from(value, 'base64')
