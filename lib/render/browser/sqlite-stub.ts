/**
 * A shared library with the name of SQLite that says no to everything. Chromium checks certificates with NSS, whose
 * libsoftokn3 does not load without libsqlite3.so.0; Amazon Linux has that, a minimal Debian has not, and there the first
 * https page would end the browser. NSS wants SQLite for its certificate database, which we neither have nor want: told
 * that it cannot be opened, it does without. Hence the stand-in, everywhere, so that every machine does the same.
 *
 * Format: System V ABI, chapters 4 and 5, and its AMD64 supplement; the shipped Chromium is for x86-64 only.
 */
export const sqliteStub = (): Buffer => {
  const names = [...failing, ...empty, variable]
  const strings = stringTable([soname, ...names])
  const hashAt = headerBytes
  const hash = hashTable(names.length + 1)
  const symbolsAt = aligned(hashAt + hash.length, 8)
  const stringsAt = symbolsAt + (names.length + 1) * symbolBytes
  const codeAt = aligned(stringsAt + strings.bytes.length, 16)
  const readOnlyEnd = codeAt + returnError.length + returnZero.length
  const dynamicAt = aligned(readOnlyEnd, pageBytes)
  const dynamic = dynamicTable([
    [tag.soname, strings.at(soname)],
    [tag.hash, hashAt],
    [tag.stringTable, stringsAt],
    [tag.symbolTable, symbolsAt],
    [tag.stringTableBytes, strings.bytes.length],
    [tag.symbolBytes, symbolBytes],
    [tag.end, 0],
  ])
  const variableAt = dynamicAt + dynamic.length
  const end = variableAt + 8

  const file = Buffer.alloc(end)
  elfHeader().copy(file)
  segment(1, readable | executable, 0, readOnlyEnd).copy(file, 64)
  segment(1, readable | writable, dynamicAt, end - dynamicAt).copy(file, 64 + segmentBytes)
  segment(2, readable | writable, dynamicAt, dynamic.length).copy(file, 64 + 2 * segmentBytes)
  segment(stackSegment, readable | writable, 0, 0).copy(file, 64 + 3 * segmentBytes)
  hash.copy(file, hashAt)
  const symbols = [
    ...failing.map((name) => symbol(strings.at(name), functionSymbol, codeAt)),
    ...empty.map((name) => symbol(strings.at(name), functionSymbol, codeAt + returnError.length)),
    symbol(strings.at(variable), objectSymbol, variableAt),
  ]
  Buffer.concat(symbols).copy(file, symbolsAt + symbolBytes)
  strings.bytes.copy(file, stringsAt)
  Buffer.concat([returnError, returnZero]).copy(file, codeAt)
  dynamic.copy(file, dynamicAt)
  return file
}

export const sqliteFileName = 'libsqlite3.so.0'

const soname = sqliteFileName

/** What libsoftokn3 asks for: these answer SQLITE_ERROR … */
const failing = [
  'sqlite3_bind_blob',
  'sqlite3_bind_int',
  'sqlite3_bind_text',
  'sqlite3_busy_timeout',
  'sqlite3_exec',
  'sqlite3_file_control',
  'sqlite3_open_v2',
  'sqlite3_prepare_v2',
  'sqlite3_reset',
  'sqlite3_step',
]

/** … and these a null pointer, zero, or that all is well. */
const empty = [
  'sqlite3_close',
  'sqlite3_column_blob',
  'sqlite3_column_bytes',
  'sqlite3_column_count',
  'sqlite3_column_int',
  'sqlite3_column_name',
  'sqlite3_column_text',
  'sqlite3_finalize',
  'sqlite3_free',
  'sqlite3_mprintf',
]

const variable = 'sqlite3_temp_directory'

/** mov eax, 1; ret */
const returnError = Buffer.from([0xb8, 1, 0, 0, 0, 0xc3])

/** xor eax, eax; ret */
const returnZero = Buffer.from([0x31, 0xc0, 0xc3])

const segmentBytes = 56
const symbolBytes = 24
const headerBytes = 64 + 4 * segmentBytes
const pageBytes = 0x1000
const stackSegment = 0x6474e551
const [executable, writable, readable] = [1, 2, 4]
const [objectSymbol, functionSymbol] = [0x11, 0x12]
const tag = {
  end: 0,
  hash: 4,
  stringTable: 5,
  symbolTable: 6,
  stringTableBytes: 10,
  symbolBytes: 11,
  soname: 14,
}

const aligned = (offset: number, to: number) => Math.ceil(offset / to) * to

const elfHeader = () => {
  const header = Buffer.alloc(64)
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  header.writeUInt16LE(3, 16)
  header.writeUInt16LE(62, 18)
  header.writeUInt32LE(1, 20)
  header.writeBigUInt64LE(64n, 32)
  header.writeUInt16LE(64, 52)
  header.writeUInt16LE(segmentBytes, 54)
  header.writeUInt16LE(4, 56)
  header.writeUInt16LE(64, 58)
  return header
}

/** Every segment lies in memory where it lies in the file. */
const segment = (type: number, flags: number, offset: number, bytes: number) => {
  const entry = Buffer.alloc(segmentBytes)
  entry.writeUInt32LE(type, 0)
  entry.writeUInt32LE(flags, 4)
  for (const at of [8, 16, 24]) entry.writeBigUInt64LE(BigInt(offset), at)
  for (const at of [32, 40]) entry.writeBigUInt64LE(BigInt(bytes), at)
  entry.writeBigUInt64LE(BigInt(pageBytes), 48)
  return entry
}

/** The section number only has to say that the symbol is defined: there are no sections. */
const symbol = (name: number, kind: number, value: number) => {
  const entry = Buffer.alloc(symbolBytes)
  entry.writeUInt32LE(name, 0)
  entry.writeUInt8(kind, 4)
  entry.writeUInt16LE(1, 6)
  entry.writeBigUInt64LE(BigInt(value), 8)
  return entry
}

/** One bucket that chains all symbols: there are too few for more to matter. */
const hashTable = (symbolCount: number) => {
  const next = Array.from({ length: symbolCount }, (_, index) => (index + 1) % symbolCount)
  return Buffer.from(new Uint32Array([1, symbolCount, 1, 0, ...next.slice(1)]).buffer)
}

const stringTable = (texts: readonly string[]) => {
  const bytes = Buffer.from(`\0${texts.join('\0')}\0`, 'latin1')
  return { bytes, at: (text: string) => bytes.indexOf(`\0${text}\0`, 0, 'latin1') + 1 }
}

const dynamicTable = (entries: readonly (readonly [number, number])[]) =>
  Buffer.from(new BigUint64Array(entries.flat().map(BigInt)).buffer)
