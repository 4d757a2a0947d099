export interface Packets {
  config: {
    codec: string
    codedWidth: number
    codedHeight: number
    colorSpace?: VideoColorSpaceInit
    description?: string
  }
  packets: { isKey: boolean; time: number; data: string }[]
  seconds: number
}

/** The frames of an AVI file with one stream, found through its index. */
export const readAviFile = (file: Buffer): Packets => {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.readUInt32LE(4) !== file.length - 8)
    throw new Error('not a whole RIFF file')
  const main = file.indexOf('avih') + 8
  const stream = file.indexOf('strh') + 8
  const rate = file.readUInt32LE(stream + 24) / file.readUInt32LE(stream + 20)
  const frames = file.readUInt32LE(stream + 32)
  const movie = file.indexOf('movi')
  const index = file.lastIndexOf('idx1')
  const packets = Array.from({ length: file.readUInt32LE(index + 4) / 16 }, (_, number) => {
    const entry = index + 8 + number * 16
    const start = movie + file.readUInt32LE(entry + 8)
    const length = file.readUInt32LE(entry + 12)
    if (file.toString('latin1', start, start + 4) !== '00dc' || file.readUInt32LE(start + 4) !== length)
      throw new Error(`the index is wrong about frame ${number}`)
    return {
      isKey: (file.readUInt32LE(entry + 4) & 0x10) !== 0,
      time: number / rate,
      data: file.subarray(start + 8, start + 8 + length).toString('base64'),
    }
  })
  return {
    config: {
      codec: 'avc1.640034',
      codedWidth: file.readUInt32LE(main + 32),
      codedHeight: file.readUInt32LE(main + 36),
    },
    packets,
    seconds: frames / rate,
  }
}
