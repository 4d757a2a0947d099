import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { listenPrivately } from '../../../egress/listen-privately.ts'
import type { Packet } from './encoder.ts'

/** Frames that may be queued. More would only fill memory if the encoder is slower. */
const queueMax = 4

/** Maximum size of a packet. A frame that cannot be compressed is smaller. */
const bodyBytesMax = 64 * 1024 * 1024

/**
 * Sends frames to the encoder's page and receives packets, as bytes instead of base64 over the DevTools pipe. It listens on loopback as
 * the proxy of that page's context, requires the secret in the path, and serves no other host.
 */
export class FrameLink {
  readonly packets: Packet[] = []
  description: Buffer = Buffer.alloc(0)
  readonly #secret = randomBytes(24).toString('hex')
  readonly #server = createServer((request, response) => void this.#respond(request, response))
  readonly #ended = Promise.withResolvers<void>()
  #queue: Buffer[] = []
  #isComplete = false
  #asking: ServerResponse | undefined
  #room: (() => void) | undefined

  constructor() {
    // The waiting caller, if any, receives the error.
    this.#ended.promise.catch(() => undefined)
  }

  /** Resolves when the encoder has finished. Rejects if it or its page fails. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  async listen(): Promise<void> {
    await listenPrivately(this.#server)
  }

  get proxyUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** `localhost` is a secure context, which WebCodecs requires. */
  get pageUrl(): string {
    return `http://localhost/${this.#secret}/`
  }

  /** Resolves when another frame can be queued. */
  async add(image: Buffer): Promise<void> {
    if (this.#asking) this.#send(image)
    else this.#queue.push(image)
    if (this.#queue.length < queueMax) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#room = resolve
    await Promise.race([promise, this.ended])
  }

  complete(): void {
    this.#isComplete = true
    if (this.#asking) this.#sendEnd(this.#asking)
  }

  fail(reason: unknown): void {
    this.#ended.reject(reason)
  }

  close(): Promise<void> {
    this.fail(new Error('The encoder was closed.'))
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #respond(request: IncomingMessage, response: ServerResponse) {
    const url = URL.canParse(request.url ?? '', this.pageUrl)
      ? new URL(request.url ?? '', this.pageUrl)
      : undefined
    const [, secret, path] = url?.pathname.split('/') ?? []
    if (url?.hostname !== 'localhost' || secret !== this.#secret) return response.writeHead(403).end()
    if (request.method === 'GET') return this.#respondToGet(path, response)
    try {
      const isTaken = this.#take(path, url.searchParams, await readBody(request))
      return response.writeHead(isTaken ? 204 : 404).end()
    } catch (error) {
      this.fail(error)
      return response.destroy()
    }
  }

  #respondToGet(path: string | undefined, response: ServerResponse) {
    if (path === '')
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Encoder</title>')
    if (path !== 'next') return response.writeHead(404).end()
    this.#asking = response
    const image = this.#queue.shift()
    if (image) this.#send(image)
    else if (this.#isComplete) this.#sendEnd(response)
    this.#room?.()
  }

  #send(image: Buffer) {
    this.#asking?.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': image.length }).end(image)
    this.#asking = undefined
  }

  #sendEnd(response: ServerResponse) {
    response.writeHead(204).end()
    this.#asking = undefined
  }

  #take(path: string | undefined, parameters: URLSearchParams, body: Buffer): boolean {
    if (path === 'packet') this.packets.push({ isKey: parameters.get('type') === 'key', data: body })
    else if (path === 'description') this.description = body
    else if (path === 'end') this.#ended.resolve()
    else if (path === 'failure') this.fail(new Error(`The encoder failed: ${body.toString().slice(0, 500)}`))
    else return false
    return true
  }
}

const readBody = async (request: IncomingMessage) => {
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) throw new Error('A packet is too large.')
  return buffer(request)
}
