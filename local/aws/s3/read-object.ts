import type { FileHandle } from 'node:fs/promises'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { headerText, type S3Call, sendEmpty } from './call.ts'
import { checksumHeaders } from './checksums.ts'
import type { StoredObject } from './database.ts'
import { preconditionFailed, S3Error } from './errors.ts'
import { objectHeaders } from './metadata.ts'
import { matchesEtag, requireObject, type S3Store, withCurrentObject } from './store.ts'

/** Parts of the answer that a (presigned) query may replace. */
const replaceableHeaders = [
  'content-type',
  'content-language',
  'expires',
  'cache-control',
  'content-disposition',
  'content-encoding',
]

/** GetObject and HeadObject. */
export const readObject = async (store: S3Store, call: S3Call) => {
  if (call.method === 'HEAD') return answer(call, requireObject(store, call.bucket, call.key), undefined)
  await withCurrentObject(store, call.bucket, call.key, async (object) => {
    const file = await store.blobs.open(object.blob)
    try {
      await answer(call, object, file)
    } finally {
      await file.close()
    }
  })
}

const answer = async (call: S3Call, object: StoredObject, file: FileHandle | undefined) => {
  const { response, headers } = call
  if (isNotModified(object, headers)) {
    const lastModified = new Date(object.modifiedMs).toUTCString()
    return sendEmpty(response, 304, { etag: object.etag, 'last-modified': lastModified })
  }
  const range = readRange(object, headers)
  const { start, end } = range ?? { start: 0, end: object.size - 1 }
  response.writeHead(range ? 206 : 200, {
    ...objectHeaders(object),
    ...replacements(call.query),
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

/** Throws `PreconditionFailed`; true when the caller's copy is still right. */
const isNotModified = ({ etag, modifiedMs }: StoredObject, headers: IncomingHttpHeaders) => {
  // HTTP dates have whole seconds.
  const modifiedSecondMs = Math.floor(modifiedMs / 1000) * 1000
  const required = headers['if-match']
  const unmodifiedSince = headers['if-unmodified-since']
  if (required !== undefined) {
    if (!matchesEtag(required, etag)) throw preconditionFailed('If-Match')
  } else if (unmodifiedSince !== undefined && modifiedSecondMs > Date.parse(unmodifiedSince)) {
    throw preconditionFailed('If-Unmodified-Since')
  }
  const known = headers['if-none-match']
  if (known !== undefined) return matchesEtag(known, etag)
  const modifiedSince = headers['if-modified-since']
  return modifiedSince !== undefined && modifiedSecondMs <= Date.parse(modifiedSince)
}

/** Undefined for the whole object: also for ranges that are not understood, which HTTP says to ignore. */
const readRange = ({ size, etag }: StoredObject, headers: IncomingHttpHeaders) => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return undefined
  const ifRange = headerText(headers, 'if-range')
  if (ifRange !== undefined && !matchesEtag(ifRange, etag)) return undefined
  // Without a first byte, the number counts from the end.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start <= end) return { start, end }
  throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', { ActualObjectSize: size })
}

const storedChecksums = ({ metadata }: StoredObject, headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
  const isAsked = headerText(headers, 'x-amz-checksum-mode')?.toUpperCase() === 'ENABLED'
  if (!isAsked || !metadata.checksums || Object.keys(metadata.checksums).length === 0) return {}
  return { ...checksumHeaders(metadata.checksums), 'x-amz-checksum-type': 'FULL_OBJECT' }
}

const replacements = (query: URLSearchParams): OutgoingHttpHeaders => {
  const replaced = replaceableHeaders.filter((name) => query.has(`response-${name}`))
  return Object.fromEntries(replaced.map((name) => [name, query.get(`response-${name}`) ?? '']))
}
