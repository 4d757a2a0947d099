/// <reference lib="dom" />
import type { VideoMemory } from './video-planes.ts'

export interface EncodeJob {
  config: VideoEncoderConfig
  fps: number
  /** Number of frames after which the next changed frame is a key frame. */
  keyFrameEvery: number
  /** VP9 only: its constant quality, 0 (best) to 63. */
  quantizer?: number
}

/** Encodes the frames that it fetches from `next` until the last one, and posts every packet and the outcome. */
export const encodeVideo = async ({ config, fps, keyFrameEvery, quantizer }: EncodeJob): Promise<void> => {
  const { stillframeVideo: planes } = globalThis as unknown as { stillframeVideo: VideoMemory }
  const post = async (path: string, body?: BodyInit) => {
    const { ok } = await fetch(path, { method: 'POST', body: body ?? null })
    if (!ok) throw new Error(`${path} was refused`)
  }
  const { promise: failed, reject } = Promise.withResolvers<never>()
  let packets = 0
  let sent = Promise.resolve()
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const data = new Uint8Array(chunk.byteLength)
      chunk.copyTo(data)
      const description = metadata?.decoderConfig?.description as BlobPart | undefined
      const path = `packet?index=${packets++}&type=${chunk.type}`
      sent = sent.then(async () => {
        if (description !== undefined) await post('description', new Blob([description]))
        await post(path, data)
      })
      sent.catch(reject)
    },
    error: reject,
  })
  encoder.configure(config)

  let sinceKey = keyFrameEvery
  const encode = async (index: number, isChanged: boolean) => {
    const frame = new VideoFrame(planes.video, {
      format: 'I420',
      codedWidth: config.width,
      codedHeight: config.height,
      timestamp: Math.round((index * 1e6) / fps),
      duration: Math.round(1e6 / fps),
      colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'smpte170m', fullRange: false },
    })
    const options = quantizer === undefined ? {} : { vp9: { quantizer } }
    // Key frames come with changes only. One within a still part would change its image visibly.
    const keyFrame = isChanged && sinceKey >= keyFrameEvery
    sinceKey = keyFrame ? 1 : sinceKey + 1
    encoder.encode(frame, { keyFrame, ...options })
    frame.close()
    while (encoder.encodeQueueSize > 2)
      await new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true }))
  }
  const encodeAll = async () => {
    let upcoming = fetch('next')
    for (let index = 0, response = await upcoming; response.status === 200; index++) {
      const image = await response.arrayBuffer()
      upcoming = fetch('next')
      // An empty body repeats the previous frame.
      if (image.byteLength > 0) await planes.draw(image)
      await encode(index, image.byteLength > 0)
      response = await upcoming
    }
    await encoder.flush()
    await sent
    await post('end')
  }
  await Promise.race([encodeAll(), failed]).catch((error) => post('failure', String(error)))
}
