import { open } from 'node:fs/promises'

/** What a 64-bit ELF file needs when it is loaded. */
export interface ElfNeeds {
  /** Names of shared libraries. */
  libraries: string[]
  /** Versions of symbols by library, such as `GLIBC_2.34`. */
  versions: { library: string; version: string }[]
}

const programLoad = 1
const programDynamic = 2
const tag = { needed: 1n, strings: 5n, versions: 0x6ffffffen, versionCount: 0x6fffffffn }

/** Reads the dynamic section: https://refspecs.linuxfoundation.org/elf/gabi4+/ch5.dynamic.html. @throws Error if the file is not ELF */
export const readElfNeeds = async (path: string): Promise<ElfNeeds> => {
  await using file = await open(path)
  const read = async (offset: number, length: number) =>
    (await file.read(Buffer.alloc(length), 0, length, offset)).buffer
  const header = await read(0, 64)
  if (header.toString('latin1', 0, 5) !== '\x7fELF\x02') throw new Error(`${path} is not a 64-bit ELF file.`)
  const size = header.readUInt16LE(54)
  const table = await read(Number(header.readBigUInt64LE(32)), size * header.readUInt16LE(56))
  const programs = Array.from({ length: table.length / size }, (_, index) => {
    const entry = table.subarray(index * size)
    const [offset, address, , length] = [8, 16, 24, 32].map((at) => Number(entry.readBigUInt64LE(at)))
    return { type: entry.readUInt32LE(0), offset: offset ?? 0, address: address ?? 0, length: length ?? 0 }
  })
  const toOffset = (value: bigint | undefined) => {
    const address = Number(value)
    const found = programs.find(
      (program) =>
        program.type === programLoad &&
        address >= program.address &&
        address < program.address + program.length,
    )
    if (!found) throw new Error(`${path} has no segment with the address ${address}.`)
    return address - found.address + found.offset
  }
  const dynamic = programs.find(({ type }) => type === programDynamic)
  if (!dynamic) return { libraries: [], versions: [] }
  const section = await read(dynamic.offset, dynamic.length)
  const entries = Array.from({ length: section.length / 16 }, (_, index) => ({
    tag: section.readBigInt64LE(index * 16),
    value: section.readBigUInt64LE(index * 16 + 8),
  }))
  const entryOf = (wanted: bigint) => entries.find((entry) => entry.tag === wanted)?.value
  const strings = toOffset(entryOf(tag.strings))
  const readText = async (offset: number) =>
    (await read(strings + offset, 256)).toString('latin1').split('\0')[0] ?? ''
  const needed = entries.filter((entry) => entry.tag === tag.needed)
  const versions: ElfNeeds['versions'] = []
  let at = entryOf(tag.versions) === undefined ? 0 : toOffset(entryOf(tag.versions))
  for (let left = Number(entryOf(tag.versionCount) ?? 0); left > 0; left -= 1) {
    const need = await read(at, 16)
    const library = await readText(need.readUInt32LE(4))
    let auxiliary = at + need.readUInt32LE(8)
    for (let count = need.readUInt16LE(2); count > 0; count -= 1) {
      const entry = await read(auxiliary, 16)
      versions.push({ library, version: await readText(entry.readUInt32LE(8)) })
      auxiliary += entry.readUInt32LE(12)
    }
    at += need.readUInt32LE(12)
  }
  return { libraries: await Promise.all(needed.map(({ value }) => readText(Number(value)))), versions }
}
