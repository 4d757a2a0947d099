import type { FileHandle } from 'node:fs/promises'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { headerText, type S3Call } from './call.ts'
import { checksumHeaders } from './checksums.ts'
import type { StoredObject } from './database.ts'
import { notImplemented, S3Error } from './errors.ts'
import { objectHeaders } from './metadata.ts'
import { requireObject, type S3Store, withCurrentObject } from './store.ts'

/** GetObject and HeadObject. */
export const readObject = async (store: S3Store, call: S3Call) => {
  if (call.method === 'HEAD') return respond(call, requireObject(store, call.bucket, call.key), undefined)
  await withCurrentObject(store, call.bucket, call.key, async (object) => {
    const file = await store.blobs.open(object.blob)
    try {
      await respond(call, object, file)
    } finally {
      await file.close()
    }
  })
}

const respond = async (call: S3Call, object: StoredObject, file: FileHandle | undefined) => {
  const { response, headers } = call
  if (headers['if-none-match'] ?? headers['if-match']) throw notImplemented('A conditional read')
  const range = readRange(object, headers)
  const { start, end } = range ?? { start: 0, end: object.size - 1 }
  response.writeHead(range ? 206 : 200, {
    ...objectHeaders(object),
    ...(range
      ? { 'content-range': `bytes ${start}-${end}/${object.size}` }
      : storedChecksums(object, headers)),
    'content-length': end - start + 1,
  })
  if (!file || object.size === 0) {
    response.end()
    return
  }
  await pipeline(file.createReadStream({ start, end, autoClose: false }), response)
}

/** Returns the requested range, or undefined for the entire object. HTTP requires that unsupported and invalid ranges are ignored. */
const readRange = ({ size }: StoredObject, headers: IncomingHttpHeaders) => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  // Without a first byte, the number is counted from the end.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start <= end) return { start, end }
  throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', { ActualObjectSize: size })
}

const storedChecksums = ({ metadata }: StoredObject, headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
  const isRequested = headerText(headers, 'x-amz-checksum-mode')?.toUpperCase() === 'ENABLED'
  if (!isRequested || !metadata.checksums || Object.keys(metadata.checksums).length === 0) return {}
  return { ...checksumHeaders(metadata.checksums), 'x-amz-checksum-type': 'FULL_OBJECT' }
}
