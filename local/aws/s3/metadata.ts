import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { headerText } from './call.ts'
import type { ObjectMetadata, StoredObject } from './database.ts'
import { notImplemented, S3Error } from './errors.ts'

const keptHeaders = ['content-type', 'content-disposition', 'cache-control', 'expires']
const userPrefix = 'x-amz-meta-'
/** Headers of PutObject and CopyObject that other modules or the SDK's protocol use. */
const knownHeader =
  /^x-amz-(?:meta-.*|checksum-(?:crc32|sha256)|content-sha256|copy-source|date|metadata-directive|sdk-checksum-algorithm|security-token|user-agent)$/

/**
 * Of the headers that S3 stores, and of the caller's own, each with their names:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html
 */
const metadataBytesMax = 2048

const checkSize = (values: Record<string, string>) => {
  if (Buffer.byteLength(Object.entries(values).flat().join('')) > metadataBytesMax)
    throw new S3Error(
      400,
      'MetadataTooLarge',
      'Your metadata headers exceed the maximum allowed metadata size',
    )
}

/** Reads the metadata of a PutObject or CopyObject request. */
export const readMetadata = (headers: IncomingHttpHeaders): ObjectMetadata => {
  const unknown = Object.keys(headers).find((name) => name.startsWith('x-amz-') && !knownHeader.test(name))
  if (unknown !== undefined) throw notImplemented(`The header ${unknown}`)
  const metadata: ObjectMetadata = { headers: {}, user: {} }
  for (const name of keptHeaders) {
    const value = headerText(headers, name)
    if (value) metadata.headers[name] = value
  }
  for (const name of Object.keys(headers)) {
    if (name.startsWith(userPrefix))
      metadata.user[name.slice(userPrefix.length)] = headerText(headers, name) ?? ''
  }
  checkSize(metadata.headers)
  checkSize(metadata.user)
  return metadata
}

/** Returns the headers of a GET or HEAD that describe the whole object. */
export const objectHeaders = ({ etag, modifiedMs, metadata }: StoredObject): OutgoingHttpHeaders => ({
  etag,
  'last-modified': new Date(modifiedMs).toUTCString(),
  'accept-ranges': 'bytes',
  'content-type': 'binary/octet-stream',
  ...metadata.headers,
  ...Object.fromEntries(Object.entries(metadata.user).map(([name, value]) => [userPrefix + name, value])),
})
