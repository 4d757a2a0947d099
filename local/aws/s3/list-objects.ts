import type { S3Call } from './call.ts'
import type { ObjectSummary } from './database.ts'
import { S3Error } from './errors.ts'
import type { S3Store } from './store.ts'
import { document, element, wrap } from './xml.ts'

const keysMax = 1000
/** Sorts after every key that begins with the text before it. */
const afterAll = '\u{10FFFF}'

interface Listing {
  objects: ObjectSummary[]
  commonPrefixes: string[]
  /** Where the next page continues; undefined on the last one. */
  next: string | undefined
}

/** ListObjectsV2 and ListObjects, in byte order of the keys. */
export const listObjects = ({ database }: S3Store, { bucket, query }: S3Call): string => {
  const isVersion2 = query.get('list-type') === '2'
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const limit = readLimit(query)
  const page = collect({ prefix, delimiter, limit, after: startOf(query, isVersion2) }, (after) =>
    database.findObjectAfter(bucket, after, prefix),
  )
  const isUrlEncoded = query.get('encoding-type') === 'url'
  const encode = (text: string) => (isUrlEncoded ? encodeURIComponent(text).replaceAll('%2F', '/') : text)
  return document('ListBucketResult', [
    element('Name', bucket),
    element('Prefix', encode(prefix)),
    delimiter ? element('Delimiter', encode(delimiter)) : '',
    isUrlEncoded ? element('EncodingType', 'url') : '',
    element('MaxKeys', limit),
    element('IsTruncated', String(page.next !== undefined)),
    isVersion2 ? element('KeyCount', page.objects.length + page.commonPrefixes.length) : '',
    nextPage(page.next, isVersion2, encode),
    ...page.objects.map((object) => objectElement(object, encode)),
    ...page.commonPrefixes.map((common) => wrap('CommonPrefixes', [element('Prefix', encode(common))])),
  ])
}

const readLimit = (query: URLSearchParams) => {
  const limit = Number(query.get('max-keys') ?? keysMax)
  if (Number.isInteger(limit) && limit >= 0) return Math.min(limit, keysMax)
  throw new S3Error(400, 'InvalidArgument', 'max-keys must be a whole number of at least 0')
}

const startOf = (query: URLSearchParams, isVersion2: boolean) => {
  if (!isVersion2) return query.get('marker') ?? ''
  const token = query.get('continuation-token')
  return token ? Buffer.from(token, 'base64url').toString() : (query.get('start-after') ?? '')
}

const nextPage = (next: string | undefined, isVersion2: boolean, encode: (text: string) => string) => {
  if (next === undefined) return ''
  if (isVersion2) return element('NextContinuationToken', Buffer.from(next).toString('base64url'))
  return element('NextMarker', encode(next))
}

const objectElement = ({ key, modifiedMs, etag, size }: ObjectSummary, encode: (text: string) => string) =>
  wrap('Contents', [
    element('Key', encode(key)),
    element('LastModified', new Date(modifiedMs).toISOString()),
    element('ETag', etag),
    element('Size', size),
    element('StorageClass', 'STANDARD'),
  ])

interface ListRequest {
  prefix: string
  delimiter: string
  limit: number
  after: string
}

/** Keys that share what is before the delimiter count as one entry and are jumped over, not read. */
const collect = (
  { prefix, delimiter, limit, after: start }: ListRequest,
  findAfter: (after: string) => ObjectSummary | undefined,
): Listing => {
  const listing: Listing = { objects: [], commonPrefixes: [], next: undefined }
  let after = start
  for (let count = 0; ; count++) {
    const object = findAfter(after)
    if (!object?.key.startsWith(prefix)) return listing
    // S3 calls an empty page complete.
    if (count === limit) return limit === 0 ? listing : { ...listing, next: after }
    const common = commonPrefixOf(object.key, prefix, delimiter)
    if (common === undefined) listing.objects.push(object)
    else listing.commonPrefixes.push(common)
    after = common === undefined ? object.key : common + afterAll
  }
}

const commonPrefixOf = (key: string, prefix: string, delimiter: string) => {
  const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
  return end < 0 ? undefined : key.slice(0, end + delimiter.length)
}
