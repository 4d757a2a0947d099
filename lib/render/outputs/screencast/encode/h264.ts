const startCode = Buffer.from([0, 0, 0, 1])

/** Returns the sequence and picture parameter sets of an `avcC` record (ISO/IEC 14496-15, 5.3.3.1). */
export const readParameterSets = (description: Buffer): Buffer[] => {
  const sequence = readSets(description, 6, (description[5] ?? 0) & 31)
  const picture = readSets(description, sequence.end + 1, description[sequence.end] ?? 0)
  return [...sequence.sets, ...picture.sets]
}

const readSets = (description: Buffer, start: number, count: number) => {
  const sets: Buffer[] = []
  let end = start
  for (let i = 0; i < count; i++) {
    const length = description.readUInt16BE(end)
    sets.push(description.subarray(end + 2, end + 2 + length))
    end += 2 + length
  }
  return { sets, end }
}

/** Converts units with a length prefix to units between start codes (ITU-T H.264, Annex B), after the given ones. */
export const toAnnexB = (packet: Buffer, before: readonly Buffer[]): Buffer => {
  const units = [...before]
  for (let offset = 0; offset < packet.length; ) {
    const length = packet.readUInt32BE(offset)
    units.push(packet.subarray(offset + 4, offset + 4 + length))
    offset += 4 + length
  }
  return Buffer.concat(units.flatMap((unit) => [startCode, unit]))
}
