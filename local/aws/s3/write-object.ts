import { headerText, type S3Call, sendEmpty, sendXml } from './call.ts'
import { checksumHeaders } from './checksums.ts'
import type { ObjectMetadata, StoredObject } from './database.ts'
import { malformedXml, notEmulated, S3Error } from './errors.ts'
import { encryptionHeaders, readMetadata } from './metadata.ts'
import { receiveBody, receiveText } from './receive.ts'
import {
  assertWriteConditions,
  commitObject,
  deleteObjects,
  requireBucket,
  requireObject,
  type S3Store,
  withCurrentObject,
} from './store.ts'
import { contentsOf, document, element, textOf, wrap } from './xml.ts'

/** The most keys of one DeleteObjects. */
const deletedKeysMax = 1000

/** PutObject. The conditions are checked twice: before a large body is sent in vain, and when it becomes visible. */
export const putObject = async (store: S3Store, call: S3Call) => {
  const { request, response, bucket, key, headers } = call
  requireBucket(store, bucket)
  assertWriteConditions(store.database.findObject(bucket, key), headers)
  const { blob, size, etag, checksums } = await receiveBody(request, store.blobs)
  const metadata: ObjectMetadata = { ...readMetadata(headers), checksums }
  commitObject(store, { bucket, key, blob, size, etag, modifiedMs: store.nowMs(), metadata }, headers)
  sendEmpty(response, 200, { etag, ...checksumHeaders(checksums), ...encryptionHeaders(metadata) })
}

/** CopyObject. */
export const copyObject = async (store: S3Store, call: S3Call) => {
  const { response, bucket, key, headers } = call
  requireBucket(store, bucket)
  if (Object.keys(headers).some((name) => name.startsWith('x-amz-copy-source-if-'))) {
    throw notEmulated('A conditional copy source')
  }
  const source = readCopySource(headerText(headers, 'x-amz-copy-source') ?? '')
  const copy = await withCurrentObject(
    store,
    source.bucket,
    source.key,
    async (object): Promise<StoredObject> => {
      const blob = await store.blobs.join([object.blob])
      const { size, etag } = object
      return {
        bucket,
        key,
        blob,
        size,
        etag,
        modifiedMs: store.nowMs(),
        metadata: copiedMetadata(call, object),
      }
    },
  )
  commitObject(store, copy, headers)
  sendXml(
    response,
    document('CopyObjectResult', [
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

/** DeleteObjects. */
export const deleteListedObjects = async (store: S3Store, { request, response, bucket }: S3Call) => {
  const xml = await receiveText(request)
  requireBucket(store, bucket)
  const keys = contentsOf(xml, 'Object').map((object) => textOf(object, 'Key') ?? '')
  if (keys.length === 0 || keys.length > deletedKeysMax || keys.includes('')) throw malformedXml()
  deleteObjects(store, bucket, keys)
  const isQuiet = textOf(xml, 'Quiet') === 'true'
  const deleted = isQuiet ? [] : keys.map((key) => wrap('Deleted', [element('Key', key)]))
  sendXml(response, document('DeleteResult', deleted))
}

/** `bucket/key` or `/bucket/key`, URL-encoded. */
const readCopySource = (source: string) => {
  const [path = '', version] = source.split('?')
  if (version) throw notEmulated('Copying a version')
  const [bucket = '', ...key] = path.replace(/^\//, '').split('/')
  if (key.length === 0)
    throw new S3Error(400, 'InvalidArgument', 'The copy source must name a bucket and a key')
  return { bucket: decodeURIComponent(bucket), key: decodeURIComponent(key.join('/')) }
}

const copiedMetadata = ({ headers }: S3Call, source: StoredObject): ObjectMetadata => {
  const given = readMetadata(headers)
  const { checksums, tags } = source.metadata
  const base = headers['x-amz-metadata-directive'] === 'REPLACE' ? given : source.metadata
  const keptTags = headers['x-amz-tagging-directive'] === 'REPLACE' ? given.tags : tags
  const { tags: _, checksums: __, ...rest } = base
  return { ...rest, ...(keptTags ? { tags: keptTags } : {}), ...(checksums ? { checksums } : {}) }
}

/** GetObjectTagging, PutObjectTagging and DeleteObjectTagging. */
export const handleTagging = async (store: S3Store, { request, response, method, bucket, key }: S3Call) => {
  const xml = method === 'PUT' ? await receiveText(request) : ''
  requireBucket(store, bucket)
  // Read after the body: between this and the write nothing else happens.
  const object = requireObject(store, bucket, key)
  if (method === 'GET') return sendXml(response, tagging(object.metadata.tags ?? []))
  if (method === 'PUT') object.metadata.tags = readTags(xml)
  else delete object.metadata.tags
  store.database.saveObject(object)
  sendEmpty(response, method === 'PUT' ? 200 : 204)
}

export const readTags = (xml: string) =>
  contentsOf(xml, 'Tag').map((tag): [string, string] => [
    textOf(tag, 'Key') ?? '',
    textOf(tag, 'Value') ?? '',
  ])

const tagging = (tags: [string, string][]) =>
  document('Tagging', [
    wrap(
      'TagSet',
      tags.map(([key, value]) => wrap('Tag', [element('Key', key), element('Value', value)])),
    ),
  ])
