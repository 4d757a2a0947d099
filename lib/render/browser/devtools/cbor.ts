/*
 * The binary form of the DevTools protocol, with `--remote-debugging-pipe=cbor`: a dialect of CBOR (RFC 8949) in which every object and
 * array is in an envelope with its length, byte strings are UTF-16 text, and bytes have a tag. No library reads it.
 * Source: https://source.chromium.org/chromium/chromium/src/+/main:third_party/inspector_protocol/crdtp/cbor.cc
 */

const major = { unsigned: 0, negative: 1, text16: 2, text: 3, array: 4, map: 5, tag: 6 } as const

const envelopeTag = 24
const envelopeStart = [0xd8, envelopeTag, 0x5a] as const
const indefinite = 31
const mapStart = (major.map << 5) | indefinite
const arrayStart = (major.array << 5) | indefinite
const stop = 0xff
const simple = { false: 0xf4, true: 0xf5, null: 0xf6, double: 0xfb } as const

/** Three bytes that begin an envelope, and the length of its content. */
export const headerBytes = 7

/**
 * Returns the length in bytes of the message that begins with this header, including the header.
 * @throws Error if no message begins there
 */
export const messageBytes = (header: Buffer): number => {
  if (envelopeStart.some((byte, index) => header[index] !== byte))
    throw new Error('The browser sent bytes that are not a CBOR message.')
  return headerBytes + header.readUInt32BE(3)
}

/** Returns the bytes of a message, which was JSON before. */
export const encodeMessage = (message: object): Buffer => {
  const writer = new Writer()
  writer.object(message)
  return writer.written()
}

class Writer {
  #bytes = Buffer.allocUnsafe(1024)
  #length = 0

  written(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  object(properties: object): void {
    this.#envelope(mapStart, () => {
      for (const [name, value] of Object.entries(properties)) {
        this.#text(name)
        this.#value(value)
      }
    })
  }

  #array(values: readonly unknown[]) {
    this.#envelope(arrayStart, () => {
      for (const value of values) this.#value(value)
    })
  }

  #envelope(start: number, writeContent: () => void) {
    this.#put(...envelopeStart)
    const lengthAt = this.#take(4)
    this.#put(start)
    writeContent()
    this.#put(stop)
    this.#bytes.writeUInt32BE(this.#length - lengthAt - 4, lengthAt)
  }

  #value(value: unknown): void {
    if (typeof value === 'string') this.#text(value)
    else if (typeof value === 'number') this.#number(value)
    else if (typeof value === 'boolean') this.#put(value ? simple.true : simple.false)
    else if (Array.isArray(value)) this.#array(value)
    else if (typeof value === 'object' && value !== null) this.object(value)
    else this.#put(simple.null)
  }

  /** Text with half of a surrogate pair has no UTF-8 form. */
  #text(text: string) {
    const encoding = text.isWellFormed() ? 'utf8' : 'utf16le'
    const length = Buffer.byteLength(text, encoding)
    this.#head(encoding === 'utf8' ? major.text : major.text16, length)
    const at = this.#take(length)
    this.#bytes.write(text, at, encoding)
  }

  /** Integers have 32 bits. */
  #number(value: number) {
    if (value === value >> 0)
      return value < 0 ? this.#head(major.negative, -1 - value) : this.#head(major.unsigned, value)
    this.#put(simple.double)
    const at = this.#take(8)
    this.#bytes.writeDoubleBE(value, at)
  }

  #head(kind: number, value: number) {
    if (value < 24) return this.#put((kind << 5) | value)
    if (value < 0x100) return this.#put((kind << 5) | 24, value)
    if (value < 0x1_0000) return this.#put((kind << 5) | 25, value >> 8, value & 0xff)
    this.#put((kind << 5) | 26)
    const at = this.#take(4)
    this.#bytes.writeUInt32BE(value, at)
  }

  #put(...bytes: number[]) {
    const at = this.#take(bytes.length)
    for (let i = 0; i < bytes.length; i++) this.#bytes[at + i] = bytes[i] as number
  }

  /** Returns where the next bytes go. */
  #take(count: number): number {
    const at = this.#length
    this.#length += count
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(this.#length * 2)
      this.#bytes.copy(larger, 0, 0, at)
      this.#bytes = larger
    }
    return at
  }
}

/**
 * Returns the object of a message. Bytes in a response and in a frame of a screencast are a part of `message`, not a copy. Bytes in
 * other events are base64, as in JSON, because puppeteer reads them itself.
 * @throws Error if the message is not complete
 */
export const decodeMessage = (message: Buffer): object => new Reader(message).value() as object

/** Chromium puts `id` or `method` first. */
const hasBytes = (message: Buffer) =>
  /^.{2}(id|method.Page\.screencastFrame)/s.test(message.toString('latin1', headerBytes, headerBytes + 32))

class Reader {
  readonly #bytes: Buffer
  readonly #hasBytes: boolean
  #at = 0

  constructor(message: Buffer) {
    this.#bytes = message
    this.#hasBytes = hasBytes(message)
  }

  value(): unknown {
    const head = this.#bytes[this.#at++]
    if (head === undefined) throw new Error('A message of the browser is not complete.')
    const info = head & 31
    switch (head >> 5) {
      case major.unsigned:
        return this.#number(info)
      case major.negative:
        return -1 - this.#number(info)
      case major.text16:
        return this.#text('utf16le', info)
      case major.text:
        return this.#text('utf8', info)
      case major.array:
        return this.#array()
      case major.map:
        return this.#map()
      case major.tag:
        return this.#tagged(info)
      default:
        return this.#simple(head)
    }
  }

  #number(info: number): number {
    if (info < 24) return info
    const bytes = 1 << (info - 24)
    const value =
      bytes === 8 ? this.#bytes.readBigUInt64BE(this.#at) : this.#bytes.readUIntBE(this.#at, bytes)
    this.#at += bytes
    return Number(value)
  }

  #text(encoding: 'utf8' | 'utf16le', info: number): string {
    const from = this.#skip(info)
    return this.#bytes.toString(encoding, from, this.#at)
  }

  /** Returns where the string begins that ends before the next value. */
  #skip(info: number): number {
    const length = this.#number(info)
    const from = this.#at
    this.#at += length
    return from
  }

  #array(): unknown[] {
    const values: unknown[] = []
    while (this.#bytes[this.#at] !== stop) values.push(this.value())
    this.#at++
    return values
  }

  #map(): object {
    const properties: Record<string, unknown> = {}
    while (this.#bytes[this.#at] !== stop) {
      const name = this.value() as string
      const value = this.value()
      // A page chooses the names in what it returns.
      if (name === '__proto__') Object.defineProperty(properties, name, { value, enumerable: true })
      else properties[name] = value
    }
    this.#at++
    return properties
  }

  /** An envelope, or bytes. */
  #tagged(info: number): unknown {
    const tag = this.#number(info)
    const head = this.#bytes[this.#at++] as number
    const from = this.#skip(head & 31)
    if (tag === envelopeTag) {
      this.#at = from
      return this.value()
    }
    return this.#hasBytes
      ? this.#bytes.subarray(from, this.#at)
      : this.#bytes.toString('base64', from, this.#at)
  }

  #simple(head: number): unknown {
    if (head === simple.true) return true
    if (head === simple.false) return false
    if (head === simple.null) return null
    const value = this.#bytes.readDoubleBE(this.#at)
    this.#at += 8
    return value
  }
}
