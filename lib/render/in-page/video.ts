import { createVideoColors } from './video-colors.ts'
import { openVideoLink, type VideoLink } from './video-link.ts'
import { createVideoPlanes, type VideoArea, type VideoPlanes } from './video-planes.ts'

/*
 * The script of the page that encodes videos. See lib/render/browser/scripts.ts.
 */

export interface EncodeJob {
  area: VideoArea
  config: VideoEncoderConfig
  fps: number
  matrix: 'bt709' | 'smpte170m'
  /** Number of frames after which the next changed frame is a key frame. */
  keyFrameEvery: number
  /** VP9 only: its constant quality, 0 (best) to 63. */
  quantizer?: number
}

/** Begins to encode all frames of the link, and to send every packet and the outcome. */
export const startEncoding = (job: EncodeJob): void => {
  void encodeVideo(job, openVideoLink(), createVideoPlanes(job.area, createVideoColors(job.matrix)))
}

const encodeVideo = async (job: EncodeJob, link: VideoLink, planes: VideoPlanes): Promise<void> => {
  const { config, fps, matrix, keyFrameEvery, quantizer } = job
  const { promise: failed, reject } = Promise.withResolvers<never>()
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      link.send(chunk, metadata?.decoderConfig?.description as BlobPart | undefined)
    },
    error: reject,
  })
  encoder.configure(config)

  let sinceKey = keyFrameEvery
  const encode = async (index: number, isChanged: boolean) => {
    const frame = new VideoFrame(planes.video, {
      format: 'I420',
      layout: planes.layout,
      codedWidth: config.width,
      codedHeight: config.height,
      timestamp: Math.round((index * 1e6) / fps),
      duration: Math.round(1e6 / fps),
      colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix, fullRange: false },
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
    let upcoming = link.next()
    for (let index = 0, image = await upcoming; image !== undefined; index++) {
      upcoming = link.next()
      // An empty frame repeats the previous one.
      if (image.length > 0) await planes.draw(image)
      await encode(index, image.length > 0)
      image = await upcoming
    }
    await encoder.flush()
    await link.end()
  }
  await Promise.race([encodeAll(), failed, link.failed]).catch(link.fail)
}
