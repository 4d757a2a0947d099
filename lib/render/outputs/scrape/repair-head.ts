import { Duplex, pipeline, Transform } from 'node:stream'
import { headerBytesMax } from '../../proxy/exchange.ts'

/** Returns the connection with the head of its first response corrected. */
export const repairResponse = (socket: Duplex): Duplex => {
  const repair = createHeadRepair()
  const corrected = new Duplex({
    read: () => void repair.resume(),
    // An error of the socket is reported below.
    write: (chunk, encoding, done) => void socket.write(chunk, encoding, () => done()),
    final: (done) => void socket.end(() => done()),
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
  repair.pause()
  repair.on('data', (chunk) => {
    if (!corrected.push(chunk)) repair.pause()
  })
  repair.on('end', () => corrected.push(null))
  // Before the agent's own listener, which ends the request without a reason.
  socket.prependOnceListener('error', (error) => corrected.destroy(error))
  pipeline(socket, repair, (error) => {
    if (error) corrected.destroy(error)
  })
  return corrected
}

/**
 * Rewrites the heads of a response to what Node's parser accepts, as Chromium reads them: lines may end with a line feed, the version and
 * the reason may be anything, and a line that is no header, or a length that is no number, is ignored
 * (net/http/http_util.cc and http_response_headers.cc). What follows the last head is left unchanged.
 */
export const createHeadRepair = (): Transform => {
  const waiting: Buffer[] = []
  let length = 0
  let tail = ''
  let isOver = false
  /** Returns what was received of the next head, and repairs the heads before it. */
  const repairAll = (bytes: Buffer, push: (bytes: Buffer) => void): Buffer => {
    let rest = bytes
    while (!isOver) {
      const end = endOfHead(rest)
      if (end === undefined) return rest
      const { head, isFinal } = repairHead(rest.toString('latin1', 0, end))
      push(Buffer.from(head, 'latin1'))
      rest = rest.subarray(end)
      isOver = isFinal
    }
    push(rest)
    return Buffer.alloc(0)
  }
  const flush = (push: (bytes: Buffer) => void) => {
    isOver = true
    push(Buffer.concat(waiting.splice(0)))
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isOver) return done(null, chunk)
      const push = (bytes: Buffer) => void this.push(bytes)
      waiting.push(chunk)
      length += chunk.length
      // A head may arrive byte by byte.
      const seen = tail + chunk.toString('latin1')
      tail = seen.slice(-2)
      if (/\n\r?\n/.test(seen)) {
        waiting.push(repairAll(Buffer.concat(waiting.splice(0)), push))
        length = waiting[0]?.length ?? 0
      }
      // Node refuses a head that is longer.
      if (length > headerBytesMax) flush(push)
      done()
    },
    flush(done) {
      flush((bytes) => void this.push(bytes))
      done()
    },
  })
}

const endOfHead = (bytes: Buffer): number | undefined => {
  const text = bytes.toString('latin1', 0, headerBytesMax)
  const start = /^.{0,4}http/is.exec(text)?.[0].length
  if (start === undefined) return undefined
  const end = /\n\r?\n/.exec(text.slice(start))
  return end ? start + end.index + end[0].length : undefined
}

interface Header {
  name: string
  value: string
}

const repairHead = (text: string): { head: string; isFinal: boolean } => {
  const [statusLine = '', ...lines] = text.slice(text.search(/http/i)).split(/[\r\n]+/)
  const { version, status } = readStatusLine(statusLine)
  const headers = repairFraming(readHeaders(lines), version)
  const head = [`HTTP/1.${version} ${status} `, ...headers.map(({ name, value }) => `${name}: ${value}`)]
  return { head: `${head.join('\r\n')}\r\n\r\n`, isFinal: status >= 200 || status === 101 }
}

/** A status that is missing or not of three digits counts as 200, and an unknown version as HTTP/1.0. */
const readStatusLine = (line: string) => {
  const [, major, minor] = /^http\/(\d+)\.(\d+)/i.exec(line) ?? []
  const status = Number(/^\S* +(\d+)/.exec(line)?.[1])
  return {
    version: Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 1) ? 1 : 0,
    status: status >= 100 && status <= 999 ? status : 200,
  }
}

/** Names are tokens (RFC 9110, 5.6.2). */
const isName = (name: string) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name)

const readHeaders = (lines: readonly string[]): Header[] => {
  const headers: Header[] = []
  for (const line of lines) {
    const last = headers.at(-1)
    if (/^[ \t]/.test(line)) {
      if (last) last.value = `${last.value} ${line.trim()}`.trim()
      continue
    }
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trimEnd()
    if (isName(name)) headers.push({ name, value: withoutControls(line.slice(colon + 1)).trim() })
  }
  return headers
}

/** Node refuses them, and no reader needs them. */
const withoutControls = (text: string) =>
  [...text].filter((character) => character === '\t' || (character >= ' ' && character !== '\x7f')).join('')

/** Leaves at most one header that says how long the body is. Different lengths are left for Node to refuse. */
const repairFraming = (headers: readonly Header[], version: number): Header[] => {
  const valuesOf = (wanted: string) =>
    headers
      .filter(({ name }) => name.toLowerCase() === wanted)
      .flatMap(({ value }) => value.split(',').map((part) => part.trim()))
  const isChunked = version === 1 && valuesOf('transfer-encoding').some((value) => /^chunked$/i.test(value))
  const lengths = new Set(valuesOf('content-length'))
  const others = headers.filter(({ name }) => !/^(transfer-encoding|content-length)$/i.test(name))
  if (isChunked) return [...others, { name: 'Transfer-Encoding', value: 'chunked' }]
  const [length = ''] = lengths
  if (lengths.size > 1)
    return [...others, ...[...lengths].map((value) => ({ name: 'Content-Length', value }))]
  return isLength(length) ? [...others, { name: 'Content-Length', value: length }] : others
}

const isLength = (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text))
