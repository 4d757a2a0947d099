/** The encoder's page and the process that records. */
export interface VideoLink {
  /** Returns the next frame, which is empty if it repeats the previous one, or undefined after the last frame. */
  next(): Promise<Uint8Array<ArrayBuffer> | undefined>
  send(chunk: EncodedVideoChunk, description: BlobPart | undefined): void
  /** Resolves when everything has been received. */
  end(): Promise<void>
  fail(reason: unknown): Promise<void>
  /** Rejects if something cannot be sent. */
  failed: Promise<never>
}

/** Opens the connection for frames and packets. `FrameLink` defines their formats. */
export const openVideoLink = (): VideoLink => {
  const reader = fetch('frames').then(({ body }) =>
    (body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader({ mode: 'byob' }),
  )
  const take = async (bytes: number) => {
    const { value } = await (await reader).read(new Uint8Array(bytes), { min: bytes })
    return value as Uint8Array<ArrayBuffer>
  }
  const post = async (path: string, body?: BodyInit) => {
    const { ok } = await fetch(path, { method: 'POST', body: body ?? null })
    if (!ok) throw new Error(`${path} was refused`)
  }
  const { promise: failed, reject } = Promise.withResolvers<never>()
  let unsent: BlobPart[] = []
  let sent = Promise.resolve()
  const sendPackets = async () => {
    const parts = unsent
    unsent = []
    if (parts.length > 0) await post('packets', new Blob(parts))
  }
  return {
    failed,
    async next() {
      const header = await take(4)
      if (header.length === 0) return undefined
      const length = new DataView(header.buffer).getUint32(0, true)
      return length === 0 ? new Uint8Array(0) : take(length)
    },
    send(chunk, description) {
      const packet = new DataView(new ArrayBuffer(5 + chunk.byteLength))
      packet.setUint8(0, chunk.type === 'key' ? 1 : 0)
      packet.setUint32(1, chunk.byteLength, true)
      chunk.copyTo(new Uint8Array(packet.buffer, 5))
      unsent.push(packet.buffer)
      if (description !== undefined) sent = sent.then(() => post('description', new Blob([description])))
      // What is encoded during a request is sent with the next one.
      sent = sent.then(sendPackets)
      sent.catch(reject)
    },
    async end() {
      await sent
      await post('end')
    },
    fail: (reason) => post('failure', String(reason)),
  }
}
