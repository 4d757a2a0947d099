import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { colorMatrix } from '../../../../core/plan/video.ts'
import { writeAvi } from './avi.ts'
import type { EncodedVideo } from './encoder.ts'

/** The index is at the beginning of the file, so a player can start before the download ends. */
const fastStart = { fastStart: 'in-memory' } as const

const containers = {
  mp4: () => new Mp4OutputFormat(fastStart),
  mov: () => new MovOutputFormat(fastStart),
  webm: () => new WebMOutputFormat(),
}

/** Returns the packets as a file. */
export const mux = async (format: keyof typeof containers | 'avi', video: EncodedVideo): Promise<Buffer> => {
  if (format === 'avi') return writeAvi(video)
  const { fps, packets } = video
  const target = new BufferTarget()
  const output = new Output({ format: containers[format](), target })
  const source = new EncodedVideoPacketSource(format === 'webm' ? 'vp9' : 'avc')
  output.addVideoTrack(source, { frameRate: fps })
  await output.start()
  for (const [index, { isKey, data }] of packets.entries()) {
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', index / fps, 1 / fps)
    await source.add(packet, index === 0 ? { decoderConfig: decoderConfig(format, video) } : undefined)
  }
  await output.finalize()
  return Buffer.from(target.buffer as ArrayBuffer)
}

const decoderConfig = (format: keyof typeof containers, { width, height, description }: EncodedVideo) => ({
  codec: format === 'webm' ? 'vp09.00.51.08' : codecOf(description),
  codedWidth: width,
  codedHeight: height,
  ...(description.length > 0 && { description }),
  colorSpace: {
    primaries: 'bt709',
    transfer: 'bt709',
    matrix: colorMatrix({ height }),
    fullRange: false,
  } as const,
})

/** Profile, constraints and level are the second to fourth byte of `avcC` (ISO/IEC 14496-15, 5.3.3.1). */
const codecOf = (description: Buffer) => `avc1.${description.subarray(1, 4).toString('hex')}`
