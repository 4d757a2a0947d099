import type { VideoSize } from '../../../../core/plan/video.ts'

/** Encodes images into a video. Nothing keeps running after it ends or fails. */
export interface Encoder extends AsyncDisposable {
  /**
   * Adds the next frame, or repeats the previous one for `undefined`. Resolves when the encoder accepts another frame.
   * @throws if the encoder has failed
   */
  add(image: Buffer | undefined): Promise<void>
  /** Resolves with the file when it contains all frames. */
  finish(): Promise<Buffer>
}

/** One encoded frame, in the order of the video. */
export interface Packet {
  isKey: boolean
  data: Buffer
}

export interface EncodedVideo extends Pick<VideoSize, 'width' | 'height'> {
  fps: number
  packets: readonly Packet[]
  /** `avcC` of H.264; empty for VP9. */
  description: Buffer
}
