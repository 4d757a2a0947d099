import { createHash, randomUUID } from 'node:crypto'
import { headerText, type S3Call, sendEmpty, sendXml } from './call.ts'
import { checksumHeaders } from './checksums.ts'
import type { Part, Upload } from './database.ts'
import { malformedXml, notEmulated, S3Error } from './errors.ts'
import { encryptionHeaders, readMetadata } from './metadata.ts'
import { receiveBody, receiveText } from './receive.ts'
import { commitObject, requireBucket, type S3Store } from './store.ts'
import { contentsOf, document, element, textOf, wrap } from './xml.ts'

const partNumberMax = 10_000
/** Every part but the last. */
const partBytesMin = 5 * 1024 * 1024

/** CreateMultipartUpload. */
export const createUpload = (store: S3Store, { request, response, bucket, key, headers }: S3Call) => {
  request.resume()
  requireBucket(store, bucket)
  const id = randomUUID().replaceAll('-', '')
  store.database.insertUpload({ id, bucket, key, metadata: readMetadata(headers), createdMs: store.nowMs() })
  const elements = [element('Bucket', bucket), element('Key', key), element('UploadId', id)]
  sendXml(response, document('InitiateMultipartUploadResult', elements))
}

/** UploadPart, ListParts, AbortMultipartUpload and CompleteMultipartUpload: everything with an upload id. */
export const handleUpload = (store: S3Store, call: S3Call) => {
  const upload = requireUpload(store, call)
  if (call.method === 'PUT') return putPart(store, call, upload)
  if (call.method === 'POST') return completeUpload(store, call, upload)
  if (call.method === 'GET') return sendXml(call.response, partList(store, upload))
  if (call.method !== 'DELETE') throw notEmulated(`${call.method} on an upload`)
  abortUploads(store, [upload])
  sendEmpty(call.response, 204)
}

/** ListMultipartUploads. */
export const listUploads = (store: S3Store, { response, bucket }: S3Call) => {
  const uploads = store.database
    .listUploads(bucket)
    .map(({ id, key, createdMs }) =>
      wrap('Upload', [
        element('Key', key),
        element('UploadId', id),
        element('Initiated', new Date(createdMs).toISOString()),
      ]),
    )
  const elements = [element('Bucket', bucket), element('IsTruncated', 'false'), ...uploads]
  sendXml(response, document('ListMultipartUploadsResult', elements))
}

export const abortUploads = ({ database, blobs }: S3Store, uploads: readonly Upload[]) =>
  blobs.remove(database.transaction(() => uploads.flatMap(({ id }) => database.deleteUpload(id))))

const requireUpload = ({ database }: S3Store, { query, bucket, key }: S3Call): Upload => {
  const upload = database.findUpload(query.get('uploadId') ?? '', bucket, key)
  if (upload) return upload
  throw new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist.')
}

const putPart = async (store: S3Store, call: S3Call, upload: Upload) => {
  const { request, response, query, headers } = call
  if (headerText(headers, 'x-amz-copy-source')) throw notEmulated('UploadPartCopy')
  const number = Number(query.get('partNumber'))
  if (!(Number.isInteger(number) && number >= 1 && number <= partNumberMax)) {
    throw new S3Error(400, 'InvalidArgument', `Part number must be an integer between 1 and ${partNumberMax}`)
  }
  const { blob, size, etag, checksums } = await receiveBody(request, store.blobs)
  try {
    const replaced = store.database.transaction(() => {
      // It may have been completed or aborted while the body came in.
      requireUpload(store, call)
      const previous = store.database.findPart(upload.id, number)
      store.database.savePart({ upload: upload.id, number, blob, size, etag, modifiedMs: store.nowMs() })
      return previous ? [previous.blob] : []
    })
    store.blobs.remove(replaced)
  } catch (error) {
    store.blobs.remove([blob])
    throw error
  }
  sendEmpty(response, 200, { etag, ...checksumHeaders(checksums) })
}

/** The parts are copied, not moved: until the object is there, a crash must leave them as they were. */
const completeUpload = async (store: S3Store, call: S3Call, upload: Upload) => {
  const { request, response, bucket, key, headers } = call
  const parts = chooseParts(store, upload, await receiveText(request))
  const blob = await store.blobs.join(parts.map((part) => part.blob))
  const etag = uploadEtag(parts)
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  const metadata = { ...upload.metadata, partCount: parts.length }
  const object = { bucket, key, blob, size, etag, modifiedMs: store.nowMs(), metadata }
  commitObject(store, object, headers, () => {
    requireUpload(store, call)
    return store.database.deleteUpload(upload.id)
  })
  for (const [name, value] of Object.entries(encryptionHeaders(metadata))) response.setHeader(name, value)
  sendXml(
    response,
    document('CompleteMultipartUploadResult', [
      element('Location', `http://${headers.host}/${bucket}/${encodeURI(key)}`),
      element('Bucket', bucket),
      element('Key', key),
      element('ETag', etag),
    ]),
  )
}

const chooseParts = ({ database }: S3Store, upload: Upload, xml: string): Part[] => {
  const parts = contentsOf(xml, 'Part').map((chosen) => {
    const part = database.findPart(upload.id, Number(textOf(chosen, 'PartNumber')))
    const etag = textOf(chosen, 'ETag')?.replaceAll('"', '')
    if (part && part.etag === `"${etag}"`) return part
    throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found.')
  })
  if (parts.length === 0) throw malformedXml()
  parts.forEach((part, index) => {
    const next = parts[index + 1]
    if (!next) return
    if (next.number <= part.number) {
      throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.')
    }
    if (part.size < partBytesMin) {
      throw new S3Error(
        400,
        'EntityTooSmall',
        'Your proposed upload is smaller than the minimum allowed size',
      )
    }
  })
  return parts
}

/** The MD5 of the parts' MD5s and their number, as S3 makes it. */
const uploadEtag = (parts: readonly Part[]) => {
  const digests = parts.map(({ etag }) => Buffer.from(etag.replaceAll('"', ''), 'hex'))
  return `"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-${parts.length}"`
}

const partList = ({ database }: S3Store, { id, bucket, key }: Upload) => {
  const parts = database
    .listParts(id)
    .map(({ number, modifiedMs, etag, size }) =>
      wrap('Part', [
        element('PartNumber', number),
        element('LastModified', new Date(modifiedMs).toISOString()),
        element('ETag', etag),
        element('Size', size),
      ]),
    )
  const elements = [element('Bucket', bucket), element('Key', key), element('UploadId', id)]
  return document('ListPartsResult', [...elements, element('IsTruncated', 'false'), ...parts])
}
