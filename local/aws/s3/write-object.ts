import { headerText, type S3Call, sendEmpty, sendXml } from './call.ts'
import { checksumHeaders } from './checksums.ts'
import type { StoredObject } from './database.ts'
import { notImplemented, S3Error } from './errors.ts'
import { readMetadata } from './metadata.ts'
import { receiveBody } from './receive.ts'
import { commitObject, deleteObjects, requireBucket, type S3Store, withCurrentObject } from './store.ts'
import { element, wrap } from './xml.ts'

/** PutObject. */
export const putObject = async (store: S3Store, call: S3Call) => {
  const { request, response, bucket, key, headers } = call
  if (headers['if-none-match'] ?? headers['if-match']) throw notImplemented('A conditional write')
  requireBucket(store, bucket)
  const described = readMetadata(headers)
  const { blob, size, etag, checksums } = await receiveBody(request, store.blobs)
  const metadata = { ...described, checksums }
  commitObject(store, { bucket, key, blob, size, etag, modifiedMs: store.nowMs(), metadata })
  sendEmpty(response, 200, { etag, ...checksumHeaders(checksums) })
}

/** CopyObject with replaced metadata. */
export const copyObject = async (store: S3Store, call: S3Call) => {
  const { response, bucket, key, headers } = call
  if (headers['x-amz-metadata-directive'] !== 'REPLACE')
    throw notImplemented('CopyObject without MetadataDirective REPLACE')
  requireBucket(store, bucket)
  const described = readMetadata(headers)
  const source = readCopySource(headerText(headers, 'x-amz-copy-source') ?? '')
  const copy = await withCurrentObject(
    store,
    source.bucket,
    source.key,
    async (object): Promise<StoredObject> => {
      const { size, etag } = object
      const { checksums = {} } = object.metadata
      const blob = await store.blobs.copy(object.blob)
      const metadata = { ...described, checksums }
      return { bucket, key, blob, size, etag, modifiedMs: store.nowMs(), metadata }
    },
  )
  commitObject(store, copy)
  sendXml(
    response,
    wrap('CopyObjectResult', [
      element('ETag', copy.etag),
      element('LastModified', new Date(copy.modifiedMs).toISOString()),
    ]),
  )
}

/** DeleteObject. */
export const deleteObject = (store: S3Store, { response, bucket, key }: S3Call) => {
  requireBucket(store, bucket)
  deleteObjects(store, bucket, [key])
  sendEmpty(response, 204)
}

/** Parses `bucket/key` or `/bucket/key`, which are URL-encoded. */
const readCopySource = (source: string) => {
  const [bucket = '', ...key] = source.replace(/^\//, '').split('/')
  if (key.length === 0)
    throw new S3Error(400, 'InvalidArgument', 'The copy source must name a bucket and a key')
  return { bucket: decodeURIComponent(bucket), key: decodeURIComponent(key.join('/')) }
}
