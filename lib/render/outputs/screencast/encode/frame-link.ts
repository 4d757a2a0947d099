import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { ResultTooLargeError } from '../../../../base/errors.ts'
import { videoBytesMax } from '../../../../core/plan/video.ts'
import { listenPrivately } from '../../../../egress/listen-privately.ts'
import type { Packet } from './encoder.ts'

/** Frames that the encoder may still have to encode. More would take longer than the time that is left after the last frame. */
const unfinishedMax = 8

/** Maximum size of a request. The packets of frames that cannot be compressed are smaller. */
const bodyBytesMax = 64 * 1024 * 1024

/** Each frame and each packet begins with its length; a packet has its kind before it. */
const lengthBytes = 4

/**
 * Sends frames to the encoder's page and receives packets, as bytes instead of base64 over the DevTools pipe. It listens on loopback as
 * the proxy of that page's context, requires the secret in the path, and serves no other host. All frames are one response, because a
 * request for each frame and each packet costs 8 ms of CPU per frame of 460 KB.
 */
export class FrameLink {
  readonly packets: Packet[] = []
  description: Buffer = Buffer.alloc(0)
  readonly #secret = randomBytes(24).toString('hex')
  readonly #server = createServer((request, response) => void this.#respond(request, response))
  readonly #ended = Promise.withResolvers<void>()
  readonly #opened = Promise.withResolvers<ServerResponse>()
  #frames = 0
  #bytes = 0
  #received = Promise.withResolvers<void>()

  readonly #bytesMax: number

  constructor(bytesMax = videoBytesMax) {
    this.#bytesMax = bytesMax
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

  /** Resolves when the encoder accepts another frame. */
  async add(image: Buffer): Promise<void> {
    const stream = await Promise.race([this.#opened.promise, this.ended])
    if (!stream) throw new Error('The encoder has finished.')
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32LE(image.length)
    stream.cork()
    stream.write(length)
    stream.write(image)
    stream.uncork()
    this.#frames++
    while (this.#frames - this.packets.length >= unfinishedMax)
      await Promise.race([this.#received.promise, this.ended])
  }

  async complete(): Promise<void> {
    const stream = await Promise.race([this.#opened.promise, this.ended])
    stream?.end()
    await this.ended
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
      const isTaken = this.#take(path, await readBody(request))
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
    if (path !== 'frames') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).flushHeaders()
    this.#opened.resolve(response)
  }

  #take(path: string | undefined, body: Buffer): boolean {
    if (path === 'packets') this.#takePackets(body)
    else if (path === 'description') this.description = body
    else if (path === 'end') this.#ended.resolve()
    else if (path === 'failure') this.fail(new Error(`The encoder failed: ${body.toString().slice(0, 500)}`))
    else return false
    return true
  }

  #takePackets(body: Buffer) {
    this.#bytes += body.length
    if (this.#bytes > this.#bytesMax)
      throw new ResultTooLargeError(
        `The video would be larger than ${this.#bytesMax / 1e6} MB. Use a smaller viewport, \`clip_*\`, \`device_scale_factor\`, \`fps\` or \`duration\`.`,
      )
    for (let start = 0; start < body.length; ) {
      const from = start + 1 + lengthBytes
      const end = from + body.readUInt32LE(start + 1)
      this.packets.push({ isKey: body[start] === 1, data: body.subarray(from, end) })
      start = end
    }
    this.#received.resolve()
    this.#received = Promise.withResolvers()
  }
}

const readBody = async (request: IncomingMessage) => {
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) throw new Error('A packet is too large.')
  return buffer(request)
}
