import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { headerText } from './call.ts'
import type { ObjectMetadata, StoredObject } from './database.ts'

const keptHeaders = [
  'content-type',
  'content-disposition',
  'content-language',
  'content-encoding',
  'cache-control',
  'expires',
  'x-amz-storage-class',
  'x-amz-website-redirect-location',
]
const userPrefix = 'x-amz-meta-'

/** What a PutObject, CreateMultipartUpload or CopyObject says about the object, apart from its body. */
export const readMetadata = (headers: IncomingHttpHeaders): ObjectMetadata => {
  const metadata: ObjectMetadata = { headers: {}, user: {} }
  for (const name of keptHeaders) {
    const value = keptValue(name, headerText(headers, name))
    if (value) metadata.headers[name] = value
  }
  for (const name of Object.keys(headers)) {
    if (name.startsWith(userPrefix))
      metadata.user[name.slice(userPrefix.length)] = headerText(headers, name) ?? ''
  }
  const tags = headerText(headers, 'x-amz-tagging')
  if (tags) metadata.tags = [...new URLSearchParams(tags)]
  const encryption = headerText(headers, 'x-amz-server-side-encryption')
  if (encryption) metadata.encryption = encryption
  return metadata
}

/** `aws-chunked` describes the transfer, not the object. */
const keptValue = (name: string, value: string | undefined) => {
  if (name !== 'content-encoding') return value
  const encodings = value?.split(',').map((encoding) => encoding.trim())
  return encodings?.filter((encoding) => encoding !== 'aws-chunked').join(',')
}

export const encryptionHeaders = ({ encryption }: ObjectMetadata): Record<string, string> =>
  encryption ? { 'x-amz-server-side-encryption': encryption } : {}

/** The headers of a GET or HEAD that describe the whole object. */
export const objectHeaders = ({ etag, modifiedMs, metadata }: StoredObject): OutgoingHttpHeaders => ({
  etag,
  'last-modified': new Date(modifiedMs).toUTCString(),
  'accept-ranges': 'bytes',
  'content-type': 'binary/octet-stream',
  ...metadata.headers,
  ...Object.fromEntries(Object.entries(metadata.user).map(([name, value]) => [userPrefix + name, value])),
  ...encryptionHeaders(metadata),
  ...(metadata.tags?.length ? { 'x-amz-tagging-count': metadata.tags.length } : {}),
  ...(metadata.partCount ? { 'x-amz-mp-parts-count': metadata.partCount } : {}),
})
