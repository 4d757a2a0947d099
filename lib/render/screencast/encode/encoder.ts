import type { VideoSize } from '../../../core/plan/video.ts'

/** Encodes images into a video. Nothing keeps running after it ends or fails. */
export interface Encoder extends AsyncDisposable {
  /**
   * Takes the next picture, or `undefined` for one that is the same as before; resolves once there is room for another.
   * @throws when the encoder has failed
   */
  add(picture: Buffer | undefined): Promise<void>
  /** Resolves with the file once every picture is in it. */
  finish(): Promise<Buffer>
}

/** One encoded picture, in the order of the video. */
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
