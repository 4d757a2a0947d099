import type { EncodedVideo, Packet } from './encoder.ts'
import { readParameterSets, toAnnexB } from './h264.ts'

/** AVIF_HASINDEX, AVIIF_KEYFRAME: Microsoft's AVI RIFF file reference. */
const hasIndex = 0x10
const isKeyFrame = 0x10

const fourCc = 'H264'

/**
 * Returns an AVI file of H.264 in Annex B form, with the parameter sets before each key frame. mediabunny, which writes the other
 * formats, has no AVI output.
 * https://learn.microsoft.com/windows/win32/directshow/avi-riff-file-reference
 */
export const writeAvi = (video: EncodedVideo): Buffer => {
  const parameterSets = readParameterSets(video.description)
  const packets = video.packets.map(({ isKey, data }) => ({
    isKey,
    data: toAnnexB(data, isKey ? parameterSets : []),
  }))
  return chunk('RIFF', [text('AVI '), header(video, packets), movie(packets), index(packets)])
}

const header = ({ width, height, fps }: EncodedVideo, packets: readonly Packet[]) => {
  const largest = Math.max(0, ...packets.map(({ data }) => data.length))
  const bytesPerSecond = largest * fps
  const main = numbers(Math.round(1e6 / fps), bytesPerSecond, 0, hasIndex, packets.length, 0, 1, largest)
  const mainSize = numbers(width, height, 0, 0, 0, 0)
  const rate = numbers(0, 0, 0, 1, fps, 0, packets.length, largest, 0xff_ff_ff_ff, 0)
  const frame = Buffer.alloc(8)
  frame.writeUInt16LE(Math.min(width, 0xff_ff), 4)
  frame.writeUInt16LE(Math.min(height, 0xff_ff), 6)
  const bitmap = [
    numbers(40, width, height),
    Buffer.from([1, 0, 24, 0]),
    text(fourCc),
    numbers(width * height * 3, 0, 0, 0, 0),
  ]
  return list('hdrl', [
    chunk('avih', [main, mainSize]),
    list('strl', [chunk('strh', [text('vids'), text(fourCc), rate, frame]), chunk('strf', bitmap)]),
  ])
}

const movie = (packets: readonly Packet[]) =>
  list(
    'movi',
    packets.map(({ data }) => chunk('00dc', [data])),
  )

/** Offsets count from the word `movi`. */
const index = (packets: readonly Packet[]) => {
  let offset = 4
  const entries = packets.map(({ isKey, data }) => {
    const entry = [text('00dc'), numbers(isKey ? isKeyFrame : 0, offset, data.length)]
    offset += 8 + data.length + (data.length % 2)
    return Buffer.concat(entry)
  })
  return chunk('idx1', entries)
}

const text = (value: string) => Buffer.from(value, 'latin1')

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [position, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, position * 4)
  return bytes
}

/** Chunks begin at even offsets. */
const chunk = (id: string, parts: readonly Buffer[]) => {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([text(id), numbers(length), ...parts, Buffer.alloc(length % 2)])
}

const list = (type: string, parts: readonly Buffer[]) => chunk('LIST', [text(type), ...parts])
