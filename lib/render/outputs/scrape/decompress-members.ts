interface Member {
  buffer: Buffer
  /** The bytes of the input that it takes. */
  length: number
}

/**
 * Decompresses the members of a file, of which Node decompresses only the first. What follows the last one is ignored.
 *
 * @param decompress receives the rest of the file and how long the result may be
 * @param isMember whether another member follows
 */
export const decompressMembers = async (
  bytes: Buffer,
  lengthMax: number,
  decompress: (rest: Buffer, maxOutputLength: number) => Promise<Member>,
  isMember: (rest: Buffer) => boolean,
): Promise<Buffer> => {
  const parts: Buffer[] = []
  let decompressed = 0
  let rest = bytes
  do {
    const { buffer, length } = await decompress(rest, Math.max(1, lengthMax - decompressed))
    parts.push(buffer)
    decompressed += buffer.length
    rest = rest.subarray(length)
  } while (isMember(rest))
  return Buffer.concat(parts)
}
